package learn

import (
	"fmt"
	"slices"
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
