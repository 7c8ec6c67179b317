package crawl

import (
	"fmt"
	"slices"
	"sync"

	"dyncrawl"
	"dyncrawl/explore"
	"dyncrawl/extract"
)

// harvest is what one visit took from its page.
type harvest struct {
	items  []dyncrawl.Item
	counts []extract.Count
	values map[string]any // what eval steps kept
}

// add appends what extract.From returned and returns h.
func (h *harvest) add(items []dyncrawl.Item, counts []extract.Count) *harvest {
	h.items = append(h.items, items...)
	h.counts = append(h.counts, counts...)
	return h
}

// addNew is add without the items that are there already.
func (h *harvest) addNew(items []dyncrawl.Item, counts []extract.Count) *harvest {
	if len(h.items) == 0 {
		return h.add(items, counts)
	}
	known := map[string]bool{}
	for _, item := range h.items {
		known[nameOf(item)] = true
	}
	fresh := slices.DeleteFunc(items, func(item dyncrawl.Item) bool { return known[nameOf(item)] })
	left := map[string]int{}
	for _, item := range fresh {
		left[item.Type]++
	}
	for i := range counts {
		counts[i].Items = left[counts[i].Rule]
	}
	return h.add(fresh, counts)
}

// nameOf is the same for items that are equal.
func nameOf(item dyncrawl.Item) string { return fmt.Sprintf("%s %v", item.Type, item.Fields) }

// rulesNamed returns the flow's extraction rules with these names.
func (c *Crawler) rulesNamed(names []string) []extract.Rule {
	var rules []extract.Rule
	for _, rule := range c.Flow.Extract {
		if slices.Contains(names, rule.Name) {
			rules = append(rules, rule)
		}
	}
	return rules
}

// tally counts what this run has done. Its zero value is ready.
type tally struct {
	mu      sync.Mutex
	stored  int
	partial map[string]int // by reason
	retried int
	hints   map[dyncrawl.Class]string
	items   map[string]*itemTally

	explored Explored
}

// itemTally counts the items of one type and how many lacked a field.
type itemTally struct {
	pages, taken, rejected int
	empty                  map[string]int // by field
}

// pages returns the number of pages stored by this run.
func (t *tally) pages() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stored
}

// done counts a page that was stored with its items.
func (t *tally) done(page *dyncrawl.Page, h *harvest) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stored++
	if page.Partial != "" {
		if t.partial == nil {
			t.partial = map[string]int{}
		}
		t.partial[page.Partial]++
	}
	for _, count := range h.counts {
		t.count(count)
	}
}

// count adds what one rule found on one page. The caller holds t.mu.
func (t *tally) count(c extract.Count) {
	if t.items == nil {
		t.items = map[string]*itemTally{}
	}
	sum := t.items[c.Rule]
	if sum == nil {
		sum = &itemTally{empty: map[string]int{}}
		t.items[c.Rule] = sum
	}
	sum.pages++
	sum.taken += c.Items
	sum.rejected += c.Invalid
	for field, n := range c.Empty {
		sum.empty[field] += n
	}
}

// failed counts an attempt that failed; again says that the URL is tried once more.
func (t *tally) failed(class dyncrawl.Class, cause error, again bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if again {
		t.retried++
	}
	if t.hints == nil {
		t.hints = map[dyncrawl.Class]string{}
	}
	t.hints[class] = dyncrawl.HintOf(cause)
}

// explore adds what came of exploring a page, nil for nothing.
func (t *tally) explore(r *explore.Result) {
	if r == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	e := &t.explored
	e.Pages++
	e.States += len(r.States)
	e.Events += r.Events
	e.Refused += r.Refused
	e.Usual += r.Usual
	for _, limit := range r.Limits {
		if e.Limits == nil {
			e.Limits = map[string]int{}
		}
		e.Limits[limit]++
	}
}
