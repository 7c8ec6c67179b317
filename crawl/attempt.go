package crawl

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/frontier"
	"dyncrawl/store"
)

// attempt visits the leased URL once, notes how it ended, and reports whether
// the page was stored. The error it returns makes going on pointless; a page
// that failed is none.
func (c *Crawler) attempt(ctx context.Context, lent *frontier.Lease) (stored bool, err error) {
	as, err := c.accounts.take(c.open)
	if err != nil {
		return false, errors.Join(c.nobody(err), c.giveBack(ctx, lent))
	}
	defer func() { c.accounts.give(as, stored) }()
	lease := &errand{Lease: lent, as: as, begun: time.Now()}
	page, err := c.visitAs(ctx, lease)
	switch {
	case err == nil && lease.due:
		_, err := c.checkUp(ctx, as)
		return true, err
	case err == nil:
		return true, nil
	case errors.Is(err, frontier.ErrLeaseLost):
		c.Log.Warn("another worker has taken the page", "url", lease.Request.URL)
		return false, nil
	case ctx.Err() != nil, errors.Is(err, errStopping):
		return false, c.giveBack(ctx, lent)
	case fatal(err):
		return false, errors.Join(err, c.giveBack(ctx, lent))
	}
	return false, c.fail(ctx, lease, page, err)
}

// nobody returns what it means for the crawl that no account may visit a page.
func (c *Crawler) nobody(why error) error {
	switch {
	case errors.Is(why, ErrPageLimit):
		c.limits(why)
		return nil
	case c.open.Err() != nil:
		return nil
	}
	return why
}

// visitAs is visit for who is logged in. A login that turns out to have ended is
// renewed before it returns.
func (c *Crawler) visitAs(ctx context.Context, lease *errand) (*dyncrawl.Page, error) {
	a := lease.as
	if err := c.enterGate(ctx, a); err != nil {
		return nil, err
	}
	seen := a.health.generation()
	lease.begun = time.Now()
	page, err := c.visit(ctx, lease)
	a.gate.RUnlock()
	if err == nil || dyncrawl.ClassOf(err) != dyncrawl.ClassLoggedOut {
		return page, err
	}
	return page, c.overcome(ctx, lease, seen, err)
}

// overcome logs in again after a visit that met the end of the login, and returns what
// became of the visit. Without a tab a page only looks as if: then a check decides.
func (c *Crawler) overcome(ctx context.Context, lease *errand, seen int, cause error) error {
	a := lease.as
	if !a.health.isOut() && a.health.generation() == seen {
		held, err := c.confirm(ctx, a)
		switch {
		case err != nil:
			return err
		case held:
			return notForUs(lease.Request.URL)
		}
		return cause
	}
	c.Log.Info("the login has ended", "account", a.Name, "noticed", lease.Request.URL)
	if err := c.renew(ctx, a, seen); err != nil {
		return err
	}
	return cause
}

// enterGate waits until nobody logs the account in. The caller leaves the gate.
func (c *Crawler) enterGate(ctx context.Context, a *account) error {
	for {
		a.gate.RLock()
		seen := a.health.generation()
		switch {
		case c.open.Err() != nil, c.accounts.rests(a):
			a.gate.RUnlock()
			return errStopping
		case c.Flow.Session == nil, !a.health.isOut():
			return nil
		}
		a.gate.RUnlock()
		if err := c.renew(ctx, a, seen); err != nil {
			return err
		}
	}
}

// errStopping says that a page was not begun because the crawl is to stop, or
// its account rests.
var errStopping = errors.New("the crawl is stopping")

// borrow takes a tab with the clock from the account's pool. Who still waits for
// one when the crawl is to stop gets errStopping.
func (c *Crawler) borrow(ctx context.Context, a *account, clock browser.Clock) (*browser.Tab, error) {
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.open, cancel)()
	tab, err := a.Pool.Acquire(waiting, clock)
	if err != nil && ctx.Err() == nil && waiting.Err() != nil {
		return nil, errStopping
	}
	return tab, err
}

// fatal reports whether err makes going on with other pages pointless.
func fatal(err error) bool {
	var dead deadEnd
	if errors.As(err, &dead) {
		return true
	}
	switch dyncrawl.ClassOf(err) {
	case dyncrawl.ClassLogin, dyncrawl.ClassStore, dyncrawl.ClassBrowserMissing:
		return true
	}
	return false
}

// giveBack returns an unfinished URL to the queue; its tries are not touched.
func (c *Crawler) giveBack(ctx context.Context, lease *frontier.Lease) error {
	ctx = context.WithoutCancel(ctx)
	return c.Store.Update(ctx, func(tx *store.Tx) error { return c.Frontier.Release(ctx, tx, lease) })
}

// fail notes a failed attempt and has the frontier try again, give up or skip.
func (c *Crawler) fail(ctx context.Context, lease *errand, page *dyncrawl.Page, cause error) error {
	cause = c.Mask.Error(cause)
	class := dyncrawl.ClassOf(cause)
	row := c.attemptRow(lease, page, cause)
	onward := c.onward(lease, page, class)
	retry := false
	err := c.Store.Update(ctx, func(tx *store.Tx) (err error) {
		if err = tx.AddAttempt(ctx, row); err != nil {
			return err
		}
		if _, err = c.Frontier.Add(ctx, tx, onward); err != nil {
			return err
		}
		switch {
		case skips(class):
			return c.Frontier.Skip(ctx, tx, lease.Lease, class)
		case class == dyncrawl.ClassCrashBrowser, class == dyncrawl.ClassLoggedOut:
			retry, err = c.Frontier.Interrupt(ctx, tx, lease.Lease, class)
		default:
			retry, err = c.Frontier.Fail(ctx, tx, lease.Lease, class, retryAfter(page))
		}
		return err
	})
	if skips(class) {
		c.Log.Debug("page skipped", "url", lease.Request.URL, "class", class, "reason", cause)
	} else {
		c.tally.failed(class, cause, retry)
		c.Log.Warn("page failed", "url", lease.Request.URL, "class", class, "again", retry, "error", cause)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// skips reports whether a URL of this class is left out rather than failed.
func skips(class dyncrawl.Class) bool {
	switch class {
	case dyncrawl.ClassNotFound, dyncrawl.ClassScope, dyncrawl.ClassScheme, dyncrawl.ClassDownload, dyncrawl.ClassNoContent, dyncrawl.ClassTrap:
		return true
	}
	return false
}

// attemptRow describes how a visit ended; cause is nil when it was stored.
func (c *Crawler) attemptRow(lease *errand, page *dyncrawl.Page, cause error) store.Attempt {
	row := store.Attempt{URLID: lease.ID, RunID: c.run, Number: lease.Attempt, Started: lease.begun, Ended: time.Now(), Outcome: store.Done}
	if page != nil {
		row.Status = page.Status
		row.Bytes = int64(len(page.HTML))
		if page.Partial != "" {
			row.Outcome, row.Error = store.Partial, page.Partial
		}
	}
	if cause != nil {
		row.Outcome, row.Class, row.Error = store.Failed, dyncrawl.ClassOf(cause), cause.Error()
		if skips(row.Class) {
			row.Outcome = store.Skipped
		}
	}
	return row
}

// maxRetryAfter bounds what a server may ask for.
const maxRetryAfter = time.Hour

// retryAfter returns the wait that the page's Retry-After header asks for
// (RFC 9110, section 10.2.3), at most an hour; 0 when it asks for none.
func retryAfter(page *dyncrawl.Page) time.Duration {
	if page == nil {
		return 0
	}
	value := page.Header.Get("Retry-After")
	wait := time.Duration(0)
	if seconds, err := strconv.Atoi(value); err == nil && seconds > 0 {
		wait = time.Duration(min(seconds, int(maxRetryAfter/time.Second))) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wait = time.Until(at)
	}
	return min(max(wait, 0), maxRetryAfter)
}
