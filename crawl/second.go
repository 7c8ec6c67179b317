package crawl

import (
	"context"
	"strings"
	"sync"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/extract"
)

const (
	// secondQuiet is the real time without a change that a page is given which
	// lacks what the rules ask for.
	secondQuiet = time.Second
	// secondLooks is how many in a row may bring nothing before it is taken for
	// usual that pages of a shape lack this.
	secondLooks = 3
)

// hopes counts the second looks that brought nothing since one did, by the shape
// of the pages and what they lacked. It is safe for concurrent use.
type hopes struct {
	mu   sync.Mutex
	vain map[string]int
}

func newHopes() *hopes { return &hopes{vain: map[string]int{}} }

func (h *hopes) has(hope string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.vain[hope] < secondLooks
}

func (h *hopes) note(hope string, came bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.vain[hope]++; came {
		h.vain[hope] = 0
	}
}

// take extracts from the page in the tab. A page that lacks what the rules ask
// for is looked at a second time: on a busy machine its script may not have come
// to it yet.
func (c *Crawler) take(ctx context.Context, tab *browser.Tab, lease *errand, page *dyncrawl.Page) (*dyncrawl.Page, *harvest, error) {
	found := (&harvest{}).add(extract.From(page, c.Flow.Extract))
	lacks := found.lacks()
	if lacks == "" || page.Partial != "" {
		return page, found, nil
	}
	shape, _ := c.shapes.shaper.Shape(lease.Request.URL)
	hope := shape + " lacks " + lacks
	if !c.hopes.has(hope) {
		return page, found, nil
	}
	if err := tab.Settle(ctx, browser.SettleConfig{Quiet: secondQuiet, Real: true, Brief: true, Budget: c.settle().Budget}); err != nil {
		return nil, nil, err
	}
	later, err := tab.Snapshot(ctx)
	if err != nil {
		return nil, nil, err
	}
	c.Mask.Page(later)
	later.Values = page.Values
	more := (&harvest{}).add(extract.From(later, c.Flow.Extract))
	c.hopes.note(hope, more.lacks() != lacks)
	return later, more, nil
}

// lacks names the rules that read the page and brought no item, or one without
// what they require; empty when there is none.
func (h *harvest) lacks() string {
	var names []string
	for _, count := range h.counts {
		if count.Sources > 0 && count.Items == 0 || count.Invalid > 0 {
			names = append(names, count.Rule)
		}
	}
	return strings.Join(names, " ")
}
