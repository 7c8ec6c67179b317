package flows

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/sessions"
)

// LogIn makes sure that the tab's context is logged in, and returns the login. It
// brings back the one that is kept, checks it, and runs the login steps when it does
// not hold; what they give is kept. A kept login that was made at the time ended is
// known to hold no more and is not tried; zero: nothing is known. Other processes wait
// meanwhile. Its errors have the class login and leave what is kept as it was. The tab
// is reset by it.
func (r *Runner) LogIn(ctx context.Context, s *Session, kept *sessions.Session, ended time.Time) (*sessions.Saved, error) {
	unlock, err := kept.Lock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	saved, err := kept.Read()
	if err != nil {
		return nil, err
	}
	if saved == nil || ended.IsZero() || !saved.Made.Equal(ended) {
		ok, err := r.bringBack(ctx, s, saved)
		switch {
		case err != nil:
			return nil, err
		case ok && saved != nil:
			return r.keep(ctx, s, kept, saved.Made, saved.Essential)
		case ok:
			return r.keep(ctx, s, kept, time.Now(), nil)
		}
	}
	r.Log.Info("logging in", "session", kept.Name())
	before, err := r.Tab.Cookies(ctx)
	if err != nil {
		return nil, err
	}
	if err := r.logInAnew(ctx, s); err != nil {
		return nil, err
	}
	after, err := r.Tab.Cookies(ctx)
	if err != nil {
		return nil, err
	}
	return r.keep(ctx, s, kept, time.Now(), brought(before, after))
}

// bringBack puts a kept login, if there is one, into the tab's context and reports
// whether that is logged in.
func (r *Runner) bringBack(ctx context.Context, s *Session, saved *sessions.Saved) (bool, error) {
	switch {
	case saved != nil:
		if err := r.Tab.Restore(ctx, &saved.State); err != nil {
			return false, fmt.Errorf("bring back the login: %w", err)
		}
		s.takeOver(saved.Check)
	case s.unchecked():
		return false, nil
	}
	return r.LoggedIn(ctx, s)
}

// keep writes down what the tab's context holds, which was checked just now.
func (r *Runner) keep(ctx context.Context, s *Session, kept *sessions.Session, made time.Time, essential []string) (*sessions.Saved, error) {
	state, err := r.Tab.State(ctx)
	if err != nil {
		return nil, fmt.Errorf("keep the login: %w", err)
	}
	saved := &sessions.Saved{
		Flow: r.Flow.Name, Account: r.Account, Made: made, Checked: time.Now(), Essential: essential,
		Check: s.Check.Kept(), State: *state,
	}
	return saved, kept.Write(saved)
}

// Kept returns the check as it is kept with a login.
func (c *SessionCheck) Kept() sessions.Check {
	kept := sessions.Check{URL: c.URL}
	for _, selector := range c.Present {
		kept.Selectors = append(kept.Selectors, selector.String())
	}
	return kept
}

// takeOver has the check of a kept login tell this one too, unless the flow says how.
func (s *Session) takeOver(kept sessions.Check) {
	if present, err := browser.ParseSelectors(kept.Selectors...); err == nil && s.unchecked() {
		s.Check.URL, s.Check.Present = kept.URL, present
	}
}

// KeepRenewed keeps the login that the tab's context holds when the site has renewed
// what it rests on since it was kept, and a check shows that it holds.
func (r *Runner) KeepRenewed(ctx context.Context, s *Session, kept *sessions.Session) error {
	unlock, err := kept.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	saved, err := kept.Read()
	if err != nil || saved == nil {
		return err
	}
	cookies, err := r.Tab.Cookies(ctx)
	if err != nil {
		return err
	}
	renewed := brought(saved.State.Cookies, cookies)
	if !slices.ContainsFunc(saved.Essential, func(name string) bool { return slices.Contains(renewed, name) }) {
		return nil
	}
	if ok, err := r.LoggedIn(ctx, s); err != nil || !ok {
		return err
	}
	_, err = r.keep(ctx, s, kept, saved.Made, saved.Essential)
	return err
}

// brought returns the names of the cookies that are new or have changed.
func brought(before, after []browser.Cookie) []string {
	var names []string
	for _, cookie := range after {
		same := func(old browser.Cookie) bool {
			return old.Name == cookie.Name && old.Domain == cookie.Domain && old.Path == cookie.Path && old.Value == cookie.Value
		}
		if !slices.ContainsFunc(before, same) && !slices.Contains(names, cookie.Name) {
			names = append(names, cookie.Name)
		}
	}
	return names
}

// logInAnew runs the login steps and checks that they worked.
func (r *Runner) logInAnew(ctx context.Context, s *Session) error {
	r.Tab.AllowResources(r.Flow.Resources(s.Login)...)
	if err := r.Run(ctx, s.Login); err != nil {
		return &dyncrawl.Error{Class: dyncrawl.ClassLogin, Err: fmt.Errorf("log in: %w", err), Hint: cmp.Or(dyncrawl.HintOf(err), loginHint)}
	}
	ok, err := r.LoggedIn(ctx, s)
	if err != nil || ok {
		return err
	}
	err = errors.Join(fmt.Errorf("log in: the steps ran, but %s does not show %s", s.Check.URL, s.Check.Present), r.pinned.leaked())
	if file := r.failurePicture(ctx, &s.Login[len(s.Login)-1]); file != "" {
		err = fmt.Errorf("%w (picture: %s)", err, file)
	}
	return &dyncrawl.Error{Class: dyncrawl.ClassLogin, Hint: loginHint, Err: err}
}

const loginHint = "check the account's secrets and the login steps; the saved login was not touched"

// LoggedIn takes the tab to the session's check page and looks for the element
// that only logged-in visitors see.
func (r *Runner) LoggedIn(ctx context.Context, s *Session) (bool, error) {
	if s.unchecked() {
		return r.recognise(ctx, s)
	}
	if err := r.Tab.Goto(ctx, s.Check.URL); err != nil {
		return false, fmt.Errorf("check the login: %w", err)
	}
	if err := r.Tab.Settle(ctx, r.Settle); err != nil {
		return false, fmt.Errorf("check the login: %w", err)
	}
	found, err := r.Tab.FindAll(ctx, s.Check.Present)
	if err != nil {
		return false, fmt.Errorf("check the login: %w", err)
	}
	return len(found) > 0 && !refusedStatus(r.Tab.Status()), nil
}
