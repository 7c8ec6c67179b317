package crawl

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"dyncrawl"
	"dyncrawl/flows"
	"dyncrawl/store"
	"dyncrawl/tier"
)

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
	ofFlow   Template // tried first; nil: the flow has none for these pages
	unjudged int      // cheap pages since one was judged
	owed     bool     // a page was to be judged and could not be: the next one takes its place
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

// decode reads what the store keeps of a shape; where that is nothing, a template
// of the flow is on trial. A template that nobody can read any more is one that
// was not learned yet.
func (s *shapes) decode(row store.Shape) (e tier.Evidence, t Template, err error) {
	if len(row.Evidence) == 0 {
		e, t = s.start(row.Key)
		return e, t, nil
	}
	if err := json.Unmarshal(row.Evidence, &e); err != nil {
		return e, nil, &dyncrawl.Error{Class: dyncrawl.ClassStore, Err: fmt.Errorf("read evidence for %s: %w", row.Key, err)}
	}
	if s.learner != nil && len(row.Template) > 0 {
		if t, err = s.learner.Load(row.Template); err != nil {
			t = nil
		}
	}
	if t == nil && e.Trying() == tier.API {
		e.Decision, e.Trial, e.FromFlow = tier.Browser, tier.API, false
	}
	return e, t, nil
}

// start returns what is known of a shape that nobody has seen.
func (s *shapes) start(key string) (tier.Evidence, Template) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.of(key).ofFlow; t != nil {
		return tier.Given(), t
	}
	return tier.Evidence{}, nil
}

// meet returns the shape of url. The caller holds mu.
func (s *shapes) meet(key, url string) *shape {
	if s.known[key] == nil && s.learner != nil {
		if t := s.learner.OfFlow(url); t != nil {
			s.known[key] = &shape{evidence: tier.Given(), template: t, ofFlow: t}
		}
	}
	return s.of(key)
}

// of returns the shape. The caller holds mu.
func (s *shapes) of(key string) *shape {
	if s.known[key] == nil {
		s.known[key] = &shape{}
	}
	return s.known[key]
}

// route returns the way of a URL of the shape and counts it. A way that takes a
// tab is refused, and not counted, when it may not render.
func (s *shapes) route(key, url string, mayRender bool) (_ route, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.meet(key, url)
	r := route{Route: known.evidence.Route(known.unjudged), shape: key, given: len(known.evidence.Demotions)}
	switch {
	case r.Tier == tier.API && known.template == nil && !s.wantsSample(known):
		r.Route = tier.Route{Tier: tier.Browser}
	case r.Tier == tier.API:
		r.template = known.template
	}
	r.Judged = r.Judged || known.owed && r.Tier != tier.Browser
	switch {
	case r.renders() && !mayRender:
		return r, false
	case r.Judged:
		known.unjudged, known.owed = 0, false
	case r.Tier != tier.Browser:
		known.unjudged++
	}
	return r, true
}

// owe has the next cheap page of the shape judged.
func (s *shapes) owe(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of(key).owed = true
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
		s.release(known)
	}
}
