package crawl

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/flows"
)

const (
	loginTries = 3           // logins that fail in a row before the account rests
	loginPause = time.Second // before the second of them; doubled before the third
	maxLosses  = 15          // ends of the login, one after the other, before a page is stored
)

// logIn makes sure that the accounts are logged in before the first page.
func (c *Crawler) logIn(ctx context.Context) error {
	if c.Flow.Session == nil {
		return nil
	}
	for _, a := range c.accounts.all {
		if err := c.renew(ctx, a, a.health.generation()); err != nil {
			return err
		}
	}
	return nil
}

// renew logs an account in, alone, unless somebody has done so since it had seen so
// many logins. One that cannot log in rests; the error says that nobody is left.
func (c *Crawler) renew(ctx context.Context, a *account, seen int) error {
	a.gate.Lock()
	defer a.gate.Unlock()
	if a.health.generation() != seen || c.accounts.rests(a) {
		return nil
	}
	err := c.lose(ctx, a, seen)
	if err == nil {
		err = c.logInAgain(ctx, a)
	}
	if err == nil || ctx.Err() != nil || dyncrawl.ClassOf(err) == dyncrawl.ClassStore {
		return err
	}
	c.Log.Warn("the account cannot log in", "account", a.Name, "error", err)
	if err := c.accounts.rest(a, a.said(err)); err != nil {
		return deadEnd{err}
	}
	return nil
}

// deadEnd is why nobody is left who could go on.
type deadEnd struct{ error }

func (d deadEnd) Unwrap() error { return d.error }

// logInAgain logs the account in, and tries again when that fails.
func (c *Crawler) logInAgain(ctx context.Context, a *account) error {
	for try := 1; ; try++ {
		err := c.logInOnce(ctx, a)
		if err == nil || try == loginTries || !worthAnother(err) || !pause(ctx, loginPause<<(try-1)) {
			return err
		}
		c.Log.Warn("the login failed, once more", "account", a.Name, "try", try, "error", err)
	}
}

// lose has the pages repeated that the end of the account's login puts in doubt.
// It fails when logging in again is pointless.
func (c *Crawler) lose(ctx context.Context, a *account, logins int) error {
	if logins == 0 {
		return nil
	}
	pages, losses := a.health.lose()
	if losses > maxLosses {
		return &dyncrawl.Error{
			Class: dyncrawl.ClassLogin, Err: fmt.Errorf("the login does not last: it ended %d times before a page could be stored", losses-1),
			Hint: "the site may log out an account that is used in several places, or that asks too fast: give it fewer tabs or a delay",
		}
	}
	return c.repeatDoubtful(ctx, pages)
}

// worthAnother reports whether a login that failed so may succeed at once.
func worthAnother(err error) bool {
	switch class := dyncrawl.ClassOf(err); class {
	case dyncrawl.ClassLogin:
		return !needsPerson(err)
	case dyncrawl.ClassInterrupted:
		return false
	default:
		return class.Transient()
	}
}

// needsPerson reports whether the login came to something that is left to people.
func needsPerson(err error) bool {
	for e := new(dyncrawl.Error); errors.As(err, &e); err = e.Err {
		if e.Class == dyncrawl.ClassNeedsHuman {
			return true
		}
	}
	return false
}

// pause waits; it reports false when ctx ended before.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// logInOnce logs the account in, if it is not.
func (c *Crawler) logInOnce(ctx context.Context, a *account) error {
	tab, err := a.Pool.Acquire(ctx, c.loginClock())
	if err != nil {
		return err
	}
	defer a.Pool.Release(tab)
	saved, err := c.runner(a, tab).LogIn(ctx, c.Flow.Session, a.Kept, a.made)
	if err != nil {
		return err
	}
	a.made = saved.Made
	a.health.renewed(time.Now())
	a.Pool.Adopt(&saved.State)
	return c.takeCookies(ctx, a, tab)
}

// runner returns a step runner for a tab of the account.
func (c *Crawler) runner(a *account, tab *browser.Tab) *flows.Runner {
	return &flows.Runner{
		Tab: tab, Flow: c.Flow, Secrets: a.Secrets, Account: a.Name, Mask: c.Mask, Solver: c.Solver, Ask: c.Ask, Person: c.Person,
		Settle: c.settle(), Artifacts: c.ArtifactDir, Log: c.Log,
	}
}
