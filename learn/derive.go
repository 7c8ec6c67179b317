package learn

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// derive finds out how the requests of a class come about, and notes it or why
// they do not.
func (l *learner) derive(i int) {
	c := l.classes[i]
	if c.refused = c.usable(); c.refused != nil {
		return
	}
	if c.answers = readAnswers(c.by); c.answers == nil {
		c.refused = fmt.Errorf("%s: its answers are neither JSON nor HTML", c)
		return
	}
	c.call = &call{Method: c.method, Origin: c.origin, Pattern: c.pattern()}
	if body := c.first().json; body != nil {
		c.call.Body, _ = json.Marshal(body) // decoded from JSON before
	}
	if c.refused = l.deriveSlots(c); c.refused == nil {
		c.refused = l.deriveEnd(c)
	}
	c.call.Expect = c.expectations()
}

func (l *learner) deriveSlots(c *class) error {
	several := c.several()
	if several {
		c.call.Next = findNext(c)
	}
	for _, s := range c.slots() {
		table := c.table(s)
		if !c.call.Next.IsZero() && (s.In == inPath || s.In == inQuery) {
			table = firsts(table)
		}
		v, err := l.deriveValue(c, s, table)
		if err != nil {
			return err
		}
		c.call.Slots = append(c.call.Slots, filled{s, v})
	}
	return nil
}

// absent stands for the value of a slot that a request does not have.
const absent = "\x00"

// table returns the values of a slot, by sample and request.
func (c *class) table(s slot) [][]string {
	table := make([][]string, len(c.by))
	for i, all := range c.by {
		for _, x := range all {
			text, ok := x.values[s]
			if !ok {
				text = absent
			}
			table[i] = append(table[i], text)
		}
	}
	return table
}

// firsts keeps the value of the first request of each sample.
func firsts(table [][]string) [][]string {
	kept := make([][]string, len(table))
	for i := range table {
		kept[i] = table[i][:min(1, len(table[i]))]
	}
	return kept
}

// deriveValue returns where the values of a slot come from. The plainest
// explanation is tried first.
func (l *learner) deriveValue(c *class, s slot, table [][]string) (value, error) {
	for _, explain := range []func(*class, slot, [][]string) (value, bool){
		l.token, l.constant, l.fromURL, l.counter, l.cursor, l.each, l.single, l.inPage, l.volatile,
	} {
		v, ok := explain(c, s, table)
		if ok && v.From == fromConst && secret.MatchString(s.Name) && looksLikeToken(v.Text) {
			return value{}, fmt.Errorf("%s: %s looks like a secret of one login, and stands neither in the plain page nor in an earlier answer", c, s)
		}
		if ok {
			return v, nil
		}
	}
	return value{}, fmt.Errorf("%s: %s changes (%s) and comes from nowhere: not from the page's URL, the plain page or an earlier answer", c, s, examples(table))
}

func examples(table [][]string) string {
	var some []string
	for _, row := range table {
		for _, text := range row {
			if text != absent && !slices.Contains(some, text) && len(some) < 2 {
				some = append(some, strconv.Quote(clip(text, 40)))
			}
		}
	}
	return strings.Join(some, ", ")
}

func clip(text string, size int) string {
	if runes := []rune(text); len(runes) > size {
		return string(runes[:size]) + "…"
	}
	return text
}

// token explains a value that is the same everywhere, but looks as if that were
// so for one login only, by the plain page or an earlier answer.
func (l *learner) token(c *class, s slot, table [][]string) (value, bool) {
	all := slices.Concat(table...)
	if s.In == inPath || len(slices.Compact(slices.Clone(all))) != 1 || !looksLikeToken(all[0]) {
		return value{}, false
	}
	if v, ok := l.inPage(c, s, table); ok {
		return v, true
	}
	return l.single(c, s, table)
}

// looksLikeToken reports whether text has letters and numbers mixed as no word
// has, or is longer than words are.
func looksLikeToken(text string) bool {
	return len(text) >= 32 || len(text) >= 6 && digits.MatchString(text) && letter.MatchString(text) && !strings.ContainsAny(text, " /;,")
}

// secret matches the names of values that belong to one login. They must not be
// kept in a template.
var secret = regexp.MustCompile(`(?i)token|csrf|xsrf|auth|session|secret|passw`)

var letter = regexp.MustCompile(`[A-Za-z]`)

// constant explains a value that is the same in all requests.
func (l *learner) constant(c *class, _ slot, table [][]string) (value, bool) {
	all := slices.Concat(table...)
	if len(slices.Compact(slices.Clone(all))) != 1 || !c.everywhere() && !l.repeated(c) {
		return value{}, false
	}
	if all[0] == absent {
		return value{From: fromNothing}, true
	}
	return value{From: fromConst, Text: all[0]}, true
}

// repeated reports whether the class may be absent from some pages: another of
// its slots takes the values of a list, which is empty there.
func (l *learner) repeated(c *class) bool {
	return slices.ContainsFunc(c.slots(), func(s slot) bool {
		_, ok := l.each(c, s, c.table(s))
		return ok
	})
}

// perPage returns the one value that the slot has in each sample; samples
// without the request have absent.
func perPage(table [][]string) (values []string, ok bool) {
	for _, row := range table {
		if len(row) == 0 {
			values = append(values, absent)
			continue
		}
		if len(slices.Compact(slices.Clone(row))) != 1 || row[0] == absent {
			return nil, false
		}
		values = append(values, row[0])
	}
	return values, true
}

func (l *learner) fromURL(_ *class, _ slot, table [][]string) (value, bool) {
	values, ok := perPage(table)
	if !ok {
		return value{}, false
	}
	return l.urlValue(values)
}

// urlValue explains one value for each sample by the page's URL. Text around the
// part must be the same everywhere.
func (l *learner) urlValue(values []string) (value, bool) {
	from := slices.IndexFunc(values, func(v string) bool { return v != absent })
	if from < 0 {
		return value{}, false
	}
	for _, exact := range []bool{true, false} {
		for _, p := range urlParts(l.samples[from].Page.URL) {
			before, after, found := strings.Cut(values[from], p.text)
			if !found || exact && before+after != "" || !exact && len(p.text) < 2 {
				continue
			}
			v := value{From: fromURL, Part: p.name, Prefix: before, Suffix: after}
			if l.explains(&v, values) {
				return v, true
			}
		}
	}
	return value{}, false
}

// explains replays a value of the page's URL in all samples. A part that is the
// same everywhere explains nothing.
func (l *learner) explains(v *value, values []string) bool {
	seen := map[string]bool{}
	for s := range values {
		if values[s] == absent {
			continue
		}
		visit := visit{parts: urlParts(l.samples[s].Page.URL)}
		text, _, err := visit.part(v)
		if err != nil || text != values[s] {
			return false
		}
		seen[text] = true
	}
	return len(seen) > 1
}

// single explains one value for each page by an earlier answer.
func (l *learner) single(c *class, _ slot, table [][]string) (value, bool) {
	values, ok := perPage(table)
	if !ok {
		return value{}, false
	}
	for i, source := range l.classes {
		if source.refused != nil || source.answers == nil || source == c || !source.before(c) || !source.everywhere() {
			continue
		}
		for _, p := range source.answers.paths {
			if p.leaf && (!p.list || !source.answers.json) && l.holds(p, values) {
				return value{From: fromAnswer, Call: i, Select: selector(p.name)}, true
			}
		}
	}
	return value{}, false
}

// holds reports whether each sample's value comes first at p.
func (l *learner) holds(p *path, values []string) bool {
	for s, text := range values {
		if text != absent && first(slices.DeleteFunc(p.all(s), func(t string) bool { return t == "" })) != text {
			return false
		}
	}
	return true
}

// before reports whether the requests of c begin earlier than those of other on
// every page that has both.
func (c *class) before(other *class) bool {
	for s := range c.by {
		if len(other.by[s]) > 0 && (len(c.by[s]) == 0 || c.by[s][0].place > other.by[s][0].place) {
			return false
		}
	}
	return true
}
