package learn

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"time"

	"dyncrawl"
	"dyncrawl/extract"
)

// fitted is a rule that takes a rule's items from somewhere else, or the field
// for which that failed.
type fitted struct {
	rule    extract.Rule
	classes []int
	page    bool   // the rule reads the plain page
	field   string // that has no candidate; empty when the rule is complete
	depth   int    // how many fields were found before
}

// maxKeys bounds the combinations of key fields that are tried.
const maxKeys = 64

// fit looks for a rule that takes exactly the wanted items from the base.
func (l *learner) fit(rule *extract.Rule, b base, want [][]dyncrawl.Item) fitted {
	trial := &trial{l: l, rule: rule, base: b, want: want}
	for i := range rule.Fields {
		trial.fields = append(trial.fields, l.candidates(&rule.Fields[i], b))
	}
	if !trial.run() {
		return fitted{field: rule.Fields[0].Name, depth: -1}
	}
	best := fitted{field: rule.Fields[0].Name}
	for _, keys := range trial.keys() {
		found := trial.complete(keys)
		if found.field == "" {
			return found
		}
		if found.depth > best.depth {
			best = found
		}
	}
	return best
}

// trial is the attempt to read a rule's items at one base.
type trial struct {
	l      *learner
	rule   *extract.Rule
	base   base
	want   [][]dyncrawl.Item
	fields [][]candidate
	rows   [][]dyncrawl.Item // what all candidates read, by sample and match
}

// column is the name under which the probe keeps a candidate's value.
func column(field, candidate int) string { return strconv.Itoa(field) + "." + strconv.Itoa(candidate) }

// run reads all candidates at once; false when the base has no fitting number of
// matches.
func (t *trial) run() bool {
	probe := extract.Rule{Name: "probe", From: t.base.from, Each: t.base.each, Zone: t.rule.Zone}
	for _, page := range t.l.pages {
		rows, _ := extract.From(page, []extract.Rule{probe})
		t.rows = append(t.rows, rows)
	}
	for s := range t.rows {
		if n, want := len(t.rows[s]), len(t.want[s]); n < want || n > want && len(t.rule.Key) == 0 || n > 0 && want == 0 {
			return false
		}
	}
	for i, all := range t.fields {
		for j, c := range all {
			c.Name = column(i, j)
			probe.Fields = append(probe.Fields, c.Field)
		}
	}
	for s, page := range t.l.pages {
		t.rows[s], _ = extract.From(page, []extract.Rule{probe})
	}
	return true
}

// keys returns the combinations of candidates that may be the key fields.
func (t *trial) keys() []map[int]int {
	all := []map[int]int{{}}
	for i, f := range t.rule.Fields {
		if !slices.Contains(t.rule.Key, f.Name) {
			continue
		}
		var longer []map[int]int
		for _, chosen := range all {
			for j := range t.fields[i] {
				if len(longer) < maxKeys && t.sameValues(i, j) {
					next := map[int]int{i: j}
					for a, b := range chosen {
						next[a] = b
					}
					longer = append(longer, next)
				}
			}
		}
		all = longer
	}
	return all
}

// sameValues reports whether a candidate reads the same set of values that the
// items have.
func (t *trial) sameValues(i, j int) bool {
	for s := range t.rows {
		have, want := map[string]bool{}, map[string]bool{}
		for _, row := range t.rows[s] {
			have[fmt.Sprint(row.Fields[column(i, j)])] = true
		}
		for _, item := range t.want[s] {
			want[fmt.Sprint(item.Fields[t.rule.Fields[i].Name])] = true
		}
		if !reflect.DeepEqual(have, want) {
			return false
		}
	}
	return true
}

// complete chooses the candidates of the other fields.
func (t *trial) complete(keys map[int]int) fitted {
	pairs, ok := t.align(keys)
	if !ok {
		return fitted{field: t.rule.Key[0]}
	}
	rule := extract.Rule{Name: t.rule.Name, Match: t.rule.Match, From: t.base.from, Each: t.base.each, Key: t.rule.Key, Zone: t.rule.Zone}
	found := fitted{page: t.base.page}
	if t.base.class >= 0 {
		found.classes = append(found.classes, t.base.class)
	}
	found.classes = append(found.classes, t.l.read(&rule.From)...)
	plain := t.base.class < 0
	for i := range t.rule.Fields {
		j, ok := keys[i]
		if !ok {
			j = t.choose(i, pairs)
		}
		if j < 0 || !t.filled(i, pairs) && !(plain && t.fields[i][j].page && t.base.page) && !t.isOwnAnswer() {
			return fitted{field: t.rule.Fields[i].Name, depth: len(rule.Fields)}
		}
		c := t.fields[i][j]
		rule.Fields = append(rule.Fields, c.Field)
		found.page = found.page || c.page
		if c.class >= 0 {
			found.classes = append(found.classes, c.class)
		}
		found.classes = append(found.classes, t.l.read(&c.From)...)
	}
	found.rule = rule
	return found
}

// isOwnAnswer reports whether the rule reads answers as it always did.
func (t *trial) isOwnAnswer() bool { return !t.rule.From.Exchange.IsZero() }

// read returns the classes whose answers a source names.
func (l *learner) read(s *extract.Source) []int {
	var all []int
	for i, c := range l.classes {
		if x := c.first(); !s.Exchange.IsZero() && s.Exchange.Match(x.URL) && (s.Method == "" || s.Method == x.Method) {
			all = append(all, i)
		}
	}
	return all
}

// pair is an item and the values that were read for it.
type pair struct{ item, row *dyncrawl.Item }

// align finds the row of each item: by the key, or by its place. A later row
// with the same key does not count, as no second item comes of it.
func (t *trial) align(keys map[int]int) ([]pair, bool) {
	var pairs []pair
	for s := range t.rows {
		if len(t.rule.Key) == 0 {
			for i := range t.want[s] {
				pairs = append(pairs, pair{&t.want[s][i], &t.rows[s][i]})
			}
			continue
		}
		rows := map[string]*dyncrawl.Item{}
		for i := range t.rows[s] {
			row := &t.rows[s][i]
			key := t.key(func(f int) any { return row.Fields[column(f, keys[f])] })
			if rows[key] == nil {
				rows[key] = row
			}
		}
		for i := range t.want[s] {
			item := &t.want[s][i]
			row := rows[t.key(func(f int) any { return item.Fields[t.rule.Fields[f].Name] })]
			if row == nil {
				return nil, false
			}
			pairs = append(pairs, pair{item, row})
		}
		if len(rows) != len(t.want[s]) {
			return nil, false
		}
	}
	return pairs, true
}

// key joins the values of the key fields.
func (t *trial) key(value func(field int) any) string {
	text := ""
	for i, f := range t.rule.Fields {
		if slices.Contains(t.rule.Key, f.Name) {
			text += fmt.Sprintf("%q ", fmt.Sprint(value(i)))
		}
	}
	return text
}

// choose returns the first candidate that reads the value of every item; -1 for none.
func (t *trial) choose(i int, pairs []pair) int {
	for j := range t.fields[i] {
		wrong := slices.ContainsFunc(pairs, func(p pair) bool {
			return !sameValue(p.item.Fields[t.rule.Fields[i].Name], p.row.Fields[column(i, j)])
		})
		if !wrong {
			return j
		}
	}
	return -1
}

// filled reports whether any item has the field: from empty ones nothing is learned.
func (t *trial) filled(i int, pairs []pair) bool {
	name := t.rule.Fields[i].Name
	return slices.ContainsFunc(pairs, func(p pair) bool { return p.item.Fields[name] != nil })
}

func sameValue(a, b any) bool {
	if x, ok := a.(time.Time); ok {
		y, ok := b.(time.Time)
		return ok && x.Equal(y)
	}
	return reflect.DeepEqual(a, b)
}
