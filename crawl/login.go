package crawl

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/flows"
	"dyncrawl/frontier"
)

// gate lets one worker log in while the others that need it wait.
type gate struct {
	mu    sync.Mutex
	count int // logins so far
}

// generation returns the number of logins so far.
func (g *gate) generation() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.count
}

// pass runs logIn unless somebody has logged in since generation seen.
func (g *gate) pass(seen int, logIn func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.count != seen {
		return nil
	}
	if err := logIn(); err != nil {
		return err
	}
	g.count++
	return nil
}

// logIn makes sure that the session is logged in before the first page.
func (c *Crawler) logIn(ctx context.Context) error {
	if c.Flow.Session == nil {
		return nil
	}
	return c.renew(ctx, c.login.generation())
}

// renew logs in unless another worker has done so since generation seen.
func (c *Crawler) renew(ctx context.Context, seen int) error {
	return c.login.pass(seen, func() error {
		tab, err := c.Pool.Acquire(ctx, c.loginClock())
		if err != nil {
			return err
		}
		defer c.Pool.Release(tab)
		if err := c.runner(tab).LogIn(ctx, c.Flow.Session, c.SessionFile); err != nil {
			return err
		}
		return c.takeCookies(ctx, tab)
	})
}

// runner returns a step runner for tab.
func (c *Crawler) runner(tab *browser.Tab) *flows.Runner {
	return &flows.Runner{
		Tab: tab, Flow: c.Flow, Secrets: c.Secrets, Mask: c.Mask, Solver: c.Solver, Ask: c.Ask, Person: c.Person,
		Settle: c.settle(), Artifacts: c.ArtifactDir, Log: c.Log,
	}
}

// isLoginPage reports whether url is the session's login page.
func (c *Crawler) isLoginPage(url string) bool {
	s := c.Flow.Session
	return s != nil && !s.LoginPage.IsZero() && s.LoginPage.Match(url)
}

// looksLoggedOut reports whether the page gives reason to doubt the session: it
// or one of its AJAX answers is a 401 or 403, or it turned into another page
// that asks for a password.
func (c *Crawler) looksLoggedOut(lease *frontier.Lease, page *dyncrawl.Page) bool {
	refused := func(status int) bool { return status == 401 || status == 403 }
	if refused(page.Status) {
		return true
	}
	if slices.ContainsFunc(page.Exchanges, func(x dyncrawl.Exchange) bool { return refused(x.Status) || c.isLoginPage(x.URL) }) {
		return true
	}
	return page.FinalURL != lease.Request.URL && strings.Contains(page.HTML, `type="password"`)
}

// stillLoggedIn takes the tab to the session's check page and looks.
func (c *Crawler) stillLoggedIn(ctx context.Context, tab *browser.Tab) bool {
	ok, err := c.runner(tab).LoggedIn(ctx, c.Flow.Session)
	return err == nil && ok
}

// orLoggedOut explains a failed step by a session that has ended, if it has.
func (c *Crawler) orLoggedOut(ctx context.Context, tab *browser.Tab, lease *frontier.Lease, cause error) error {
	if c.Flow.Session == nil || tab.Broken() || ctx.Err() != nil {
		return cause
	}
	page, err := tab.Snapshot(ctx)
	if err != nil || !c.isLoginPage(page.FinalURL) && !c.looksLoggedOut(lease, page) {
		return cause
	}
	if c.stillLoggedIn(ctx, tab) {
		return cause
	}
	return loggedOut(page.FinalURL)
}

func loggedOut(url string) error {
	return &dyncrawl.Error{Class: dyncrawl.ClassLoggedOut, Err: fmt.Errorf("the session has ended: the visit came to %s", url)}
}
