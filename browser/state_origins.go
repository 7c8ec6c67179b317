package browser

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
)

// StateOf is State with the storage of further origins, such as
// "https://login.example", which the tab has shown. No request reaches a site for
// them. The tab is reset by it when there are any.
func (t *Tab) StateOf(ctx context.Context, origins ...string) (*State, error) {
	state, err := t.State(ctx)
	if err != nil || len(origins) == 0 {
		return state, err
	}
	documents := append(blockedPatterns(), &fetch.RequestPattern{URLPattern: "*", ResourceType: network.ResourceTypeDocument})
	if _, err := cdp.Call(ctx, t.session, fetch.Enable, fetch.EnableParams{Patterns: documents}); err != nil {
		return nil, fmt.Errorf("read storage: %w", err)
	}
	t.faking.Store(true)
	defer t.faking.Store(false)
	for _, origin := range origins {
		if err := t.Goto(ctx, origin+"/"); err != nil {
			return nil, fmt.Errorf("read storage of %s: %w", origin, err)
		}
		var found *Origin
		if err := t.EvalIsolated(ctx, "("+storageJS+")()", &found); err != nil {
			return nil, fmt.Errorf("read storage of %s: %w", origin, err)
		}
		if found != nil {
			state.Origins = append(state.Origins, *found)
		}
	}
	if err := t.Reset(ctx); err != nil {
		return nil, err
	}
	return state, t.block(ctx)
}
