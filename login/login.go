// Package login finds the login of a site by itself and goes through it: the way
// to the form, the form, and what comes after it, in the words of many languages.
// It knows no site. It never sees a secret: the caller types them.
package login

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
)

// What names what is typed into a field.
type What string

// What may be asked for.
const (
	User     What = "user"
	Password What = "password"
	Code     What = "code" // one-time code
)

// Config is what a login needs.
type Config struct {
	Tab    *browser.Tab
	Settle browser.SettleConfig
	Log    *slog.Logger

	// Type types it into the fields: one, or one for each character of a code.
	Type func(ctx context.Context, what What, fields ...*browser.Element) error

	// Read reads a captcha, or returns no answer when another picture may be
	// clearer; tell says afterwards whether the site took the answer.
	Read func(ctx context.Context, picture *browser.Element) (answer string, tell func(accepted bool), err error)

	// Known reports whether the text shows the name of the account.
	Known func(text string) bool

	// Greeted reports whether the credentials were sent by HTTP authentication.
	Greeted func() bool
}

// Bounds on what is tried. A password is sent once for every captcha, so that no
// account is locked.
const (
	maxMoves    = 25
	maxCaptchas = 6
	maxWays     = 4               // ways to send one form
	actTime     = 8 * time.Second // for one action
	lateTime    = 9 * time.Second // that a form may take to show
	pollTime    = 400 * time.Millisecond
)

// Run logs in on the page that the tab shows. It ends without an error when the
// password was sent and no form asks for anything any more; whether that made a
// login is for the caller to check. Errors have the class login, or what the
// browser, the captcha reader or Type said.
func Run(ctx context.Context, c Config) error {
	c.Tab.KeepPopups(true)
	defer c.Tab.KeepPopups(false)
	r := &run{Config: c, tab: c.Tab, tried: map[string]int{}}
	defer r.leavePopups(ctx)
	for range maxMoves {
		done, err := r.move(ctx)
		if err != nil {
			return fmt.Errorf("find the login: %w", err)
		}
		if done {
			return nil
		}
	}
	return failed(errors.New("find the login: one page after the other, and no end"))
}

// failed gives an error the class of a login that did not work.
func failed(err error) error {
	return &dyncrawl.Error{Class: dyncrawl.ClassLogin, Err: err,
		Hint: "check the secrets; if they are right, write the login as steps: login: [{goto: …}, {fill: …}, {click: …}]"}
}

// run is one login.
type run struct {
	Config
	tab     *browser.Tab   // that the login goes on in
	stack   []*browser.Tab // those that opened it, outermost first
	view    []browser.Widget
	url     string
	passed  bool           // the password was sent
	named   bool           // the user was sent
	coded   bool           // the one-time code was sent
	answers int            // captchas answered
	waited  time.Duration  // for what comes late
	lingers time.Duration  // that a pop-up was open for nothing
	tried   map[string]int // what was pressed on the way
	tell    func(bool)     // waits for the verdict on a captcha
}

// move looks at the page and does the next thing.
func (r *run) move(ctx context.Context) (done bool, err error) {
	if err := r.look(ctx); err != nil {
		return false, err
	}
	f := findForm(r.view)
	code := r.codeFields(f)
	switch {
	case len(code) > 0:
		return false, r.sendCode(ctx, code)
	case f != nil && f.doubtful && !r.passed:
		return false, r.goOn(ctx)
	case f != nil && f.password != nil && (!r.passed || r.again(f)):
		r.judge(false)
		return false, r.fill(ctx, f)
	case f != nil && f.password != nil && !f.doubtful:
		return false, r.refused(ctx)
	case f != nil && f.password == nil && !r.named && !r.passed:
		if left, err := r.byPassword(ctx, f); left || err != nil {
			return false, err
		}
		return false, r.fill(ctx, f)
	case r.passed || r.Greeted():
		return r.conclude(ctx)
	}
	return false, r.goOn(ctx)
}

// again reports whether the form came back for the sake of its captcha alone.
func (r *run) again(f *form) bool {
	if f.captcha == nil || r.answers >= maxCaptchas {
		return false
	}
	warnings := r.warnings()
	return len(warnings) == 0 || says("captcha", warnings...) || says("code", warnings...) || r.answers == 0
}

// look waits for the page and looks at it, in the pop-up when there is one.
func (r *run) look(ctx context.Context) error {
	for {
		r.leaveClosed(ctx)
		popup, err := r.tab.NextPopup(ctx)
		if err != nil {
			r.Log.Debug("log in: pop-up not entered", "error", err)
		} else if popup != nil {
			r.stack, r.tab = append(r.stack, r.tab), popup
		}
		err = r.tab.Settle(ctx, r.Settle)
		if err == nil {
			r.view, err = r.tab.Widgets(ctx)
		}
		if err == nil {
			r.url, err = r.tab.URL(ctx)
		}
		if err != nil && r.tab.Gone() && len(r.stack) > 0 && ctx.Err() == nil {
			continue
		}
		return err
	}
}

// leaveClosed goes back to the page behind a pop-up that closed itself.
func (r *run) leaveClosed(ctx context.Context) {
	for r.tab.Gone() && len(r.stack) > 0 {
		_ = r.tab.Close(ctx) // it is closed
		r.tab, r.stack = r.stack[len(r.stack)-1], r.stack[:len(r.stack)-1]
	}
}

// leavePopups closes what the login has opened.
func (r *run) leavePopups(ctx context.Context) {
	for ; len(r.stack) > 0; r.tab, r.stack = r.stack[len(r.stack)-1], r.stack[:len(r.stack)-1] {
		_ = r.tab.Close(ctx)
	}
}

// codeFields returns the fields that want a one-time code now: one comes after
// the password, or beside it.
func (r *run) codeFields(f *form) []*browser.Widget {
	if !r.passed && !r.named || f != nil && f.password != nil {
		return nil
	}
	code := findCode(r.view)
	if len(code) == 1 && f != nil && f.user == code[0] {
		return nil
	}
	return code
}

// refused ends a login whose form is there still although it was sent, unless it
// goes away late.
func (r *run) refused(ctx context.Context) error {
	if r.waited < lateTime/3 && len(r.warnings()) == 0 {
		return r.wait(ctx)
	}
	r.judge(false)
	return failed(fmt.Errorf("the site asks for the password again%s", r.reason()))
}

// conclude ends the login once nothing is asked for any more. Some sites want to
// know then whether to stay signed in.
func (r *run) conclude(ctx context.Context) (done bool, err error) {
	r.judge(true)
	if w := best(r.view, 60, stayScore); w != nil && r.count("stay", w) == 0 {
		return false, r.press(ctx, "stay", w)
	}
	if len(r.stack) == 0 || r.lingers >= lateTime/3 {
		return true, nil
	}
	r.lingers += pollTime // a pop-up that has done its work closes itself
	return false, pause(ctx)
}

// judge tells the reader what became of its last answer.
func (r *run) judge(accepted bool) {
	if r.tell != nil {
		r.tell(accepted)
		r.tell = nil
	}
}

// wait lets the page go on for a moment, which counts.
func (r *run) wait(ctx context.Context) error {
	r.waited += pollTime
	return pause(ctx)
}

// pause ends after pollTime, or with ctx.
func pause(ctx context.Context) error {
	timer := time.NewTimer(pollTime)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Final reports whether an error of Type or Read makes another try pointless: it
// says what to do, or what went wrong with more than the page.
func Final(err error) bool {
	return dyncrawl.HintOf(err) != "" || dyncrawl.ClassOf(err) == dyncrawl.ClassLogin || dyncrawl.ClassOf(err) == dyncrawl.ClassCaptcha
}
