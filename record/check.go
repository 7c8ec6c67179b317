package record

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/flows"
)

//go:embed check.js
var checkJS string

// errAlike says that nothing tells logged-in from logged-out.
var errAlike = errors.New("nothing on the page is there for logged-in visitors only")

// sight is a page as it is with the session and without.
type sight struct {
	check     flows.SessionCheck
	loginPage dyncrawl.Pattern // where a visitor without a session is sent; zero: nowhere else
}

// compare looks at a page with the session and without it, and returns what only
// the session shows there, twice.
func (r *Recorder) compare(ctx context.Context, at string) (sight, error) {
	var chains [][]string
	if err := r.look(ctx, r.tab, at); err != nil {
		return sight{}, err
	}
	if err := r.watches[0].Ask(ctx, checkJS, &chains); err != nil {
		return sight{}, err
	}
	stranger, end, err := r.tab.Stranger(ctx)
	if err != nil {
		return sight{}, err
	}
	defer func() { _ = end(context.WithoutCancel(ctx)) }()
	if err := r.look(ctx, stranger, at); err != nil {
		return sight{}, err
	}
	if err := r.look(ctx, r.tab, at); err != nil { // what differs from load to load is no sign
		return sight{}, err
	}
	for _, chain := range chains {
		own, err := r.onlyHere(ctx, stranger, chain)
		if err != nil {
			return sight{}, err
		}
		if len(own) > 0 {
			s := sight{check: flows.SessionCheck{URL: at, Present: own}}
			if elsewhere, err := stranger.URL(ctx); err == nil && pathOf(elsewhere) != pathOf(at) {
				s.loginPage, _ = dyncrawl.ParsePattern(pathPattern(elsewhere)) // a path always is one
			}
			return s, nil
		}
	}
	return sight{}, errAlike
}

// look takes a tab to the page and waits for it.
func (r *Recorder) look(ctx context.Context, tab *browser.Tab, at string) error {
	if err := tab.Goto(ctx, at); err != nil {
		return fmt.Errorf("compare the page with and without the session: %w", err)
	}
	return tab.Settle(ctx, browser.SettleConfig{Budget: settleTime})
}

// onlyHere returns those of the selectors that find something in the recorder's
// tab and nothing in the stranger's.
func (r *Recorder) onlyHere(ctx context.Context, stranger *browser.Tab, chain []string) (browser.Selectors, error) {
	var own browser.Selectors
	for _, text := range chain {
		one, err := browser.ParseSelectors(text)
		if err != nil {
			continue
		}
		theirs, err := stranger.FindAll(ctx, one)
		if err != nil {
			return nil, err
		}
		ours, err := r.tab.FindAll(ctx, one)
		if err != nil {
			return nil, err
		}
		if len(theirs) == 0 && len(ours) > 0 {
			own = append(own, one...)
		}
	}
	return own, nil
}
