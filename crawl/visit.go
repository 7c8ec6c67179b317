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
//	frontier.Next → route (http | api | browser) → browser.Tab → Goto → Settle → flow steps → explore → Page
//	  → extract.From → store.Tx{ page, exchanges, items, links → frontier, done }
func (c *Crawler) visit(ctx context.Context, lease *errand) (*dyncrawl.Page, error) {
	if err := c.traps.refuse(lease.Request); err != nil {
		return nil, err
	}
	route, done, err := c.choose(lease)
	if err != nil {
		return nil, err
	}
	seen, err := c.see(ctx, lease, route)
	done()
	if err == nil {
		err = c.commit(ctx, lease, seen)
	}
	if errors.Is(err, errOvertaken) {
		return c.visit(ctx, lease) // by another route: this one is closed now
	}
	return seen.page, err
}

// renderIn is the browser's part of the line.
func (c *Crawler) renderIn(ctx context.Context, tab *browser.Tab, lease *errand, seen *sight) error {
	tab.AllowResources(c.Flow.Resources(c.Flow.PageSteps(lease.Request.URL))...)
	if err := c.enter(ctx, tab, lease); err != nil {
		return err
	}
	if err := tab.Settle(ctx, c.settle()); err != nil {
		return err
	}
	if lease.loose && tab.Moved() { // it is to be read, not what it leads to
		if err := c.hold(ctx, tab, lease); err != nil {
			return err
		}
	}
	taken, err := c.runSteps(ctx, tab, lease)
	if err != nil {
		return err
	}
	page, err := tab.Snapshot(ctx)
	if err != nil {
		return err
	}
	c.Mask.Page(page)
	seen.page = page
	if err := c.refuse(ctx, tab, lease, page); err != nil {
		return err
	}
	page.Values = taken.values
	page, found := c.take(ctx, tab, lease, page)
	seen.page, seen.found = page, taken.addNew(found.items, found.counts)
	seen.links = extract.Links(page, c.Flow.Follow)
	return c.exploreIn(ctx, tab, lease, seen)
}

// runSteps runs the flow's steps for the page and returns what they took on the
// way. Error pages and login pages have no steps.
func (c *Crawler) runSteps(ctx context.Context, tab *browser.Tab, lease *errand) (*harvest, error) {
	taken := &harvest{}
	url, err := tab.URL(ctx)
	if err != nil {
		return nil, err
	}
	steps := c.Flow.PageSteps(url)
	if len(steps) == 0 || tab.Status() >= 400 || c.endedElsewhere(lease, url) != nil {
		return taken, nil
	}
	runner := c.runner(lease.as, tab)
	runner.OnExtract = func(ctx context.Context, names []string) error {
		page, err := tab.Snapshot(ctx)
		if err != nil {
			return err
		}
		c.Mask.Page(page)
		taken.addNew(extract.From(page, c.rulesNamed(names)))
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
func (c *Crawler) refuse(ctx context.Context, tab *browser.Tab, lease *errand, page *dyncrawl.Page) error {
	if err := c.examine(ctx, tab, lease, page); err != nil {
		return err
	}
	if err := c.endedElsewhere(lease, page.FinalURL); err != nil {
		return err
	}
	return statusError(page)
}

// endedElsewhere returns an error when the page that answered is the login page
// or lies out of scope.
func (c *Crawler) endedElsewhere(lease *errand, final string) error {
	if c.isLoginPage(final) && !c.isLoginPage(lease.Request.URL) {
		return loggedOut(final, atLoginPage)
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
func (c *Crawler) commit(ctx context.Context, lease *errand, seen *sight) error {
	c.hide(seen)
	requests := append(c.scope.requests(lease.Request, seen.links), c.foundRequests(lease.Request, seen)...)
	requests, closed := c.traps.take(seen, lease.Request.URL, requests)
	if closed != "" {
		c.Log.Warn("the last pages of this kind showed nothing new: links among them are not followed", "pages", closed, "in_a_row", trapAfter)
	}
	var added int
	err := c.Store.Update(ctx, func(tx *store.Tx) error {
		if err := c.conclude(ctx, tx, seen); err != nil {
			return err
		}
		if err := saveSight(ctx, tx, lease, seen); err != nil {
			return err
		}
		if err := c.noteDoubt(ctx, tx, lease); err != nil {
			return err
		}
		var err error
		if added, err = c.Frontier.Add(ctx, tx, requests); err != nil {
			return err
		}
		if err := tx.AddAttempt(ctx, c.attemptRow(lease, seen.page, nil)); err != nil {
			return err
		}
		return c.Frontier.Done(ctx, tx, lease.Lease)
	})
	if err != nil {
		return storeError(err)
	}
	c.tally.done(seen.page, seen.found)
	lease.due = c.checkDue(lease)
	c.tally.explore(seen.explored)
	c.Log.Debug("page done", "url", lease.Request.URL, "tier", seen.Tier, "items", len(seen.found.items),
		"links", len(seen.links), "new", added, "took", seen.page.Timing.Total)
	return nil
}

// saveSight writes the page with its items and links.
func saveSight(ctx context.Context, tx *store.Tx, lease *errand, seen *sight) error {
	if err := replaceCheap(ctx, tx, lease); err != nil {
		return err
	}
	id, err := tx.SavePage(ctx, lease.ID, seen.page, store.Way{Tier: string(seen.Tier), Shape: seen.shape})
	if err != nil {
		return err
	}
	if err := tx.SaveItems(ctx, lease.ID, id, seen.found.items); err != nil {
		return err
	}
	if err := tx.SaveLinks(ctx, id, seen.links); err != nil || seen.explored == nil {
		return err
	}
	return saveExplored(ctx, tx, id, seen.explored)
}

// storeError classes what went wrong while writing: the lease may be lost, or
// the store refuses.
func storeError(err error) error {
	if errors.Is(err, frontier.ErrLeaseLost) || errors.Is(err, errOvertaken) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var classed *dyncrawl.Error
	if errors.As(err, &classed) {
		return err
	}
	return &dyncrawl.Error{Class: dyncrawl.ClassStore, Err: fmt.Errorf("write page: %w", err)}
}
