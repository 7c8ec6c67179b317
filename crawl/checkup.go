package crawl

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"dyncrawl"
	"dyncrawl/store"
)

// defaultCheckEvery is after how many pages that do not show the check's element
// the login is looked at.
const defaultCheckEvery = 50

// checkDue notes that the page was stored, and reports whether it is time to look
// whether the login holds.
func (c *Crawler) checkDue(lease *errand) bool {
	if c.Flow.Session == nil {
		return false
	}
	return lease.as.health.stored(lease.ID, lease.sure, cmp.Or(c.Flow.Session.Check.Every, defaultCheckEvery))
}

// noteDoubt writes down, together with the page, whether its login is in doubt, and
// what has been confirmed by now: doubts outlive the process.
func (c *Crawler) noteDoubt(ctx context.Context, tx *store.Tx, lease *errand) error {
	if c.Flow.Session == nil {
		return nil
	}
	if !lease.sure {
		if err := tx.SetDoubt(ctx, lease.ID, lease.as.Name, time.Now()); err != nil {
			return err
		}
	}
	return lease.as.clearDoubts(ctx, tx)
}

// clearDoubts writes down which of the account's pages are confirmed.
func (a *account) clearDoubts(ctx context.Context, tx *store.Tx) error {
	return tx.ClearDoubts(ctx, a.Name, a.health.heldLast())
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

// repeatDoubtful queues pages again that may show what a logged-out visitor sees, and
// removes what is stored of them.
func (c *Crawler) repeatDoubtful(ctx context.Context, pages []int64) error {
	if len(pages) == 0 {
		return nil
	}
	err := c.Store.Update(ctx, func(tx *store.Tx) error { return c.repeatPages(ctx, tx, pages) })
	if err != nil {
		return &dyncrawl.Error{Class: dyncrawl.ClassStore, Err: fmt.Errorf("repeat pages: %w", err)}
	}
	return nil
}

func (c *Crawler) repeatPages(ctx context.Context, tx *store.Tx, pages []int64) error {
	c.Log.Info("pages since the last good check are visited again", "pages", len(pages))
	for _, id := range pages {
		if err := tx.DropPage(ctx, id); err != nil {
			return err
		}
	}
	return c.Frontier.Doubt(ctx, tx, pages, dyncrawl.ClassLoggedOut)
}

// repeatLeft queues the pages again that an earlier run left in doubt: it was ended
// before it could look whether the login still held.
func (c *Crawler) repeatLeft(ctx context.Context, tx *store.Tx) error {
	pages, err := tx.Doubts(ctx)
	if err != nil || len(pages) == 0 {
		return err
	}
	return c.repeatPages(ctx, tx, pages)
}

// keepRenewed keeps the logins that the site has renewed since they were made.
func (c *Crawler) keepRenewed(ctx context.Context) {
	for _, a := range c.accounts.all {
		if a.made.IsZero() || a.health.isOut() || ctx.Err() != nil {
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
