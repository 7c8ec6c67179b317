package learn

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dyncrawl/extract"
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
		if v, ok := explain(c, s, table); ok {
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

var letter = regexp.MustCompile(`[A-Za-z]`)

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

// counter explains values such as 0, 20, 40: pages and offsets.
func (l *learner) counter(c *class, _ slot, table [][]string) (value, bool) {
	if !c.several() || !c.call.Next.IsZero() || !c.everywhere() {
		return value{}, false
	}
	start, err := strconv.Atoi(table[0][0])
	if err != nil {
		return value{}, false
	}
	step := 0
	for _, row := range table {
		for k, text := range row {
			n, err := strconv.Atoi(text)
			if err != nil || strconv.Itoa(n) != text {
				return value{}, false
			}
			if k == 1 && step == 0 {
				step = n - start
			}
			if n != start+k*step {
				return value{}, false
			}
		}
	}
	return value{From: fromCounter, Start: start, Step: step}, step != 0
}

// cursor explains values that the answer before has brought.
func (l *learner) cursor(c *class, s slot, table [][]string) (value, bool) {
	if !c.several() || !c.call.Next.IsZero() {
		return value{}, false
	}
	for _, p := range c.answers.paths {
		if !p.leaf || p.list && c.answers.json || !follows(table, p) {
			continue
		}
		start, err := l.deriveValue(c, s, firsts(table))
		if err != nil || start.From == fromCursor {
			return value{}, false
		}
		return value{From: fromCursor, Select: selector(p.name), First: &start}, true
	}
	return value{}, false
}

// follows reports whether every value after the first lies at p in the answer before.
func follows(table [][]string, p *path) bool {
	any := false
	for s, row := range table {
		for k := 1; k < len(row); k++ {
			if row[k] == absent || first(p.texts[s][k-1]) != row[k] {
				return false
			}
			any = true
		}
	}
	return any
}

// findNext returns where the answers have the URL of the next request; the last
// of a page must have none.
func findNext(c *class) (next extract.Selector) {
	for _, p := range c.answers.paths {
		if p.leaf && (!p.list || !c.answers.json) && leadsOn(c, p) {
			return selector(p.name)
		}
	}
	return extract.Selector{}
}

func leadsOn(c *class, p *path) bool {
	any := false
	for s, all := range c.by {
		for k, x := range all {
			text := first(p.texts[s][k])
			if k == len(all)-1 {
				if text != "" {
					return false
				}
				continue
			}
			address, err := resolve(x.URL, text)
			if text == "" || err != nil || address != all[k+1].URL {
				return false
			}
			any = true
		}
	}
	return any
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

// random matches numbers that only defeat caches.
var random = regexp.MustCompile(`^0\.\d{6,}$`)

// volatile explains time stamps, by the time of the request, and random numbers.
func (l *learner) volatile(c *class, s slot, table [][]string) (value, bool) {
	if s.In != inQuery {
		return value{}, false
	}
	unit := int64(0)
	for i, row := range table {
		for k, text := range row {
			if random.MatchString(text) {
				if unit > 0 {
					return value{}, false
				}
				unit = -1
				continue
			}
			this := stampUnit(text, c.by[i][k])
			if this == 0 || unit != 0 && unit != this {
				return value{}, false
			}
			unit = this
		}
	}
	if unit < 0 {
		return value{From: fromRandom}, true
	}
	return value{From: fromTime, Unit: unit}, unit > 0
}

// stampUnit returns how many of its units a second has when text is the time of
// the request, 0 when it is not.
func stampUnit(text string, x *exchange) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	for _, unit := range []int64{1, 1000} {
		if d := n/unit - x.Started.Unix(); d > -stampDrift && d < stampDrift {
			return unit
		}
	}
	return 0
}

// stampDrift is how many seconds may lie between a time stamp and its request.
const stampDrift = 120
