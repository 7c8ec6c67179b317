// Package learn finds out how a page's script gets its data, so that the next
// page of the same kind needs no browser. From a few rendered visits of one URL
// shape, with the AJAX answers that they received, it learns a Template: which
// requests to send, where their parameters come from, and where the items and
// links lie in the answers. It is pure: who sends the requests is the caller's
// business.
package learn

import (
	"context"
	"errors"
	"fmt"

	"dyncrawl"
	"dyncrawl/extract"
)

// Sample is one rendered visit, with its exchanges, and what was taken from it.
type Sample struct {
	Page  *dyncrawl.Page
	Raw   *dyncrawl.Page // the plain answer for the same URL; nil when none was asked for
	Items []dyncrawl.Item
	Links []dyncrawl.Link
}

// Doer sends one request over plain HTTP and returns the answer, whose decoded
// body is the page's HTML whatever its type. Cookies and the user agent are its
// business. An HTTP error status is no error.
type Doer func(ctx context.Context, r dyncrawl.Request) (*dyncrawl.Page, error)

// leastSamples is how many visits are compared at least: with one, everything
// would look constant.
const leastSamples = 2

// Learn returns a template that brings the items and links of every sample, each
// of them and no others; it has been replayed on the samples' own answers. With
// three samples or more, one of them is kept out of learning and serves as the
// check. The rules and follow rules are those that the samples were read with;
// they must have passed Validate. The error says what cannot be had without a
// browser and why.
func Learn(samples []Sample, rules []extract.Rule, follow []extract.Follow) (*Template, error) {
	if len(samples) < leastSamples {
		return nil, fmt.Errorf("too few visits to learn from: %d, and at least %d are needed", len(samples), leastSamples)
	}
	t, err := learnFrom(samples, rules, follow)
	if err == nil {
		return t, nil
	}
	if mixed, mixedErr := learnMixed(samples, rules, follow); mixedErr == nil {
		return mixed, nil
	}
	return nil, err
}

// learnFrom is Learn for pages that all come about in the same way.
func learnFrom(samples []Sample, rules []extract.Rule, follow []extract.Follow) (*Template, error) {
	if len(samples) <= leastSamples {
		return learnAll(samples, samples, rules, follow)
	}
	var errs []error
	for out := len(samples) - 1; out >= 0; out-- {
		t, err := learnAll(without(samples, out), samples, rules, follow)
		if err == nil {
			return t, nil
		}
		errs = append(errs, err)
	}
	return nil, errs[0]
}

func without(samples []Sample, out int) []Sample {
	rest := append([]Sample{}, samples[:out]...)
	return append(rest, samples[out+1:]...)
}

// learnAll learns from some samples and replays all of them.
func learnAll(from, all []Sample, rules []extract.Rule, follow []extract.Follow) (*Template, error) {
	l := newLearner(from)
	if err := l.learnRules(rules); err != nil {
		return nil, err
	}
	if err := l.learnLinks(follow); err != nil {
		return nil, err
	}
	t, err := l.template()
	if err != nil {
		return nil, err
	}
	for i := range all {
		if err := t.reproduces(&all[i]); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// learner holds what is known of the samples while a template is made.
type learner struct {
	samples []Sample
	pages   []*dyncrawl.Page // the samples as a replay sees them: plain HTML and all answers
	classes []*class
	spec    spec
	needed  map[int]bool // classes, by index
}

func newLearner(samples []Sample) *learner {
	l := &learner{samples: samples, needed: map[int]bool{}}
	for i := range samples {
		l.pages = append(l.pages, replayed(&samples[i]))
	}
	l.classes = classify(samples)
	for i := range l.classes {
		l.derive(i)
	}
	return l
}

// replayed is what a replay has of a visit: the plain page in place of the
// rendered one.
func replayed(s *Sample) *dyncrawl.Page {
	p := &dyncrawl.Page{URL: s.Page.URL, FinalURL: s.Page.FinalURL, FetchedAt: s.Page.FetchedAt, Exchanges: s.Page.Exchanges}
	if s.Raw != nil {
		p.HTML = s.Raw.HTML
	}
	return p
}

// template puts the calls that are needed in an order in which each comes after
// those that it takes values from.
func (l *learner) template() (*Template, error) {
	place := map[int]int{}
	var add func(i int) error
	add = func(i int) error {
		if _, ok := place[i]; ok {
			return nil
		}
		c := l.classes[i]
		if c.refused != nil {
			return c.refused
		}
		for _, d := range c.call.sources() {
			if err := add(d); err != nil {
				return err
			}
		}
		place[i] = len(l.spec.Calls)
		l.spec.Calls = append(l.spec.Calls, c.call.renumbered(place))
		return nil
	}
	for i := range l.classes {
		if l.needed[i] {
			if err := add(i); err != nil {
				return nil, err
			}
		}
	}
	l.spec.Page = l.spec.Page || l.spec.readsPage()
	if l.spec.Page && l.samples[0].Raw == nil {
		return nil, errors.New("the plain page is needed, and no visit came with it")
	}
	return compile(l.spec)
}
