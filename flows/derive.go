package flows

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/login"
)

// unchecked reports whether nothing is known yet that tells the login.
func (s *Session) unchecked() bool { return len(s.Check.Present) == 0 }

// recognise is LoggedIn while nothing is known that tells the login: it holds when
// a page looks different to a stranger.
func (r *Runner) recognise(ctx context.Context, s *Session) (bool, error) {
	user, err := r.expandSecret(s.user())
	if err != nil {
		return false, err
	}
	err = r.deriveCheck(ctx, s, (&account{user: user}).known)
	if dyncrawl.ClassOf(err) == dyncrawl.ClassLogin {
		return false, nil
	}
	return err == nil, err
}

// deriveCheck finds out what tells logged-in from logged-out, by comparing pages
// with those that a stranger gets, unless the flow says it.
func (r *Runner) deriveCheck(ctx context.Context, s *Session, known func(string) bool) error {
	if !s.unchecked() {
		return nil
	}
	stranger, closeStranger, err := r.Tab.Stranger(ctx)
	if err != nil {
		return fmt.Errorf("compare with a visitor who is not logged in: %w", err)
	}
	defer closeStranger(context.WithoutCancel(ctx))
	for _, page := range r.checkPages(ctx, s) {
		check, err := r.compare(ctx, stranger, page, known)
		if err != nil {
			return fmt.Errorf("compare with a visitor who is not logged in: %w", err)
		}
		if check != nil {
			s.Check.URL, s.Check.Present = check.URL, check.Present
			r.deriveLoginPage(ctx, s, stranger)
			r.Log.Info("the login is told by", "url", check.URL, "selector", check.Present)
			return nil
		}
	}
	return &dyncrawl.Error{
		Class: dyncrawl.ClassLogin, Err: errors.New("the form was sent, and no page looks different from what a stranger gets"),
		Hint: "check the secrets; if they are right, say what only logged-in visitors have: check: {url: …, selector: …}",
	}
}

// deriveLoginPage takes the page that a stranger was sent to from the check's for
// the login page, when it is another and asks who comes.
func (r *Runner) deriveLoginPage(ctx context.Context, s *Session, stranger *browser.Tab) {
	at, err := stranger.URL(ctx)
	if err != nil || !s.LoginPage.IsZero() {
		return
	}
	page, err := url.Parse(at)
	if err != nil || page.Path == "" || strings.Contains(page.Path, "*") {
		return
	}
	check, err := url.Parse(s.Check.URL)
	if err != nil || page.Host == check.Host && page.Path == check.Path {
		return
	}
	widgets, err := stranger.Widgets(ctx)
	if err != nil || !login.Asks(widgets) {
		return
	}
	if pattern, err := dyncrawl.ParsePattern(page.Scheme + "://" + page.Host + page.EscapedPath()); err == nil {
		s.LoginPage = pattern
		r.Log.Info("the login page is", "url", pattern)
	}
}

// checkPages returns the pages that may tell a login: where it has led, where the
// crawl begins, where it began.
func (r *Runner) checkPages(ctx context.Context, s *Session) []string {
	var pages []string
	if at, err := r.Tab.URL(ctx); err == nil && r.pin().has(at) && !r.mask().Holds(at) {
		pages = append(pages, at)
	}
	for start, err := range r.Flow.StartURLs() {
		if err == nil {
			pages = append(pages, start)
		}
		break
	}
	return append(pages, s.URL)
}

// compare looks at a page as we and as a stranger see it, and returns what tells
// them apart; nil when nothing does.
func (r *Runner) compare(ctx context.Context, stranger *browser.Tab, page string, known func(string) bool) (*SessionCheck, error) {
	with, err := r.widgetsAt(ctx, r.Tab, page)
	if err != nil {
		return nil, err
	}
	if refusedStatus(r.Tab.Status()) {
		return nil, nil
	}
	without, err := r.widgetsAt(ctx, stranger, page)
	if err != nil {
		return nil, err
	}
	secret := func(text string) bool { return known(text) || r.mask().Holds(text) }
	signs, err := browser.ParseSelectors(login.Signs(with, without, secret)...)
	if err != nil || len(signs) == 0 {
		return nil, err
	}
	ours, err := r.Tab.FindAll(ctx, signs)
	if err != nil || len(ours) == 0 {
		return nil, err
	}
	theirs, err := stranger.FindAll(ctx, signs)
	if err != nil || len(theirs) > 0 {
		return nil, err
	}
	return &SessionCheck{URL: page, Present: signs}, nil
}

// refusedStatus reports whether an HTTP status says that a login is wanted.
func refusedStatus(status int) bool { return status == 401 || status == 403 }

func (r *Runner) widgetsAt(ctx context.Context, tab *browser.Tab, page string) ([]browser.Widget, error) {
	if err := tab.Goto(ctx, page); err != nil {
		return nil, err
	}
	if err := tab.Settle(ctx, r.Settle); err != nil {
		return nil, err
	}
	return tab.Widgets(ctx)
}
