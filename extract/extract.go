// Package extract turns a rendered page and the AJAX answers it received into
// items and links, by the rules of a flow file. Its functions are pure: they
// read the Page alone, so the same page and rules always give the same result.
package extract

import (
	"fmt"
	"slices"
	"strings"

	"dyncrawl"
)

// maxItems bounds the items that one rule takes from one page.
const maxItems = 10_000

// Count says what one rule found on one page. A field that goes empty from one
// page to the next usually means that the site has changed.
type Count struct {
	Rule    string
	Sources int            // documents that were read: the page, or each answer, script or object
	Items   int            // items returned, the invalid ones among them
	Invalid int            // items with problems
	Doubles int            // items left out because their key had been seen on the page
	Empty   map[string]int // how many items lack a field, by field name; full fields are absent
	Notes   []string       // what could not be read or was cut off, one sentence each
}

// From returns the items that the rules find on the page, in the order of the
// rules and of the matches, with one Count for each rule whose pattern fits the
// page. Items that break their rule are returned too, with their Problems. Of
// several items with the same key the first is returned. The rules must have
// passed Validate; they may be shared between goroutines.
func From(page *dyncrawl.Page, rules []Rule) ([]dyncrawl.Item, []Count) {
	r := newReader(page)
	var items []dyncrawl.Item
	var counts []Count
	for i := range rules {
		if rules[i].Match.Match(r.url()) {
			found, count := r.items(&rules[i])
			items = append(items, found...)
			counts = append(counts, count)
		}
	}
	return items, counts
}

// items applies one rule.
func (r *reader) items(rule *Rule) ([]dyncrawl.Item, Count) {
	var items []dyncrawl.Item
	count := Count{Rule: rule.Name, Empty: map[string]int{}}
	seen := map[string]bool{}
	sources := r.sources(&rule.From)
	places := each(sources, rule.Each)
	if len(places) > maxItems {
		count.Notes = append(count.Notes, fmt.Sprintf("%d matches, only the first %d are kept", len(places), maxItems))
		places = places[:maxItems]
	}
	for _, at := range places {
		item := r.item(rule, at)
		if key, ok := keyOf(rule, item); ok && seen[key] {
			count.Doubles++
			continue
		} else if ok {
			seen[key] = true
		}
		count.add(rule, item)
		items = append(items, item)
	}
	count.Sources = len(sources)
	count.Notes = append(count.Notes, notes(sources)...)
	return items, count
}

// each returns the matches of the selector in every source, or the sources
// themselves when there is no selector.
func each(sources []place, selector Selector) []place {
	if selector.IsZero() {
		return sources
	}
	var matches []place
	for _, at := range sources {
		for _, n := range selector.find(at.match) {
			matches = append(matches, place{match: n, source: at.source, exchange: at.exchange})
		}
	}
	return matches
}

// item reads every field of the rule at one place.
func (r *reader) item(rule *Rule, at place) dyncrawl.Item {
	item := dyncrawl.Item{Type: rule.Name, Fields: make(map[string]any, len(rule.Fields))}
	convert := converter{resolve: r.resolve, now: r.page.FetchedAt, zone: rule.Zone.location()}
	for i := range rule.Fields {
		f := &rule.Fields[i]
		value, problems := convert.field(f, r.nodes(f, at))
		if value != nil {
			item.Fields[f.Name] = value
		} else if len(problems) == 0 && (f.Required || slices.Contains(rule.Key, f.Name)) {
			problems = []string{"missing"}
		}
		for _, p := range problems {
			item.Problems = append(item.Problems, f.Name+": "+p)
		}
	}
	return item
}

// keyOf returns the item's key as one string; ok is false without a complete key.
func keyOf(rule *Rule, item dyncrawl.Item) (key string, ok bool) {
	var b strings.Builder
	for _, name := range rule.Key {
		value := item.Fields[name]
		if value == nil {
			return "", false
		}
		fmt.Fprintf(&b, "%q ", fmt.Sprint(value))
	}
	return b.String(), len(rule.Key) > 0
}

// add counts one item.
func (c *Count) add(rule *Rule, item dyncrawl.Item) {
	c.Items++
	if len(item.Problems) > 0 {
		c.Invalid++
	}
	for _, f := range rule.Fields {
		if item.Fields[f.Name] == nil {
			c.Empty[f.Name]++
		}
	}
}

// notes tells which sources were asked for JSON or HTML and are none.
func notes(sources []place) []string {
	var all []string
	for _, at := range sources {
		if at.exchange != nil && at.exchange.Truncated {
			all = append(all, at.exchange.Method+" "+at.exchange.URL+": the captured answer is not complete")
		}
		for _, err := range at.source.unreadable() {
			all = append(all, at.name()+": "+err.Error())
		}
	}
	return all
}
