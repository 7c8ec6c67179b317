package crawl

import (
	"context"
	"strings"
	"sync"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
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
// to it yet. What the first look brought is kept when the second fails.
func (c *Crawler) take(ctx context.Context, tab *browser.Tab, lease *errand, page *dyncrawl.Page) (*dyncrawl.Page, *harvest) {
	found := c.itemsOf(page)
	lacks := found.lacks()
	if lacks == "" || page.Partial != "" {
		return page, found
	}
	hope := c.shapeOf(lease) + " lacks " + lacks
	if !c.hopes.has(hope) {
		return page, found
	}
	later, err := c.lookAgain(ctx, tab)
	if err != nil {
		c.Log.Debug("the second look failed", "url", lease.Request.URL, "error", err)
		return page, found
	}
	later.Values = page.Values
	more := c.itemsOf(later)
	came := len(more.items) > len(found.items) || len(more.items) == len(found.items) && more.lacks() != lacks
	c.hopes.note(hope, came)
	if !came {
		return page, found
	}
	return later, more
}

func (c *Crawler) lookAgain(ctx context.Context, tab *browser.Tab) (*dyncrawl.Page, error) {
	if err := tab.Settle(ctx, browser.SettleConfig{Quiet: secondQuiet, Real: true, Brief: true, Budget: c.settle().Budget}); err != nil {
		return nil, err
	}
	page, err := tab.Snapshot(ctx)
	if err == nil {
		c.Mask.Page(page)
	}
	return page, err
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
