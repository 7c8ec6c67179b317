package crawl

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/publicsuffix"

	"dyncrawl/browser"
	"dyncrawl/fetch"
)

// plain is the HTTP tier. To the site it is the browser: it has its name, its
// languages and its cookies.
type plain struct {
	mu     sync.Mutex
	client *fetch.Client // nil: nothing was fetched yet
	jar    cookies
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
	cfg.Jar = &c.plain.jar
	var languages []string
	err = errors.Join(tab.EvalIsolated(ctx, "navigator.userAgent", &cfg.UserAgent), tab.EvalIsolated(ctx, "[...navigator.languages]", &languages),
		c.takeCookies(ctx, tab))
	if err != nil {
		return nil, fmt.Errorf("ask the browser who it is: %w", err)
	}
	cfg.Language = acceptLanguage(languages)
	c.plain.client, err = fetch.New(cfg)
	return c.plain.client, err
}

// acceptLanguage writes the header as Chromium does: the first language, the
// others with falling weights.
func acceptLanguage(languages []string) string {
	var b strings.Builder
	for i, l := range languages {
		if i == 0 {
			b.WriteString(l)
			continue
		}
		fmt.Fprintf(&b, ",%s;q=0.%d", l, max(1, 10-i))
	}
	return b.String()
}

// takeCookies gives the HTTP tier the cookies of the browser.
func (c *Crawler) takeCookies(ctx context.Context, tab *browser.Tab) error {
	if c.Flow.BrowserOnly() || tab.Broken() {
		return nil
	}
	state, err := tab.State(ctx)
	if err != nil {
		return err
	}
	return c.plain.jar.replace(state.Cookies)
}

// cookies is a jar whose content is replaced as a whole. Its zero value is empty.
type cookies struct {
	mu  sync.Mutex
	jar *cookiejar.Jar
}

// replace forgets all cookies and takes these.
func (k *cookies) replace(all []browser.Cookie) error {
	jar, err := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List})
	if err != nil {
		return fmt.Errorf("make cookie jar: %w", err)
	}
	for _, one := range all {
		host, shared := strings.CutPrefix(one.Domain, ".")
		cookie := &http.Cookie{Name: one.Name, Value: one.Value, Path: one.Path, Secure: one.Secure, HttpOnly: one.HTTPOnly}
		if shared {
			cookie.Domain = host
		}
		if one.Expires > 0 {
			cookie.Expires = time.Unix(int64(one.Expires), 0)
		}
		jar.SetCookies(&url.URL{Scheme: "https", Host: host, Path: "/"}, []*http.Cookie{cookie})
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.jar = jar
	return nil
}

// SetCookies implements http.CookieJar.
func (k *cookies) SetCookies(u *url.URL, set []*http.Cookie) {
	if jar := k.now(); jar != nil {
		jar.SetCookies(u, set)
	}
}

// Cookies implements http.CookieJar.
func (k *cookies) Cookies(u *url.URL) []*http.Cookie {
	if jar := k.now(); jar != nil {
		return jar.Cookies(u)
	}
	return nil
}

func (k *cookies) now() *cookiejar.Jar {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.jar
}
