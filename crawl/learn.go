package crawl

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"dyncrawl"
	"dyncrawl/store"
	"dyncrawl/tier"
)

// Sample is one visit to learn from: what the browser saw, with its exchanges,
// and the plain answer for the same URL.
type Sample struct {
	Page  *dyncrawl.Page
	Raw   *dyncrawl.Page
	Items []dyncrawl.Item
	Links []dyncrawl.Link
}

// Learner finds out how the script of a shape's pages asks for its data.
type Learner interface {
	// Learn returns a template that brings what the samples show; the error says
	// why there is none.
	Learn(samples []Sample) (Template, error)
	// Load returns the template that MarshalJSON wrote.
	Load(text []byte) (Template, error)
	// OfFlow returns the template that the flow has for the page at url; nil when it
	// has none.
	OfFlow(url string) Template
}

// Template asks a site for the data of one page, as its script would.
type Template interface {
	json.Marshaler
	// Visit returns the page with its exchanges, the items and the links that the
	// browser would have brought.
	Visit(ctx context.Context, url string, do func(context.Context, dyncrawl.Request) (*dyncrawl.Page, error)) (
		*dyncrawl.Page, []dyncrawl.Item, []dyncrawl.Link, error)
}

// sampleCounts are the numbers of samples after which learning is tried, unless
// a template is on trial. One that is refuted is followed by one that was learned
// from another page, too.
var sampleCounts = []int{3, 4, 6, 8, 12}

// maxSampled bounds the shapes whose samples are held in memory at a time.
const maxSampled = 32

// sample visits a page that is learned from: the rendering, and the plain answer
// for the same URL.
func (c *Crawler) sample(ctx context.Context, lease *errand, r route) (*sight, error) {
	seen, err := c.render(ctx, lease, r)
	if err != nil || doubtful(seen.page) || c.turn(ctx, lease) != nil {
		return seen, err
	}
	client, err := c.client(ctx, lease.as)
	if err != nil {
		return seen, nil
	}
	budget, cancel := context.WithTimeout(ctx, c.pageBudget())
	defer cancel()
	raw, err := client.Do(budget, dyncrawl.Request{URL: lease.Request.URL})
	if err != nil || statusError(raw) != nil {
		return seen, nil
	}
	all := c.shapes.sampled(r.shape, Sample{Page: seen.page, Raw: raw, Items: seen.found.items, Links: seen.links})
	if all != nil {
		c.learning.Go(func() { c.learn(ctx, r.shape, all) })
	}
	return seen, nil
}

// learn looks for a template in the samples and keeps it.
func (c *Crawler) learn(ctx context.Context, shape string, samples []Sample) {
	template, err := c.Learner.Learn(samples)
	if err != nil {
		c.Log.Debug("nothing was learned", "shape", shape, "samples", len(samples), "reason", err)
	} else {
		c.Log.Info("learned how a page's script asks for its data", "shape", shape)
	}
	last := len(samples) >= sampleCounts[len(sampleCounts)-1]
	err = c.keepTemplate(ctx, shape, template, func(e tier.Evidence) (tier.Evidence, bool) {
		switch {
		case err == nil:
			return e.Learned(), false
		case last:
			return e.Unlearnable(fmt.Sprintf("nothing was learned from %d pages: %v", len(samples), err), time.Now()), false
		}
		return e, false
	})
	if err != nil {
		c.Log.Warn("what was learned is not kept", "shape", shape, "error", err)
	}
}

// wantsSample reports whether a page of the shape is one to learn from.
func (s *shapes) wantsSample(known *shape) bool {
	return s.learner != nil && !known.learning && (known.samples != nil || s.holding < maxSampled)
}

// sampled adds a sample, and returns all of them when it is time to learn.
func (s *shapes) sampled(key string, sample Sample) []Sample {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.of(key)
	if !s.wantsSample(known) || known.template != nil {
		return nil
	}
	if known.samples == nil {
		s.holding++
	}
	known.samples = append(known.samples, sample)
	if !slices.Contains(sampleCounts, len(known.samples)) {
		return nil
	}
	known.learning = true
	return slices.Clone(known.samples)
}

// learned ends the learning from a shape's samples.
func (s *shapes) learned(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of(key).learning = false
}

// release forgets the samples of a shape from which nothing is to be learned any
// more. The caller holds mu.
func (s *shapes) release(known *shape) {
	learns := known.evidence.Decision != tier.API && known.evidence.Trying() == tier.API
	if !learns && known.samples != nil {
		known.samples = nil
		s.holding--
	}
}

// keepTemplate writes the outcome of learning; template is nil when there was none.
func (c *Crawler) keepTemplate(ctx context.Context, key string, template Template, what lesson) error {
	err := c.Store.Update(ctx, func(tx *store.Tx) error {
		row, err := tx.Shape(ctx, key)
		if err != nil {
			return err
		}
		before, _, err := c.shapes.decode(row)
		if err != nil {
			return err
		}
		row.Template = nil
		after, _ := what(before)
		return c.saveShape(ctx, tx, row, after, template)
	})
	c.shapes.learned(key)
	return err
}
