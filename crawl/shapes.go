package crawl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"dyncrawl"
	"dyncrawl/flows"
	"dyncrawl/frontier"
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
}

// Template asks a site for the data of one page, as its script would.
type Template interface {
	json.Marshaler
	// Visit returns the page with its exchanges, the items and the links that the
	// browser would have brought.
	Visit(ctx context.Context, url string, do func(context.Context, dyncrawl.Request) (*dyncrawl.Page, error)) (
		*dyncrawl.Page, []dyncrawl.Item, []dyncrawl.Link, error)
}

// sampleCounts are the numbers of samples after which learning is tried.
var sampleCounts = []int{3, 6, 12}

// maxSampled bounds the shapes whose samples are held in memory at a time.
const maxSampled = 32

// shapes is what this run knows of the shapes of URLs: a copy of what the store
// has, and what concerns this run alone. It is safe for concurrent use.
type shapes struct {
	shaper  *tier.Shaper
	learner Learner // nil: the tier api is not tried

	mu      sync.Mutex
	known   map[string]*shape
	holding int
}

type shape struct {
	evidence tier.Evidence
	template Template
	unjudged int  // cheap pages since one was judged
	owed     bool // a page was to be judged and could not be: the next one takes its place
	samples  []Sample
	learning bool
}

func newShapes(f *flows.Flow, learner Learner) *shapes {
	return &shapes{shaper: tier.NewShaper(f.Extract, f.Follow), learner: learner, known: map[string]*shape{}}
}

// load takes over what earlier runs have found out.
func (s *shapes) load(ctx context.Context, from *store.Store) error {
	rows, err := from.Shapes(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		s.shaper.Know(row.Key)
		evidence, template, err := s.decode(row)
		if err != nil {
			return err
		}
		s.known[row.Key] = &shape{evidence: evidence, template: template}
	}
	return nil
}

// decode reads what the store keeps of a shape. A template that nobody can read
// any more is one that was not learned yet.
func (s *shapes) decode(row store.Shape) (e tier.Evidence, t Template, err error) {
	if len(row.Evidence) > 0 {
		if err := json.Unmarshal(row.Evidence, &e); err != nil {
			return e, nil, &dyncrawl.Error{Class: dyncrawl.ClassStore, Err: fmt.Errorf("read evidence for %s: %w", row.Key, err)}
		}
	}
	if s.learner != nil && len(row.Template) > 0 {
		if t, err = s.learner.Load(row.Template); err != nil {
			t = nil
		}
	}
	if t == nil && e.Decision == tier.API {
		e.Decision, e.Trial = tier.Browser, tier.API
	}
	return e, t, nil
}

// of returns the shape. The caller holds mu.
func (s *shapes) of(key string) *shape {
	if s.known[key] == nil {
		s.known[key] = &shape{}
	}
	return s.known[key]
}

// route returns the way of a URL of the shape and counts it.
func (s *shapes) route(key, url string) route {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.of(key)
	r := route{Route: known.evidence.Route(url, known.unjudged), shape: key}
	switch {
	case r.Tier == tier.API && known.template == nil && !s.wantsSample(known):
		r.Route = tier.Route{Tier: tier.Browser}
	case r.Tier == tier.API:
		r.template = known.template
	}
	if r.Tier != tier.Browser {
		known.unjudged++
	}
	r.Judged = r.Judged || known.owed && r.Tier != tier.Browser
	if r.Judged {
		known.unjudged, known.owed = 0, false
	}
	return r
}

// owe has the next cheap page of the shape judged.
func (s *shapes) owe(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of(key).owed = true
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

// suspects reports whether a cheap visit lacks what the shape's pages always had.
func (s *shapes) suspects(key string, f tier.Facts) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of(key).evidence.Suspects(f)
}

// put notes what the store now has, unless something newer is known.
func (s *shapes) put(key string, e tier.Evidence, t Template) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.of(key)
	if e.Version >= known.evidence.Version {
		known.evidence, known.template = e, t
	}
}

// learned ends the learning from a shape's samples. They are needed no more when
// it found something or will not be tried again.
func (s *shapes) learned(key string, done bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.of(key)
	known.learning = false
	if done && known.samples != nil {
		known.samples = nil
		s.holding--
	}
}

// errOvertaken says that the shape was demoted while one of its pages was
// fetched the cheap way.
var errOvertaken = errors.New("the shape is not visited this way any more")

// conclude applies the lesson of a visit to its shape, in the transaction that
// stores the page. A demotion queues the pages again that came that way. A cheap
// page that was overtaken by a demotion is refused.
func (c *Crawler) conclude(ctx context.Context, tx *store.Tx, seen *sight) error {
	cheap := seen.Tier != tier.Browser && !seen.fixed
	if seen.lesson == nil && !cheap {
		return nil
	}
	row, err := tx.Shape(ctx, seen.shape)
	if err != nil {
		return err
	}
	before, template, err := c.shapes.decode(row)
	if err != nil {
		return err
	}
	if cheap && before.Decision != seen.Tier {
		return errOvertaken
	}
	if seen.lesson == nil {
		return nil
	}
	after, repeat := seen.lesson(before)
	if repeat {
		if err := c.repeat(ctx, tx, seen.shape, before.Decision); err != nil {
			return err
		}
	}
	return c.saveShape(ctx, tx, row, after, template)
}

// repeat queues the pages of the shape that came by the tier.
func (c *Crawler) repeat(ctx context.Context, tx *store.Tx, shape string, by tier.Tier) error {
	ids, err := tx.CameBy(ctx, store.Way{Tier: string(by), Shape: shape})
	if err != nil {
		return err
	}
	n, err := c.Frontier.Repeat(ctx, tx, ids)
	if err != nil {
		return err
	}
	tx.OnCommit(func() { c.Log.Warn("demoted: its pages are visited again", "shape", shape, "tier", by, "pages", n) })
	return nil
}

// saveShape keeps the evidence and the row's template.
func (c *Crawler) saveShape(ctx context.Context, tx *store.Tx, row store.Shape, e tier.Evidence, t Template) (err error) {
	if row.Evidence, err = json.Marshal(e); err != nil {
		return fmt.Errorf("write evidence for %s: %w", row.Key, err)
	}
	row.Decision, row.Changed = string(tier.Browser), time.Now()
	if e.Decision != "" {
		row.Decision = string(e.Decision)
	}
	tx.OnCommit(func() { c.shapes.put(row.Key, e, t) })
	return tx.SaveShape(ctx, row)
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
		if template != nil {
			if row.Template, err = template.MarshalJSON(); err != nil {
				return fmt.Errorf("write template of %s: %w", key, err)
			}
		}
		after, _ := what(before)
		return c.saveShape(ctx, tx, row, after, template)
	})
	c.shapes.learned(key, err != nil || template != nil)
	return err
}

// replaceCheap removes the items of the URL's stored page when that came the
// cheap way: they may be wrong, and what comes now takes their place.
func replaceCheap(ctx context.Context, tx *store.Tx, lease *frontier.Lease) error {
	way, err := tx.WayOf(ctx, lease.ID)
	if err != nil || way.Tier == "" || way.Tier == string(tier.Browser) {
		return err
	}
	return tx.DropItems(ctx, lease.ID)
}
