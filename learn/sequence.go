package learn

import (
	"strconv"

	"dyncrawl/extract"
)

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
