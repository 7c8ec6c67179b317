package crawl

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/extract"
	"dyncrawl/frontier"
	"dyncrawl/store"
)

// defaultPageBudget is the time for one page, steps included.
const defaultPageBudget = 30 * time.Second

// visit takes one URL through the program, and returns what it saw of the page
// even when it fails. The line of ARCHITECTURE.md:
//
//	frontier.Next → browser.Tab → Goto → Settle → flow steps → Page → extract.From
//	  → store.Tx{ page, items, exchanges, links → frontier, done }
func (c *Crawler) visit(ctx context.Context, tab *browser.Tab, lease *frontier.Lease) (*dyncrawl.Page, error) {
	tab.AllowResources(c.Flow.Resources(c.Flow.PageSteps(lease.Request.URL))...)
	if err := tab.Goto(ctx, lease.Request.URL); err != nil {
		return tab.Answer(), err
	}
	if err := tab.Settle(ctx, c.settle()); err != nil {
		return tab.Answer(), err
	}
	taken, err := c.runSteps(ctx, tab, lease)
	if err != nil {
		return tab.Answer(), err
	}
	page, err := tab.Snapshot(ctx)
	if err != nil {
		return tab.Answer(), err
	}
	if err := c.refuse(ctx, tab, lease, page); err != nil {
		return page, err
	}
	page.Values = taken.values
	found := taken.add(extract.From(page, c.Flow.Extract))
	links := extract.Links(page, c.Flow.Follow)
	return page, c.commit(context.WithoutCancel(ctx), lease, page, found, links) // what was read is kept, however late
}

// runSteps runs the flow's steps for the page and returns what they took on the
// way. Error pages and login pages have no steps.
func (c *Crawler) runSteps(ctx context.Context, tab *browser.Tab, lease *frontier.Lease) (*harvest, error) {
	taken := &harvest{}
	url, err := tab.URL(ctx)
	if err != nil {
		return nil, err
	}
	steps := c.Flow.PageSteps(url)
	if len(steps) == 0 || tab.Status() >= 400 || c.endedElsewhere(lease, url) != nil {
		return taken, nil
	}
	runner := c.runner(tab)
	runner.OnExtract = func(ctx context.Context, names []string) error {
		page, err := tab.Snapshot(ctx)
		if err != nil {
			return err
		}
		taken.add(extract.From(page, c.rulesNamed(names)))
		return nil
	}
	if err := runner.Run(ctx, steps); err != nil {
		return nil, c.orLoggedOut(ctx, tab, lease, err)
	}
	taken.values = runner.Values
	return taken, tab.Settle(ctx, c.settle())
}

// refuse returns why the page must not be stored: it is an error page, lies
// out of scope, or shows that the session has ended.
func (c *Crawler) refuse(ctx context.Context, tab *browser.Tab, lease *frontier.Lease, page *dyncrawl.Page) error {
	if err := c.endedElsewhere(lease, page.FinalURL); err != nil {
		return err
	}
	if c.Flow.Session != nil && c.looksLoggedOut(lease, page) && !c.stillLoggedIn(ctx, tab) {
		return loggedOut(page.FinalURL)
	}
	return statusError(page)
}

// endedElsewhere returns an error when the page that answered is the login page
// or lies out of scope.
func (c *Crawler) endedElsewhere(lease *frontier.Lease, final string) error {
	if c.isLoginPage(final) && !c.isLoginPage(lease.Request.URL) {
		return loggedOut(final)
	}
	if final != lease.Request.URL && !c.scope.hosts(final) {
		return &dyncrawl.Error{Class: dyncrawl.ClassScope, Err: fmt.Errorf("%s leads to %s, which is out of scope", lease.Request.URL, final)}
	}
	return nil
}

// statusError classes the HTTP status of an error page.
func statusError(page *dyncrawl.Page) error {
	var class dyncrawl.Class
	switch s := page.Status; {
	case s < 400:
		return nil
	case s == 404 || s == 410:
		class = dyncrawl.ClassNotFound
	case s == 401 || s == 407:
		class = dyncrawl.ClassHTTPAuth
	case s == 429:
		class = dyncrawl.ClassHTTP429
	case s < 500:
		class = dyncrawl.ClassHTTP4xx
	default:
		class = dyncrawl.ClassHTTP5xx
	}
	return &dyncrawl.Error{Class: class, Err: fmt.Errorf("%s answered %d", page.FinalURL, page.Status)}
}

// commit writes all that the visit brought in one transaction.
func (c *Crawler) commit(ctx context.Context, lease *frontier.Lease, page *dyncrawl.Page, found *harvest, links []dyncrawl.Link) error {
	requests := c.scope.requests(lease.Request, links)
	var added int
	err := c.Store.Update(ctx, func(tx *store.Tx) error {
		id, err := tx.SavePage(ctx, lease.ID, page)
		if err != nil {
			return err
		}
		if err := tx.SaveItems(ctx, lease.ID, id, found.items); err != nil {
			return err
		}
		if err := tx.SaveLinks(ctx, id, links); err != nil {
			return err
		}
		if added, err = c.Frontier.Add(ctx, tx, requests); err != nil {
			return err
		}
		if err := tx.AddAttempt(ctx, c.attemptRow(lease, page, nil)); err != nil {
			return err
		}
		return c.Frontier.Done(ctx, tx, lease)
	})
	if err != nil {
		return storeError(err)
	}
	c.tally.done(page, found)
	c.Log.Debug("page done", "url", lease.Request.URL, "items", len(found.items), "links", len(links), "new", added, "took", page.Timing.Total)
	return nil
}

// storeError classes what went wrong while writing: the lease may be lost, or
// the store refuses.
func storeError(err error) error {
	if errors.Is(err, frontier.ErrLeaseLost) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var classed *dyncrawl.Error
	if errors.As(err, &classed) {
		return err
	}
	return &dyncrawl.Error{Class: dyncrawl.ClassStore, Err: fmt.Errorf("write page: %w", err)}
}
