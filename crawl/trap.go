package crawl

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"net/url"
	"strings"
	"sync"
	"unicode"

	"dyncrawl"
	"dyncrawl/extract"
	"dyncrawl/tier"
)

const (
	// trapAfter is how many pages of a group in a row must show nothing new before
	// the links among them are taken for a trap.
	trapAfter = 50
	// newShare is the share of the words of a page that must be new to its group
	// for the page to show something new.
	newShare = 0.05
	// mostKnown bounds what is remembered of one group; one that has shown so much
	// is no trap.
	mostKnown = 50_000
)

// traps finds the pages that lead to ever more pages of their own kind and show
// nothing new: calendars, session ids, filters in all combinations. A group is
// the shape of the URL without its query. A page shows something new when it has
// an item, a link to another group, or words (without digits) that its group has
// not had in this run. It is safe for concurrent use.
type traps struct {
	shaper *tier.Shaper
	seed   maphash.Seed

	mu     sync.Mutex
	groups map[string]*group
}

type group struct {
	barren int // pages in a row that showed nothing new
	known  map[uint64]bool
	left   int // links that were not followed
}

func newTraps() *traps {
	return &traps{shaper: tier.NewShaper(nil, nil), seed: maphash.MakeSeed(), groups: map[string]*group{}}
}

// group names the group of a URL.
func (t *traps) group(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil {
		return rawURL
	}
	u.RawQuery = ""
	shape, _ := t.shaper.Shape(u.String())
	return shape
}

// refuse returns an error of class trap for a URL that was found within a group
// that has become a trap since.
func (t *traps) refuse(r dyncrawl.Request) error {
	name := t.group(r.URL)
	if r.Referrer == "" || t.group(r.Referrer) != name {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if g := t.groups[name]; g == nil || g.barren < trapAfter {
		return nil
	}
	t.groups[name].left++
	return &dyncrawl.Error{Class: dyncrawl.ClassTrap, Err: fmt.Errorf("%s: the last %d pages of its kind, %s, showed nothing new", r.URL, trapAfter, name)}
}

// take notes what a visit brought and returns the requests that are to be made:
// all, or those that lead out of a trap. closed names the group that has just
// become one.
func (t *traps) take(seen *sight, url string, requests []dyncrawl.Request) (kept []dyncrawl.Request, closed string) {
	name := t.group(url)
	out, within := t.part(name, requests)
	if len(within) == 0 {
		return requests, ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	g := t.groups[name]
	if g == nil {
		g = &group{known: map[uint64]bool{}}
		t.groups[name] = g
	}
	if t.shows(g, seen, out) {
		g.barren = 0
	} else {
		g.barren++
	}
	if g.barren < trapAfter {
		return requests, ""
	}
	if g.barren == trapAfter {
		closed = name
	}
	g.left += len(within)
	return out, closed
}

// part parts the requests into those that lead out of the group and those within.
func (t *traps) part(name string, requests []dyncrawl.Request) (out, within []dyncrawl.Request) {
	for _, r := range requests {
		if t.group(r.URL) == name {
			within = append(within, r)
		} else {
			out = append(out, r)
		}
	}
	return out, within
}

// shows reports whether the visit brought anything that its group has not had,
// and notes it. The caller holds t.mu.
func (t *traps) shows(g *group, seen *sight, out []dyncrawl.Request) bool {
	if len(g.known) >= mostKnown {
		return true
	}
	fresh := 0
	for _, r := range out {
		fresh += t.note(g, "link", r.URL)
	}
	for _, item := range seen.found.items {
		fields, err := json.Marshal(item.Fields)
		if err != nil {
			return true
		}
		fresh += t.note(g, item.Type, string(fields))
	}
	return fresh > 0 || t.says(g, extract.VisibleText(seen.page))
}

// says reports whether enough of the words are new to the group.
func (t *traps) says(g *group, text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	fresh := 0
	for _, word := range words {
		fresh += t.note(g, "word", word)
	}
	return float64(fresh) > newShare*float64(len(words))
}

// note returns 1 for what the group has not had, and 0 otherwise.
func (t *traps) note(g *group, kind, what string) int {
	key := maphash.String(t.seed, kind+"\x00"+what)
	if g.known[key] {
		return 0
	}
	g.known[key] = true
	return 1
}

// Trap is a group of pages that led to ever more of their kind.
type Trap struct {
	Pages string // what their URLs have in common
	Left  int    // links among them that were not followed
}

// found returns the traps of this run.
func (t *traps) found() (all []Trap) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for name, g := range t.groups {
		if g.barren >= trapAfter {
			all = append(all, Trap{name, g.left})
		}
	}
	return all
}
