package learn

import (
	"fmt"
	"slices"

	"golang.org/x/net/html"
)

// each explains values that differ from request to request by a list in earlier
// answers: the script asks once for each of its members, or for each of those
// that have a certain mark.
func (l *learner) each(c *class, _ slot, table [][]string) (value, bool) {
	if !c.several() || slices.Contains(slices.Concat(table...), absent) {
		return value{}, false
	}
	for i, source := range l.classes {
		if source.refused != nil || source.answers == nil || source == c || !source.before(c) {
			continue
		}
		for _, p := range source.answers.paths {
			if !p.leaf || !p.list || !includes(p, table) {
				continue
			}
			if name, ok := source.narrowed(p, table); ok {
				return value{From: fromEach, Call: i, Select: selector(name)}, true
			}
		}
	}
	return value{}, false
}

// includes reports whether the values of every sample lie at p.
func includes(p *path, table [][]string) bool {
	any := false
	for s, row := range table {
		have := set(p.all(s))
		for _, text := range row {
			if !have[text] {
				return false
			}
			any = true
		}
	}
	return any
}

func set(texts []string) map[string]bool {
	all := make(map[string]bool, len(texts))
	for _, t := range texts {
		all[t] = true
	}
	return all
}

// narrowed returns a selector of exactly the values: the path itself, or the
// path with a condition that holds for the members that were asked for alone.
func (c *class) narrowed(p *path, table [][]string) (string, bool) {
	if c.selects(p.name, table) {
		return p.name, true
	}
	marks := &marks{asked: map[string]int{}, left: map[string]int{}}
	for s := range table {
		wanted := set(table[s])
		for _, x := range c.by[s] {
			if c.answers.json {
				marks.objects(x, p.name, wanted)
			} else {
				marks.elements(x, p.name, wanted)
			}
		}
	}
	for _, name := range marks.conditions(p.name, c.answers.json) {
		if c.selects(name, table) {
			return name, true
		}
	}
	return "", false
}

// selects reports whether the selector finds the values of each sample and no others.
func (c *class) selects(name string, table [][]string) bool {
	compiled := selector(name)
	if compiled.IsZero() {
		return false
	}
	for s := range table {
		var found []string
		for _, x := range c.by[s] {
			found = append(found, x.document().Texts(compiled)...)
		}
		have, want := set(found), set(table[s])
		delete(have, "")
		if len(have) != len(want) || slices.ContainsFunc(table[s], func(t string) bool { return !have[t] }) {
			return false
		}
	}
	return true
}

// marks counts features of the members that were asked for and of those left out.
type marks struct {
	asked, left map[string]int
	all, none   int // members asked for, left out
}

func (m *marks) note(wanted bool, features map[string]bool) {
	counts := m.left
	if wanted {
		counts = m.asked
		m.all++
	} else {
		m.none++
	}
	for f := range features {
		counts[f]++
	}
}

// conditions returns the path with each mark that tells the two kinds apart.
func (m *marks) conditions(name string, isJSON bool) []string {
	var names []string
	for _, f := range sortedKeys(m.left) {
		if m.left[f] == m.none && m.asked[f] == 0 {
			names = append(names, conditional(name, f, false, isJSON))
		}
	}
	for _, f := range sortedKeys(m.asked) {
		if m.asked[f] == m.all && m.left[f] == 0 {
			names = append(names, conditional(name, f, true, isJSON))
		}
	}
	return names
}

// conditional adds a condition to a selector: for JSON on the last list of the
// path, for HTML on the element.
func conditional(name, feature string, holds, isJSON bool) string {
	if isJSON {
		list, rest := splitList(name)
		if !holds {
			return fmt.Sprintf("%s[?(!(%s))]%s", list, feature, rest)
		}
		return fmt.Sprintf("%s[?(%s)]%s", list, feature, rest)
	}
	css, attr := splitAttr(name)
	if holds {
		return css + ":has(" + feature + ")@" + attr
	}
	return css + ":not(:has(" + feature + "))@" + attr
}

// objects notes the plain members of the objects in the last list of the path.
func (m *marks) objects(x *exchange, name string, wanted map[string]bool) {
	list, rest := splitList(name)
	body, err := decodeJSON(x.Body)
	if err != nil {
		return
	}
	for _, member := range membersAt(body, list) {
		object, ok := member.(map[string]any)
		if !ok {
			continue
		}
		features := map[string]bool{}
		for _, key := range sortedKeys(object) {
			switch v := object[key].(type) {
			case bool:
				features[fmt.Sprintf("@.%s == %t", key, v)] = true
			case nil:
				features[fmt.Sprintf("@.%s == null", key)] = true
			default:
				if text := fmt.Sprint(v); text == "0" {
					features[fmt.Sprintf("@.%s == 0", key)] = true
				}
			}
		}
		texts := extractTexts(object, "$"+rest)
		m.note(len(texts) > 0 && wanted[texts[0]], features)
	}
}

// elements notes what stands in the elements that the path selects.
func (m *marks) elements(x *exchange, name string, wanted map[string]bool) {
	css, attr := splitAttr(name)
	eachElement(parseFragment(string(x.Body)), func(n *html.Node) {
		if text, ok := attribute(n, attr); ok && slices.Contains(namesOf(n), css) {
			features := map[string]bool{}
			eachElement(n, func(inner *html.Node) {
				for _, a := range inner.Attr {
					features["["+a.Key+"]"] = true
				}
				for _, f := range namesOf(inner) {
					features[f] = true
				}
			})
			m.note(wanted[text], features)
		}
	})
}

func attribute(n *html.Node, key string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}
