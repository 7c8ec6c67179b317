package extract

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"dyncrawl"
)

// Follow makes links of what a page says without linking it, such as user ids in
// an AJAX answer.
type Follow struct {
	Name  string           `yaml:",key" json:"name,omitzero"`
	Match dyncrawl.Pattern `yaml:"match" doc:"Pattern of the pages that the rule reads. Absent: every page." json:"match,omitzero"`
	From  Source           `yaml:"from" doc:"Where to read, as for items. Absent: page, the rendered DOM." json:"from,omitzero"`
	Each  Selector         `yaml:"each" doc:"One link for each match. Absent: one for the page, answer, script or object." json:"each,omitzero"`
	URL   Template         `yaml:"url,short" doc:"The link, such as /profile?id={@data-uid}: {SELECTOR} stands for what it finds at the match. Relative to the page." json:"url,omitzero"`
}

// Validate reports the first thing in the rule that cannot work.
func (f Follow) Validate() error {
	if err := validName("follow rule", f.Name); err != nil {
		return err
	}
	if err := errors.Join(f.From.Validate(), f.From.wholeDocuments()); err != nil {
		return fmt.Errorf("follow rule %s: %w", f.Name, err)
	}
	if f.URL.IsZero() {
		return fmt.Errorf("follow rule %s has no url: write one such as /profile?id={@data-uid}", f.Name)
	}
	return nil
}

// follow adds the links that one rule makes.
func (c *collector) follow(f *Follow) {
	places := each(c.reader.sources(&f.From), f.Each)
	for _, at := range places[:min(len(places), maxItems)] {
		ref, ok := f.URL.fill(at.match)
		if !ok {
			continue
		}
		text := ""
		if at.match.element != nil && !f.Each.IsZero() {
			text = at.match.text()
		}
		c.add(ref, "follow:"+f.Name, text)
	}
}

// Template is a URL with selectors in braces: "/profile?id={$.uid}". What a
// selector finds is escaped, except at the very beginning of the template, where
// it may be a whole URL: "{a.next@href}". {} is the text of the match.
type Template struct {
	before string // the first selector
	parts  []templatePart
}

// templatePart is a selector and the text after it.
type templatePart struct {
	selector Selector
	after    string
}

// ParseTemplate compiles text; see Template.
func ParseTemplate(text string) (Template, error) {
	before, rest, more := strings.Cut(text, "{")
	t := Template{before: before}
	for more {
		inner, after, closed := strings.Cut(rest, "}")
		if !closed {
			return Template{}, fmt.Errorf("url %q: a { has no }", text)
		}
		var p templatePart
		if inner != "" {
			selector, err := ParseSelector(inner)
			if err != nil {
				return Template{}, fmt.Errorf("url %q: %w", text, err)
			}
			p.selector = selector
		}
		p.after, rest, more = strings.Cut(after, "{")
		t.parts = append(t.parts, p)
	}
	return t, nil
}

// UnmarshalText compiles text; see ParseTemplate.
func (t *Template) UnmarshalText(text []byte) (err error) {
	*t, err = ParseTemplate(string(text))
	return err
}

// MarshalText returns the template as it was written.
func (t Template) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

func (t Template) String() string {
	var b strings.Builder
	b.WriteString(t.before)
	for _, p := range t.parts {
		b.WriteString("{" + p.selector.String() + "}" + p.after)
	}
	return b.String()
}

// IsZero reports whether t is the zero Template.
func (t Template) IsZero() bool { return t.before == "" && len(t.parts) == 0 }

// fill puts in what the selectors find at n; ok is false when one finds nothing.
func (t Template) fill(n *node) (ref string, ok bool) {
	var b strings.Builder
	b.WriteString(t.before)
	for _, p := range t.parts {
		value := ""
		if found := p.selector.find(n); len(found) > 0 {
			value = fold(found[0].text())
		}
		if value == "" {
			return "", false
		}
		if b.Len() > 0 {
			value = strings.ReplaceAll(url.QueryEscape(value), "+", "%20")
		}
		b.WriteString(value + p.after)
	}
	return b.String(), true
}
