package learn

import (
	"errors"
	"slices"

	"dyncrawl"
	"dyncrawl/extract"
)

// ready says when a plain page needs nothing more: some sites send a part of
// their pages complete, and leave the others to a script.
type ready struct {
	Rules  []extract.Rule      `json:"rules"`
	Follow []extract.Follow    `json:"follow,omitempty"`
	Filled map[string][]string `json:"filled"` // the fields that such a page's items all have, by item type
}

// take returns the items of a plain page that is ready.
func (r *ready) take(p *dyncrawl.Page) (items []dyncrawl.Item, ok bool) {
	items, _ = extract.From(p, r.Rules)
	found := map[string]bool{}
	for _, item := range items {
		found[item.Type] = true
		if len(item.Problems) > 0 || slices.ContainsFunc(r.Filled[item.Type], func(f string) bool { return item.Fields[f] == nil }) {
			return nil, false
		}
	}
	return items, len(found) >= len(r.Filled)
}

// errAlike says that there are no two kinds of pages to learn from.
var errAlike = errors.New("the plain pages are all ready, or too few are not")

// learnMixed learns from pages of which some are ready as they are sent: the
// others are learned from alone.
func learnMixed(samples []Sample, rules []extract.Rule, follow []extract.Follow) (*Template, error) {
	r := &ready{Rules: rules, Follow: follow}
	var rest []Sample
	for i := range samples {
		if s := &samples[i]; r.is(s) {
			r.narrow(s.Items)
		} else {
			rest = append(rest, *s)
		}
	}
	if len(r.Filled) == 0 || len(rest) < leastSamples {
		return nil, errAlike
	}
	t, err := learnFrom(rest, rules, follow)
	if err != nil {
		return nil, err
	}
	t.Ready = r
	for i := range samples {
		if err := t.reproduces(&samples[i]); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// is reports whether the plain page has all items and links of a sample.
func (r *ready) is(s *Sample) bool {
	if s.Raw == nil || len(s.Items) == 0 {
		return false
	}
	page := replayed(s)
	page.Exchanges = nil
	items, _ := extract.From(page, r.Rules)
	return sameItems(s.Items, items) == nil && difference(addresses(s.Links), addresses(extract.Links(page, r.Follow))) == ""
}

// narrow keeps the fields that these items all have too.
func (r *ready) narrow(items []dyncrawl.Item) {
	filled := map[string][]string{}
	for _, item := range items {
		fields, known := filled[item.Type]
		if !known {
			fields = sortedKeys(item.Fields)
		}
		filled[item.Type] = slices.DeleteFunc(fields, func(f string) bool { return item.Fields[f] == nil })
	}
	if r.Filled == nil {
		r.Filled = filled
		return
	}
	for name, fields := range r.Filled {
		if now, ok := filled[name]; ok {
			r.Filled[name] = slices.DeleteFunc(fields, func(f string) bool { return !slices.Contains(now, f) })
		} else {
			delete(r.Filled, name)
		}
	}
}
