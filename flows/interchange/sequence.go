package interchange

import (
	"errors"
	"fmt"
	"net/url"
	"slices"

	"dyncrawl/flows"
)

// sequence is what a recording can hold of a flow: one page after the other, and
// steps on it. The first step opens a page.
type sequence struct {
	notes
	steps []flows.Step
}

// sequenceOf reduces a flow to the login, the first page of each start entry and
// the steps there. The rest is noted.
func sequenceOf(f *flows.Flow) (*sequence, error) {
	q := &sequence{}
	q.setAside(f)
	if f.Session != nil {
		q.steps = append(q.steps, q.inline(f, f.Session.Login)...)
	}
	used := map[int]bool{}
	for _, start := range f.Start {
		if start.File != "" {
			q.add(0, "start: the URLs of the file %s are left out", start.File)
			continue
		}
		first, err := q.first(start)
		if err != nil {
			return nil, err
		}
		q.steps = append(q.steps, flows.Step{Goto: &flows.Goto{URL: literal(first)}})
		at := slices.IndexFunc(f.Pages, func(p flows.PageRule) bool { return p.Match.Match(first) })
		if at >= 0 {
			used[at] = true
			q.steps = append(q.steps, q.inline(f, f.Pages[at].Steps)...)
		}
	}
	for i, p := range f.Pages {
		if !used[i] && len(p.Steps) > 0 {
			q.add(p.Steps[0].Pos.Line, "the steps of the pages %s are left out: no start URL is one of them", p.Match)
		}
	}
	if len(q.steps) == 0 {
		return nil, errors.New("export flow: it opens no page that is known beforehand")
	}
	return q, q.absolute()
}

// setAside notes what no recording has.
func (q *sequence) setAside(f *flows.Flow) {
	for _, section := range []struct {
		name  string
		there bool
	}{
		{"extract", len(f.Extract) > 0}, {"follow", len(f.Follow) > 0}, {"explore", f.Explore != nil}, {"api", len(f.API) > 0},
		{"session: check", f.Session != nil},
	} {
		if section.there {
			q.add(0, "%s is left out: recordings only have steps", section.name)
		}
	}
	if f.Scope.Depth == nil || *f.Scope.Depth > 0 {
		q.add(0, "links are not followed")
	}
}

// first returns the first URL of an entry.
func (q *sequence) first(s flows.Start) (string, error) {
	one := &flows.Flow{Start: []flows.Start{s}}
	first := ""
	for u, err := range one.StartURLs() {
		if err != nil {
			return "", fmt.Errorf("export flow: %w", err)
		}
		if first != "" {
			q.add(0, "start: of %s, only the first URL is opened", s.URL)
			break
		}
		first = u
	}
	return first, nil
}

// inline puts the steps of actions in the place of use.
func (q *sequence) inline(f *flows.Flow, steps []flows.Step) (all []flows.Step) {
	for _, s := range steps {
		if action, ok := f.Action(s.Use); ok && s.Use != "" {
			all = append(all, q.inline(f, action)...)
			continue
		}
		all = append(all, s)
	}
	return all
}

// absolute makes the URLs of goto steps absolute, as far as that can be known.
func (q *sequence) absolute() error {
	var at *url.URL
	for i, s := range q.steps {
		if s.Goto == nil {
			continue
		}
		target, plain := unescaped(s.Goto.URL)
		u, err := url.Parse(target)
		switch {
		case err != nil:
			return fmt.Errorf("export flow: %s: %w", s.Pos, err)
		case !plain:
			continue
		case !u.IsAbs() && at == nil:
			return fmt.Errorf("export flow: %s: the first page, %s, has no host", s.Pos, u)
		case !u.IsAbs():
			u = at.ResolveReference(u)
		}
		at = u
		q.steps[i].Goto = &flows.Goto{URL: literal(u.String())}
	}
	return nil
}

// unescaped returns a text that holds no variables, as it is meant; false when it
// holds some.
func unescaped(text string) (string, bool) {
	errVariable := errors.New("a variable")
	out, err := flows.Expand(text, func(string) (string, error) { return "", errVariable })
	return out, err == nil
}
