package browser

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/storage"
)

// State is what makes a login: cookies and the storage of origins. Its JSON is
// Playwright's storage state, and what that lacks.
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

	Partition     string `json:"partitionKey,omitempty"`            // site of the page in whose frames alone it is sent; empty: it is not partitioned
	CrossAncestor bool   `json:"_crHasCrossSiteAncestor,omitempty"` // there is a frame of another site between
	Priority      string `json:"priority,omitempty"`                // Low, Medium or High; empty: Medium
	SourceScheme  string `json:"sourceScheme,omitempty"`            // Secure or NonSecure: what it was set over
	SourcePort    int64  `json:"sourcePort,omitempty"`              // from which it was set; -1 when not known
}

// Origin is the storage of one origin.
type Origin struct {
	Origin         string          `json:"origin"` // such as "https://example.org"
	LocalStorage   []Entry         `json:"localStorage"`
	SessionStorage []Entry         `json:"sessionStorage,omitempty"`
	IndexedDB      json.RawMessage `json:"indexedDB,omitempty"` // databases, as storage.js writes them; null or empty for none
	Unsaved        int             `json:"unsaved,omitempty"`   // records of IndexedDB that no text can hold
}

// Entry is one key of a storage.
type Entry struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// empty reports whether the origin stores nothing.
func (o *Origin) empty() bool {
	return len(o.LocalStorage) == 0 && len(o.SessionStorage) == 0 && o.Unsaved == 0 && o.Databases() == 0
}

// Databases returns the number of databases.
func (o *Origin) Databases() int {
	var all []json.RawMessage
	if json.Unmarshal(o.IndexedDB, &all) != nil {
		return 0
	}
	return len(all)
}

// Cookies returns the cookies of the tab's context.
func (t *Tab) Cookies(ctx context.Context) ([]Cookie, error) {
	res, err := cdp.Call(ctx, t.context.browser, storage.GetCookies, storage.GetCookiesParams{BrowserContextID: t.context.id})
	if err != nil {
		return nil, fmt.Errorf("read cookies: %w", err)
	}
	cookies := make([]Cookie, len(res.Cookies))
	for i, c := range res.Cookies {
		cookies[i] = Cookie{
			Name: c.Name, Value: c.Value, Domain: c.Domain, Path: c.Path, Expires: c.Expires, HTTPOnly: c.HTTPOnly, Secure: c.Secure,
			SameSite: string(c.SameSite), Priority: string(c.Priority), SourceScheme: string(c.SourceScheme), SourcePort: c.SourcePort,
		}
		if c.PartitionKey != nil {
			cookies[i].Partition, cookies[i].CrossAncestor = c.PartitionKey.TopLevelSite, c.PartitionKey.HasCrossSiteAncestor
		}
	}
	return cookies, nil
}

// State returns the cookies of the tab's context, and what the origins store that
// the context has shown, and those of more: session storage as this tab has it. No
// request reaches a site. The tab is reset by it.
func (t *Tab) State(ctx context.Context, more ...string) (*State, error) {
	cookies, err := t.Cookies(ctx)
	if err != nil {
		return nil, err
	}
	s := &State{Cookies: cookies, Origins: []Origin{}}
	err = t.pretend(ctx, t.context.touched.with(more), func(origin string) error {
		var stored *Origin
		if err := t.EvalIsolated(ctx, "("+storageJS+")()", &stored); err != nil {
			return fmt.Errorf("read storage of %s: %w", origin, err)
		}
		if stored != nil && !stored.empty() {
			s.Origins = append(s.Origins, *stored)
		}
		return nil
	})
	return s, err
}

// Restore puts the state into the tab's context: cookies, local storage and
// databases for all its tabs, session storage for this one. It is in place when
// Restore returns; no request reaches a site. The tab is reset by it.
func (t *Tab) Restore(ctx context.Context, s *State) error {
	if err := t.context.setCookies(ctx, s.Cookies); err != nil {
		return err
	}
	return t.restoreStorage(ctx, s.Origins)
}

func (c *Context) setCookies(ctx context.Context, cookies []Cookie) error {
	params := storage.SetCookiesParams{BrowserContextID: c.id, Cookies: make([]*network.CookieParam, len(cookies))}
	for i, k := range cookies {
		params.Cookies[i] = k.param()
	}
	if _, err := cdp.Call(ctx, c.browser, storage.SetCookies, params); err != nil {
		return fmt.Errorf("restore cookies: %w", err)
	}
	return nil
}

func (k *Cookie) param() *network.CookieParam {
	p := &network.CookieParam{
		Name: k.Name, Value: k.Value, Domain: k.Domain, Path: k.Path, HTTPOnly: k.HTTPOnly, Secure: k.Secure,
		SameSite: network.CookieSameSite(k.SameSite), Priority: network.CookiePriority(k.Priority),
		SourceScheme: network.CookieSourceScheme(k.SourceScheme), SourcePort: k.SourcePort,
	}
	if k.Expires > 0 {
		p.Expires = cdp.TimeSinceEpoch(k.Expires)
	}
	if k.Partition != "" {
		p.PartitionKey = &network.CookiePartitionKey{TopLevelSite: k.Partition, HasCrossSiteAncestor: k.CrossAncestor}
	}
	return p
}
