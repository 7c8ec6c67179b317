package learn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dyncrawl"
	"dyncrawl/extract"
)

// candidate is a way to read a field.
type candidate struct {
	extract.Field
	class int  // that it reads beside the base; -1 for none
	page  bool // it reads the plain page
}

// candidates lists the ways to read a field, the plainest first.
func (l *learner) candidates(f *extract.Field, b base) []candidate {
	all := own(f, b)
	if b.class >= 0 && !b.same {
		all = append(all, l.withinJSON(f, b)...)
	}
	if b.class >= 0 {
		all = append(all, l.inRequest(f, b.class)...)
	}
	all = append(all, l.inURL(f)...)
	for i, c := range l.classes {
		if c.refused != nil || i == b.class {
			continue
		}
		for _, p := range c.answers.paths {
			if p.leaf && (!p.list || f.Type == dyncrawl.List) {
				all = append(all, variants(f, extract.Field{From: c.source(), Select: selector(p.name)}, i)...)
			}
		}
	}
	return slices.DeleteFunc(all, func(c candidate) bool { return c.From.Part == extract.PartValues })
}

// own returns the field as it is, when it can be read from the base.
func own(f *extract.Field, b base) []candidate {
	kept := candidate{Field: *f, class: -1}
	switch {
	case f.From.Part == extract.PartURL, f.From.Part == extract.PartRequest:
	case !f.From.Exchange.IsZero():
	case f.Param != "" && f.From.IsZero():
		if !b.readsAnswers() || b.class >= 0 {
			kept.From = extract.Source{Part: extract.PartURL}
		}
	case !f.From.IsZero() && f.From.Part != extract.PartRoot:
		kept.page = true
	case b.same:
		kept.page = b.class < 0 && b.from.Exchange.IsZero()
	default:
		return nil
	}
	return []candidate{kept}
}

// readsAnswers reports whether the base is the answers that the rule itself names.
func (b base) readsAnswers() bool { return !b.from.Exchange.IsZero() }

// withinJSON lists the plain values beneath the object of an item, those with
// the field's name first, and then those beside it.
func (l *learner) withinJSON(f *extract.Field, b base) []candidate {
	var inside, beside []candidate
	for _, p := range l.classes[b.class].answers.paths {
		rest, ok := strings.CutPrefix(p.name, b.inside)
		lists := strings.Contains(rest, "[*]")
		switch {
		case !p.leaf || lists && f.Type != dyncrawl.List:
		case ok && rest == "":
			inside = append(inside, variants(f, extract.Field{}, -1)...)
		case ok && (rest[0] == '.' || rest[0] == '['):
			inside = append(inside, variants(f, extract.Field{Select: selector("$" + rest)}, -1)...)
		case !p.list:
			root := extract.Source{Part: extract.PartRoot}
			beside = append(beside, variants(f, extract.Field{From: root, Select: selector(p.name)}, -1)...)
		}
	}
	slices.SortStableFunc(inside, func(x, y candidate) int { return distance(f.Name, x) - distance(f.Name, y) })
	return append(inside, beside...)
}

// distance is smaller for names that are more alike, and then for shorter ones.
func distance(name string, c candidate) int {
	path := c.Select.String()
	last := letters(path[strings.LastIndexAny(path, ".'")+1:])
	n := len(path)
	switch name = letters(name); {
	case last == name:
	case strings.HasSuffix(last, name) || strings.HasSuffix(name, last):
		n += 1000
	default:
		n += 2000
	}
	return n
}

func letters(text string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(text))
}

// inRequest lists the parameters of the answer's request.
func (l *learner) inRequest(f *extract.Field, class int) []candidate {
	var all []candidate
	for _, s := range l.classes[class].slots() {
		name := s.Name
		if s.In == inJSON {
			name = strings.TrimPrefix(name, "/")
		}
		if s.In == inQuery || s.In == inForm || s.In == inJSON && !strings.Contains(name, "/") {
			all = append(all, variants(f, extract.Field{From: extract.Source{Part: extract.PartRequest}, Param: name}, -1)...)
		}
		if s.In == inPath {
			if i, err := strconv.Atoi(s.Name); err == nil {
				all = append(all, picked(f, extract.PartRequest, i))
			}
		}
	}
	return all
}

// inURL lists the parts of the page's URL.
func (l *learner) inURL(f *extract.Field) []candidate {
	var all []candidate
	for _, p := range urlParts(l.samples[0].Page.URL) {
		if name, ok := strings.CutPrefix(p.name, "query "); ok && !strings.HasSuffix(name, " digits") {
			all = append(all, variants(f, extract.Field{From: extract.Source{Part: extract.PartURL}, Param: name}, -1)...)
		}
		var i int
		if n, _ := fmt.Sscanf(p.name, "path %d", &i); n == 1 && !strings.HasSuffix(p.name, "digits") {
			all = append(all, picked(f, extract.PartURL, i))
		}
	}
	return all
}

// picked reads a segment of a URL.
func picked(f *extract.Field, part extract.Part, segment int) candidate {
	c := variants(f, extract.Field{From: extract.Source{Part: part}}, -1)[0]
	if err := c.Re.UnmarshalText(fmt.Appendf(nil, `^[^:]+://[^/]+(?:/[^/?#]*){%d}/([^/?#]+)`, segment)); err != nil {
		panic(err) // of a constant text and a number
	}
	return c
}

// variants gives a place the field's name, type and default, with its regular
// expression and without.
func variants(f *extract.Field, at extract.Field, class int) []candidate {
	at.Name, at.Type, at.Of, at.Default, at.Required = f.Name, f.Type, f.Of, f.Default, f.Required
	all := []candidate{{Field: at, class: class}}
	if f.Re.String() != "" {
		at.Re = f.Re
		all = append(all, candidate{Field: at, class: class})
	}
	return all
}
