package browser

import (
	"context"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
)

// blocked are the kinds of resources that a crawl has no use for. Only requests
// for them wait for our word.
var blocked = []network.ResourceType{network.ResourceTypeImage, network.ResourceTypeMedia, network.ResourceTypeFont}

func (c Config) blockedPatterns() []*fetch.RequestPattern {
	var patterns []*fetch.RequestPattern
	for _, kind := range blocked {
		if c.NoImages && kind == network.ResourceTypeImage {
			continue
		}
		patterns = append(patterns, &fetch.RequestPattern{URLPattern: "*", ResourceType: kind})
	}
	return patterns
}

// AllowResources lets the page load, from now on and until the next Reset, the
// kinds "image", "media" and "font", which are refused otherwise.
func (t *Tab) AllowResources(kinds ...string) {
	allowed := make(map[network.ResourceType]bool)
	for _, kind := range blocked {
		for _, k := range kinds {
			allowed[kind] = allowed[kind] || strings.EqualFold(k, string(kind))
		}
	}
	t.allowed.Store(&allowed)
}

// judge answers a request that waits for our word.
func (t *Tab) judge(ev *fetch.EventRequestPaused) {
	ctx := context.Background()
	if ev.ResourceType == network.ResourceTypeDocument {
		if t.faking.Load() {
			t.fulfill(ctx, ev.RequestID)
		} else {
			t.judgeDocument(ctx, ev)
		}
		return
	}
	if (*t.allowed.Load())[ev.ResourceType] {
		_, _ = cdp.Call(ctx, t.session, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: ev.RequestID})
		return
	}
	_, _ = cdp.Call(ctx, t.session, fetch.FailRequest, fetch.FailRequestParams{
		RequestID:   ev.RequestID,
		ErrorReason: network.ErrorReasonBlockedByClient,
	})
}

// fulfill answers a request for a document with an empty one, while storage is
// being restored.
func (t *Tab) fulfill(ctx context.Context, id fetch.RequestID) {
	_, _ = cdp.Call(ctx, t.session, fetch.FulfillRequest, fetch.FulfillRequestParams{
		RequestID:       id,
		ResponseCode:    200,
		ResponseHeaders: []*fetch.HeaderEntry{{Name: "Content-Type", Value: "text/html"}},
	})
}
