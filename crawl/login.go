package crawl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/flows"
	"dyncrawl/store"
)

const (
	loginTries = 3           // logins that fail in a row before the account rests
	loginPause = time.Second // before the second of them; doubled before the third
	maxLosses  = 15          // ends of the login, one after the other, before a page is stored

	defaultCheckEvery = 50 // pages
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

// repeatDoubtful queues pages again that may show what a logged-out visitor sees, and
// removes what is stored of them.
func (c *Crawler) repeatDoubtful(ctx context.Context, pages []int64) error {
	if len(pages) == 0 {
		return nil
	}
	c.Log.Info("pages since the last good check are visited again", "pages", len(pages))
	err := c.Store.Update(ctx, func(tx *store.Tx) error {
		for _, id := range pages {
			if err := tx.DropPage(ctx, id); err != nil {
				return err
			}
		}
		return c.Frontier.Doubt(ctx, tx, pages, dyncrawl.ClassLoggedOut)
	})
	if err != nil {
		return &dyncrawl.Error{Class: dyncrawl.ClassStore, Err: fmt.Errorf("repeat pages: %w", err)}
	}
	return nil
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

// keepRenewed keeps the logins that the site has renewed since they were made.
func (c *Crawler) keepRenewed(ctx context.Context) {
	for _, a := range c.accounts.all {
		if a.made.IsZero() || a.health.isLost() || ctx.Err() != nil {
			continue
		}
		if err := c.keepOne(ctx, a); err != nil {
			c.Log.Warn("a login that the site has renewed was not kept", "account", a.Name, "error", err)
		}
	}
}

func (c *Crawler) keepOne(ctx context.Context, a *account) error {
	ctx, cancel := context.WithTimeout(ctx, c.pageBudget())
	defer cancel()
	tab, err := a.Pool.Acquire(ctx, c.loginClock())
	if err != nil {
		return err
	}
	defer a.Pool.Release(tab)
	return c.runner(a, tab).KeepRenewed(ctx, c.Flow.Session, a.Kept)
}

// runner returns a step runner for a tab of the account.
func (c *Crawler) runner(a *account, tab *browser.Tab) *flows.Runner {
	return &flows.Runner{
		Tab: tab, Flow: c.Flow, Secrets: a.Secrets, Account: a.Name, Solver: c.Solver,
		Settle: c.settle(), Artifacts: c.ArtifactDir, Log: c.Log,
	}
}

// checkDue notes that the page was stored, and reports whether it is time to look
// whether the login holds.
func (c *Crawler) checkDue(lease *errand) bool {
	if c.Flow.Session == nil {
		return false
	}
	n := lease.as.health.stored(lease.ID, lease.sure)
	return n > 0 && n%cmp.Or(c.Flow.Session.Check.Every, defaultCheckEvery) == 0
}

// recheck confirms the logins of the accounts whose stored pages are in doubt. It
// reports whether pages are repeated because a login had ended.
func (c *Crawler) recheck(ctx context.Context) (repeated bool, err error) {
	for _, a := range c.accounts.all {
		if a.health.doubts() == 0 || c.accounts.rests(a) {
			continue
		}
		ok, err := c.checkUp(ctx, a)
		if err != nil {
			return repeated, err
		}
		repeated = repeated || !ok
	}
	return repeated, nil
}

// checkUp is confirm for the sake of stored pages: that the check page cannot be had
// leaves them in doubt.
func (c *Crawler) checkUp(ctx context.Context, a *account) (ok bool, err error) {
	ok, err = c.confirm(ctx, a)
	if err != nil && !fatal(err) {
		c.Log.Warn("whether the login holds could not be checked", "account", a.Name, "error", err)
		return true, nil
	}
	return ok, err
}

// confirm looks whether the account is logged in, and logs it in again if it is not.
func (c *Crawler) confirm(ctx context.Context, a *account) (ok bool, err error) {
	seen := a.health.generation()
	a.gate.RLock()
	tab, err := a.Pool.Acquire(ctx, c.loginClock())
	if err == nil {
		ok, err = c.look(a, tab, "", "")
		a.Pool.Release(tab)
	}
	a.gate.RUnlock()
	if err != nil || ok {
		return ok, err
	}
	c.Log.Info("the login has ended", "account", a.Name, "noticed", "by a check")
	return false, c.renew(ctx, a, seen)
}
