package browser

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/storage"
)

//go:embed storage.js
var storageJS string

// State is what makes a login: cookies and the storage of origins. Its JSON is
// close to that of Playwright's storage state.
type State struct {
	Cookies []Cookie `json:"cookies"`
	Origins []Origin `json:"origins"`
}

// Cookie is one cookie.
type Cookie struct {
	Name     string  `json:"name"`
	Value    string  `json:"value"`
	Domain   string  `json:"domain"` // begins with a dot when subdomains get it too
	Path     string  `json:"path"`
	Expires  float64 `json:"expires"` // seconds since 1970; -1 when it ends with the session
	HTTPOnly bool    `json:"httpOnly"`
	Secure   bool    `json:"secure"`
	SameSite string  `json:"sameSite,omitempty"` // Strict, Lax or None
}

// Origin is the storage of one origin.
type Origin struct {
	Origin         string  `json:"origin"` // such as "https://example.org"
	LocalStorage   []Entry `json:"localStorage"`
	SessionStorage []Entry `json:"sessionStorage"`
}

// Entry is one key of a storage.
type Entry struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// State returns the cookies of the tab's context and the storage of the origin
// that it shows. A caller that needs several origins merges them.
func (t *Tab) State(ctx context.Context) (*State, error) {
	res, err := cdp.Call(ctx, t.context.browser, storage.GetCookies, storage.GetCookiesParams{BrowserContextID: t.context.id})
	if err != nil {
		return nil, fmt.Errorf("read session state: %w", err)
	}
	s := &State{Cookies: make([]Cookie, len(res.Cookies)), Origins: []Origin{}}
	for i, c := range res.Cookies {
		s.Cookies[i] = Cookie{c.Name, c.Value, c.Domain, c.Path, c.Expires, c.HTTPOnly, c.Secure, string(c.SameSite)}
	}
	var origin *Origin
	if err := t.EvalIsolated(ctx, "("+storageJS+")()", &origin); err != nil {
		return nil, fmt.Errorf("read session state: %w", err)
	}
	if origin != nil {
		s.Origins = append(s.Origins, *origin)
	}
	return s, nil
}

// Restore puts the state into the tab's context: cookies and local storage for
// all its tabs, session storage for this one. It is in place when Restore
// returns; no request reaches a site. The tab is reset by it.
func (t *Tab) Restore(ctx context.Context, s *State) error {
	if err := t.context.setCookies(ctx, s.Cookies); err != nil {
		return err
	}
	return t.restoreStorage(ctx, s.Origins)
}

func (c *Context) setCookies(ctx context.Context, cookies []Cookie) error {
	params := storage.SetCookiesParams{BrowserContextID: c.id, Cookies: make([]*network.CookieParam, len(cookies))}
	for i, k := range cookies {
		p := &network.CookieParam{Name: k.Name, Value: k.Value, Domain: k.Domain, Path: k.Path,
			HTTPOnly: k.HTTPOnly, Secure: k.Secure, SameSite: network.CookieSameSite(k.SameSite)}
		if k.Expires > 0 {
			p.Expires = cdp.TimeSinceEpoch(k.Expires)
		}
		params.Cookies[i] = p
	}
	if _, err := cdp.Call(ctx, c.browser, storage.SetCookies, params); err != nil {
		return fmt.Errorf("restore cookies: %w", err)
	}
	return nil
}

// restoreStorage shows an empty document of each origin, made up on the spot,
// and fills the storage from there.
func (t *Tab) restoreStorage(ctx context.Context, origins []Origin) error {
	if len(origins) == 0 {
		return nil
	}
	t.held.Store(false)
	if err := t.narrow(ctx); err != nil {
		return fmt.Errorf("restore storage: %w", err)
	}
	t.faking.Store(true)
	defer t.faking.Store(false)
	documents := append(blockedPatterns(), &fetch.RequestPattern{URLPattern: "*", ResourceType: network.ResourceTypeDocument})
	if _, err := cdp.Call(ctx, t.session, fetch.Enable, fetch.EnableParams{Patterns: documents}); err != nil {
		return fmt.Errorf("restore storage: %w", err)
	}
	for _, origin := range origins {
		if err := t.fillStorage(ctx, origin); err != nil {
			return fmt.Errorf("restore storage of %s: %w", origin.Origin, err)
		}
	}
	if err := t.Reset(ctx); err != nil {
		return err
	}
	if err := t.block(ctx); err != nil {
		return fmt.Errorf("restore storage: %w", err)
	}
	return nil
}

func (t *Tab) fillStorage(ctx context.Context, origin Origin) error {
	if err := t.Goto(ctx, origin.Origin+"/"); err != nil {
		return err
	}
	data, err := json.Marshal(origin)
	if err != nil {
		return err
	}
	return t.EvalIsolated(ctx, fmt.Sprintf("(%s)(%s)", storageJS, data), nil)
}
