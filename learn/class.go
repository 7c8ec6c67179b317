package learn

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dyncrawl"
)

// class is a group of exchanges that ask for the same thing on every page.
type class struct {
	method   string
	origin   string // scheme and host; empty when it is the page's own
	segments []string
	only     *choice
	by       [][]*exchange // by sample, in the order in which they started
	answers  *answers
	call     *call
	refused  error // why the call cannot be made without a browser
}

// exchange is one of a sample's exchanges.
type exchange struct {
	*dyncrawl.Exchange
	*request
	place int // among the sample's exchanges
}

// choice is a parameter that tells classes with the same path apart.
type choice struct {
	slot
	value string
}

// wild stands for a segment that differs from page to page.
const wild = "*"

// classify groups the samples' exchanges.
func classify(samples []Sample) []*class {
	var order []string
	byKey := map[string]*class{}
	for s := range samples {
		parts := urlParts(samples[s].Page.URL)
		for i := range samples[s].Page.Exchanges {
			x := &samples[s].Page.Exchanges[i]
			r, err := takeApart(x)
			if err != nil {
				continue
			}
			c := shapeOf(r, parts, originOf(samples[s].Page.URL))
			key := c.key()
			if byKey[key] == nil {
				c.by = make([][]*exchange, len(samples))
				byKey[key], order = c, append(order, key)
			}
			byKey[key].add(s, &exchange{x, r, i})
		}
	}
	var classes []*class
	for _, key := range order {
		classes = append(classes, byKey[key])
	}
	classes = splitChoices(mergeSlugs(classes))
	for _, c := range classes {
		c.fix()
	}
	return classes
}

// fix names the segments that turned out to be the same everywhere.
func (c *class) fix() {
	c.segments = slices.Clone(c.segments)
	for i := range c.segments {
		texts := slices.Concat(c.table(slot{inPath, strconv.Itoa(i)})...)
		if c.segments[i] == wild && len(slices.Compact(texts)) == 1 && len(c.by) > 1 {
			c.segments[i] = url.PathEscape(texts[0])
		}
	}
}

// shapeOf returns the class of a request: segments that come from the page's URL
// or look like an id are wild.
func shapeOf(r *request, parts []part, pageOrigin string) *class {
	c := &class{method: r.method, origin: r.origin}
	if c.origin == pageOrigin {
		c.origin = ""
	}
	for _, s := range r.order {
		if s.In != inPath {
			continue
		}
		text := r.values[s]
		if looksLikeID(text) || slices.ContainsFunc(parts, func(p part) bool { return p.text == text && looksVaried(p) }) {
			text = wild
		}
		c.segments = append(c.segments, text)
	}
	return c
}

// looksLikeID reports whether a segment has a number that is not a version.
func looksLikeID(segment string) bool {
	return digits.MatchString(segment) && !version.MatchString(segment)
}

var version = regexp.MustCompile(`^v\d{1,2}$`)

// looksVaried leaves out the first segment of a page's path, which names a
// section of the site rather than a thing in it.
func looksVaried(p part) bool { return p.name != "path 0" }

func (c *class) key() string {
	return c.method + " " + c.origin + "/" + strings.Join(c.segments, "/")
}

// add keeps an exchange unless the page asked for the very same before.
func (c *class) add(sample int, x *exchange) {
	for _, y := range c.by[sample] {
		if x.URL == y.URL && string(x.RequestBody) == string(y.RequestBody) {
			return
		}
	}
	c.by[sample] = append(c.by[sample], x)
}

// everywhere reports whether every sample has such an exchange.
func (c *class) everywhere() bool {
	return !slices.ContainsFunc(c.by, func(all []*exchange) bool { return len(all) == 0 })
}

// mergeSlugs joins classes that differ in one segment and are on some pages
// only: the segment is a name of something.
func mergeSlugs(classes []*class) []*class {
	for at := 0; at < longest(classes); at++ {
		var kept []*class
		first := map[string]*class{}
		for _, c := range classes {
			if at >= len(c.segments) || c.everywhere() {
				kept = append(kept, c)
				continue
			}
			general := &class{method: c.method, origin: c.origin, segments: slices.Clone(c.segments)}
			general.segments[at] = wild
			if into := first[general.key()]; into != nil {
				into.segments = general.segments
				into.join(c)
				continue
			}
			first[general.key()] = c
			kept = append(kept, c)
		}
		classes = kept
	}
	return classes
}

func longest(classes []*class) (n int) {
	for _, c := range classes {
		n = max(n, len(c.segments))
	}
	return n
}

func (c *class) join(other *class) {
	for s := range c.by {
		c.by[s] = append(c.by[s], other.by[s]...)
		slices.SortFunc(c.by[s], func(x, y *exchange) int { return x.place - y.place })
	}
}

// splitChoices parts classes whose requests are told apart by a word, such as
// operationName=Friends, that every page sends.
func splitChoices(classes []*class) []*class {
	var all []*class
	for _, c := range classes {
		if s, words := c.choices(); len(words) > 1 {
			for _, w := range words {
				all = append(all, c.filtered(choice{s, w}))
			}
		} else {
			all = append(all, c)
		}
	}
	return all
}

// choices returns the slot that names different things, and the words that it
// has on every page alike.
func (c *class) choices() (slot, []string) {
	if !c.everywhere() {
		return slot{}, nil
	}
	for _, s := range c.by[0][0].order {
		words := c.words(0, s)
		if s.In == inHeader || len(words) < 2 || slices.ContainsFunc(words, func(w string) bool { return looksLikeID(w) || w == "" }) {
			continue
		}
		same := true
		for i := range c.by {
			same = same && slices.Equal(words, c.words(i, s))
		}
		if same {
			return s, words
		}
	}
	return slot{}, nil
}

// words returns the different values of a slot in one sample, sorted.
func (c *class) words(sample int, s slot) []string {
	var words []string
	for _, x := range c.by[sample] {
		words = append(words, x.values[s])
	}
	slices.Sort(words)
	return slices.Compact(words)
}

func (c *class) filtered(only choice) *class {
	part := &class{method: c.method, origin: c.origin, segments: c.segments, only: &only, by: make([][]*exchange, len(c.by))}
	for s := range c.by {
		for _, x := range c.by[s] {
			if x.values[only.slot] == only.value {
				part.by[s] = append(part.by[s], x)
			}
		}
	}
	return part
}

// pattern selects the URLs of the class.
func (c *class) pattern() dyncrawl.Pattern {
	text := c.origin + "/" + strings.Join(c.segments, "/")
	if c.only != nil && c.only.In == inQuery {
		quoted := strings.ReplaceAll(regexp.QuoteMeta("/"+strings.Join(c.segments, "/")), `\*`, `[^/?#]*`)
		text = fmt.Sprintf(`re:^[^?#]*%s\?(?:[^#]*&)?%s=%s(?:[&#]|$)`, quoted, regexp.QuoteMeta(c.only.Name), regexp.QuoteMeta(c.only.value))
	}
	p, err := dyncrawl.ParsePattern(text)
	if err != nil {
		p, _ = dyncrawl.ParsePattern("/" + strings.Join(c.segments, "/")) // a path always is a pattern
	}
	return p
}

// String names the class for a person.
func (c *class) String() string {
	text := c.method + " " + c.origin + "/" + strings.Join(c.segments, "/")
	if c.only != nil {
		text += " (" + c.only.Name + "=" + c.only.value + ")"
	}
	return text
}

// several reports whether a page sends more than one such request.
func (c *class) several() bool {
	return slices.ContainsFunc(c.by, func(all []*exchange) bool { return len(all) > 1 })
}

// slots returns the slots that any of the requests has, in their order.
func (c *class) slots() []slot {
	var all []slot
	for _, sample := range c.by {
		for _, x := range sample {
			for _, s := range x.order {
				if !slices.Contains(all, s) {
					all = append(all, s)
				}
			}
		}
	}
	return all
}

// first returns any exchange of the class.
func (c *class) first() *exchange {
	for _, all := range c.by {
		if len(all) > 0 {
			return all[0]
		}
	}
	return nil
}

// usable reports why the answers cannot be read.
func (c *class) usable() error {
	for _, all := range c.by {
		for _, x := range all {
			switch {
			case x.Truncated:
				return fmt.Errorf("%s: an answer was not captured completely", c)
			case x.Status < 200 || x.Status >= 300:
				return fmt.Errorf("%s: answered %s", c, strconv.Itoa(x.Status))
			}
		}
	}
	return nil
}
