package learn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dyncrawl"
	"dyncrawl/extract"
)

// learnRules finds for each rule of these pages the rule that takes the same
// items from the plain page and the answers.
func (l *learner) learnRules(rules []extract.Rule) error {
	for i := range rules {
		fits := 0
		for _, s := range l.samples {
			if rules[i].Match.Match(finalURL(s.Page)) {
				fits++
			}
		}
		if fits == 0 {
			continue
		}
		if fits < len(l.samples) {
			return fmt.Errorf("the pages are not of one shape: %s is for %d of %d", rules[i].Name, fits, len(l.samples))
		}
		if err := l.learnRule(&rules[i]); err != nil {
			return err
		}
	}
	return nil
}

func finalURL(p *dyncrawl.Page) string {
	if p.FinalURL != "" {
		return p.FinalURL
	}
	return p.URL
}

// learnRule tries every place that the items may come from, the plain page first.
func (l *learner) learnRule(rule *extract.Rule) error {
	want := l.itemsOf(rule.Name)
	if !slices.ContainsFunc(want, func(items []dyncrawl.Item) bool { return len(items) > 0 }) {
		if !rule.Match.IsZero() {
			return fmt.Errorf("%s: none of the visits has one to learn from", rule.Name)
		}
		return nil // for every page, and these have none
	}
	failed := ""
	depth := -1
	for _, b := range l.bases(rule) {
		fit := l.fit(rule, b, want)
		if fit.field == "" {
			l.keep(fit)
			return nil
		}
		if fit.depth > depth {
			failed, depth = fit.field, fit.depth
		}
	}
	return l.unlearnable(rule, failed)
}

// unlearnable says why a rule cannot be learned: what is refused may be the
// reason, so it is named.
func (l *learner) unlearnable(rule *extract.Rule, field string) error {
	var reasons []string
	for _, c := range l.classes {
		if c.refused != nil {
			reasons = append(reasons, c.refused.Error())
		}
	}
	err := fmt.Errorf("%s: field %s: neither the plain page nor an answer has its values as they are shown%s", rule.Name, field, l.example(rule, field))
	if len(reasons) > 0 {
		return fmt.Errorf("%w; %s", err, strings.Join(reasons, "; "))
	}
	return err
}

func (l *learner) example(rule *extract.Rule, field string) string {
	for _, s := range l.samples {
		for _, item := range s.Items {
			if v := item.Fields[field]; item.Type == rule.Name && v != nil {
				return fmt.Sprintf(", such as %q on %s", clip(fmt.Sprint(v), 40), s.Page.URL)
			}
		}
	}
	return ""
}

// itemsOf returns the items of one type, by sample.
func (l *learner) itemsOf(name string) [][]dyncrawl.Item {
	all := make([][]dyncrawl.Item, len(l.samples))
	for i, s := range l.samples {
		for _, item := range s.Items {
			if item.Type == name {
				all[i] = append(all[i], item)
			}
		}
	}
	return all
}

// keep adds what was found to the template.
func (l *learner) keep(f fitted) {
	l.spec.Rules = append(l.spec.Rules, f.rule)
	l.spec.Page = l.spec.Page || f.page
	for _, i := range f.classes {
		l.needed[i] = true
	}
}

// base is a place that the items of a rule may come from.
type base struct {
	from   extract.Source
	each   extract.Selector
	class  int    // -1 for the plain page
	page   bool   // the rule itself reads the plain page
	inside string // JSONPath of the items, beneath which fields are looked for; empty for HTML
	same   bool   // the fields' own selectors may hold
}

// bases lists the places to try, the plainest first.
func (l *learner) bases(rule *extract.Rule) []base {
	own := base{from: rule.From, each: rule.Each, class: -1, same: true}
	own.page = rule.From.Exchange.IsZero() && (!rule.From.IsZero() && rule.From.Part != extract.PartPage || !rule.Each.IsZero())
	all := []base{own}
	if !rule.From.Exchange.IsZero() {
		return all
	}
	for i, c := range l.classes {
		if c.refused != nil {
			continue
		}
		from := c.source()
		if !c.answers.json {
			all = append(all, fragments(rule, from, i, "")...)
			continue
		}
		for _, p := range c.answers.paths {
			if strings.Contains(p.name, " >> ") {
				continue
			}
			if p.html {
				all = append(all, fragments(rule, from, i, p.name+" >> ")...)
			}
			each := selector(p.name)
			if p.name == "$" {
				each = extract.Selector{}
			}
			all = append(all, base{from: from, each: each, class: i, inside: p.name})
		}
	}
	return all
}

// source is the class as rules name it.
func (c *class) source() extract.Source {
	return extract.Source{Exchange: c.pattern(), Method: c.method}
}

// fragments are the places in an HTML answer: the rule's own selector, and what
// is left of it when ancestors are missing that only the whole page has.
func fragments(rule *extract.Rule, from extract.Source, class int, prefix string) []base {
	var all []base
	for text := rule.Each.String(); text != ""; text = beneath(text) {
		if s := selector(prefix + text); !s.IsZero() {
			all = append(all, base{from: from, each: s, class: class, same: true})
		}
	}
	if rule.Each.IsZero() {
		all = append(all, base{from: from, each: selector(strings.TrimSuffix(prefix, " >> ")), class: class, same: true})
	}
	return all
}

// beneath cuts the first compound and its combinator from a CSS selector; empty
// when there is only one.
func beneath(css string) string {
	depth := 0
	for i, r := range css {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			return ""
		case ' ', '>':
			if depth == 0 && i > 0 {
				return strings.TrimLeft(css[i:], " >")
			}
		}
	}
	return ""
}

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
