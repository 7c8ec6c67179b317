package crawl

import (
	"context"
	"sync"

	"dyncrawl/browser"
)

// calmAfter is how many explored pages of a shape in a row must have held nothing
// that can be acted on before others are expected to be like them.
const calmAfter = 5

// calm knows the shapes of URLs on whose pages nothing can be done. They are shown
// as if they were not to be explored, since holding a page costs a seventh of a
// visit; one that turns out to be alive after all is loaded again and held. It is
// safe for concurrent use.
type calm struct {
	mu   sync.Mutex
	rows map[string]int // calm pages in a row, by shape
}

// has reports whether the pages of the shape are calm.
func (c *calm) has(shape string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rows[shape] >= calmAfter
}

// note takes in what a page of the shape was like.
func (c *calm) note(shape string, lively bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rows == nil {
		c.rows = map[string]int{}
	}
	c.rows[shape]++
	if lively {
		c.rows[shape] = 0
	}
}

// isCalm reports whether the page is expected to be one on which nothing can be done.
// Logins are checked in tabs that hold their pages.
func (c *Crawler) isCalm(lease *errand) bool {
	return c.Flow.Session == nil && !sends(lease) && c.calm.has(c.shapeOf(lease))
}

// noteCalm notes whether anything could be done to the page.
func (c *Crawler) noteCalm(lease *errand, lively bool) {
	c.calm.note(c.shapeOf(lease), lively)
}

// hold loads a page again that was shown without being held.
func (c *Crawler) hold(ctx context.Context, tab *browser.Tab, lease *errand) error {
	c.noteCalm(lease, true)
	if err := c.enter(ctx, tab, lease); err != nil {
		return err
	}
	return tab.Settle(ctx, c.settle())
}
