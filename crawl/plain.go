package crawl

import (
	"context"
	"errors"
	"sync"

	"dyncrawl/browser"
	"dyncrawl/fetch"
)

// plain is the HTTP tier. To the site it is the browser: it has its name, its
// languages and its cookies.
type plain struct {
	mu     sync.Mutex
	client *fetch.Client // nil: nothing was fetched yet
	jar    browser.Jar
}

// client returns the client of the HTTP tier; the first call asks a tab who the
// browser is.
func (c *Crawler) client(ctx context.Context) (*fetch.Client, error) {
	c.plain.mu.Lock()
	defer c.plain.mu.Unlock()
	if c.plain.client != nil {
		return c.plain.client, nil
	}
	tab, err := c.borrow(ctx, browser.RealTime)
	if err != nil {
		return nil, err
	}
	defer c.Pool.Release(tab)
	cfg := c.Fetch
	cfg.Jar, cfg.Clean = &c.plain.jar, c.Mask.Page
	id, err := browser.Identify(ctx, tab)
	if err := errors.Join(err, c.takeCookies(ctx, tab)); err != nil {
		return nil, err
	}
	cfg.UserAgent, cfg.Language = id.UserAgent, id.Language
	c.plain.client, err = fetch.New(cfg)
	return c.plain.client, err
}

// takeCookies gives the HTTP tier the cookies of the browser.
func (c *Crawler) takeCookies(ctx context.Context, tab *browser.Tab) error {
	if c.Flow.BrowserOnly() || tab.Broken() {
		return nil
	}
	return c.plain.jar.Take(ctx, tab)
}
