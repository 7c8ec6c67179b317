package learn

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
)

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
