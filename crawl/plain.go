package crawl

import (
	"context"
	"errors"
	"sync"

	"dyncrawl/browser"
	"dyncrawl/fetch"
)

// plain is the HTTP tier of an account. To the site it is the account's browser:
// it has its name, its languages and its cookies.
type plain struct {
	mu     sync.Mutex
	client *fetch.Client // nil: nothing was fetched yet
	jar    browser.Jar
}

// client returns the account's client of the HTTP tier; the first call asks a tab
// who the browser is.
func (c *Crawler) client(ctx context.Context, a *account) (*fetch.Client, error) {
	a.plain.mu.Lock()
	defer a.plain.mu.Unlock()
	if a.plain.client != nil {
		return a.plain.client, nil
	}
	tab, err := c.borrow(ctx, a, browser.RealTime)
	if err != nil {
		return nil, err
	}
	defer a.Pool.Release(tab)
	cfg := a.Fetch
	cfg.Jar, cfg.Clean = &a.plain.jar, c.Mask.Page
	id, err := browser.Identify(ctx, tab)
	if err := errors.Join(err, c.takeCookies(ctx, a, tab)); err != nil {
		return nil, err
	}
	cfg.UserAgent, cfg.Language = id.UserAgent, id.Language
	a.plain.client, err = fetch.New(cfg)
	return a.plain.client, err
}

// takeCookies gives the account's HTTP tier the cookies of its browser.
func (c *Crawler) takeCookies(ctx context.Context, a *account, tab *browser.Tab) error {
	if c.Flow.BrowserOnly() || tab.Broken() {
		return nil
	}
	return a.plain.jar.Take(ctx, tab)
}
