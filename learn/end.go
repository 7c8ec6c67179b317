package learn

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dyncrawl/extract"
)

// deriveEnd finds the sign by which a run of requests ends.
func (l *learner) deriveEnd(c *class) error {
	counted := c.counts()
	switch {
	case c.lists() && (counted || c.call.cursor() || !c.call.Next.IsZero()):
		return fmt.Errorf("%s: is sent for each member of a list and for several pages of each, which is not understood", c)
	case !c.call.Next.IsZero(), c.lists(), !c.several():
		return nil
	case !counted && !c.call.cursor():
		return fmt.Errorf("%s: is sent several times for one page, and nothing tells the requests apart", c)
	case c.call.cursor() && c.cursorStops():
		return nil
	}
	for _, e := range c.ends() {
		if c.endsWith(&e) {
			c.call.End = &e
			return nil
		}
	}
	return fmt.Errorf("%s: is sent until an end that no sign in the answers tells", c)
}

func (c *class) counts() bool {
	return slices.ContainsFunc(c.call.Slots, func(s filled) bool { return s.Value.From == fromCounter })
}

func (c *class) lists() bool {
	return slices.ContainsFunc(c.call.Slots, func(s filled) bool { return s.Value.From == fromEach })
}

// cursorStops reports whether exactly the last answers have no cursor.
func (c *class) cursorStops() bool {
	return c.endsAs(func(x *exchange, _ int) bool { return c.call.cursorEnds(x.document()) })
}

// endsWith replays a sign of the end.
func (c *class) endsWith(e *end) bool {
	elements := 0
	return c.endsAs(func(x *exchange, k int) bool {
		if k == 0 {
			elements = 0
		}
		return e.reached(x.document(), &elements, c.call, k)
	})
}

// endsAs reports whether last is true for the last answer of each sample alone.
func (c *class) endsAs(last func(x *exchange, k int) bool) bool {
	for _, all := range c.by {
		for k, x := range all {
			if last(x, k) != (k == len(all)-1) {
				return false
			}
		}
	}
	return true
}

// ends returns what may tell the end, the surest sign first: a flag, a total, a
// word, an empty or short list.
func (c *class) ends() []end {
	var flags, totals, words, lists []end
	for _, p := range c.answers.paths {
		if p.list && c.answers.json {
			if name, ok := strings.CutSuffix(p.name, "[*]"); ok {
				lists = append(lists, c.listEnds(name+"[*]")...)
			}
			continue
		}
		text := c.lastText(p)
		switch s := selector(p.name); {
		case s.IsZero() || !p.leaf:
		case text == "true" || text == "false":
			flags = append(flags, end{Select: s, Text: text})
		case isNumber(text):
			totals = append(totals, c.totals(s)...)
		default:
			words = append(words, end{Select: s, Text: text})
		}
	}
	return slices.Concat(flags, totals, words, lists)
}

func (c *class) lastText(p *path) string {
	for s, all := range p.texts {
		if len(all) > 0 {
			return first(p.texts[s][len(all)-1])
		}
	}
	return ""
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

// totals compares a number with the elements of each list and with the counter.
func (c *class) totals(s extract.Selector) []end {
	var all []end
	for _, p := range c.answers.paths {
		if c.answers.json && strings.HasSuffix(p.name, "[*]") {
			all = append(all, end{Select: s, Count: countElements, List: selector(p.name)})
		}
	}
	if c.counts() {
		all = append(all, end{Select: s, Count: countNext}, end{Select: s, Count: countThis})
	}
	return all
}

// listEnds says that the last answer has no element, or fewer than the others.
func (c *class) listEnds(name string) []end {
	most := 0
	for _, all := range c.answers.at[name].texts {
		for _, texts := range all {
			most = max(most, len(texts))
		}
	}
	return []end{{List: selector(name), Below: 1}, {List: selector(name), Below: most}}
}

// more matches the names of members that tell whether there is more to ask for.
var more = regexp.MustCompile(`(?i)(^|[._@-])((has|is)?_?(more|end|last|finished)|(has_?)?next(_?(page|cursor|url|token))?|cursor)$`)

// expectations returns the signs of more to come that were the same in all
// answers, unless the template follows them.
func (c *class) expectations() []expectation {
	if c.several() {
		return nil
	}
	var all []expectation
	for _, p := range c.answers.paths {
		if p.list && c.answers.json || !more.MatchString(p.name) {
			continue
		}
		e := expectation{selector(p.name), first(c.first().document().Texts(selector(p.name)))}
		if c.shows(&e) {
			all = append(all, e)
		}
	}
	return all
}

// shows reports whether all answers meet the expectation.
func (c *class) shows(e *expectation) bool {
	for _, all := range c.by {
		for _, x := range all {
			if first(x.document().Texts(e.Select)) != e.Text {
				return false
			}
		}
	}
	return true
}
