package flows

import (
	"context"
	"strings"
	"time"

	"dyncrawl/browser"
)

// Match says what one selector of a step finds.
type Match struct {
	Selector string
	Count    int  // of elements
	Hit      bool // it is the first of its chain that finds something: the one that counts
}

// Matches counts what each selector of the step finds. It waits at most so long
// until one of each chain finds something; zero looks just once. The error is that
// of the browser: a selector that it cannot read, or a page that is gone.
func (r *Runner) Matches(ctx context.Context, s *Step, wait time.Duration) ([]Match, error) {
	var all []Match
	for _, chain := range s.chains() {
		if wait > 0 {
			bounded, cancel := context.WithTimeout(ctx, wait)
			_, _ = r.find(bounded, chain) // that there is nothing is seen below
			cancel()
		}
		found, err := r.count(ctx, chain)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// count counts what each selector of a chain finds now.
func (r *Runner) count(ctx context.Context, chain browser.Selectors) ([]Match, error) {
	matches := make([]Match, len(chain))
	hit := false
	for i, s := range chain {
		elements, err := r.findAll(ctx, browser.Selectors{s})
		if err != nil {
			return nil, err
		}
		matches[i] = Match{Selector: s.String(), Count: len(elements), Hit: len(elements) > 0 && !hit}
		hit = hit || matches[i].Hit
	}
	return matches, nil
}

// chains returns the fallback chains of the elements that the step names itself.
func (s *Step) chains() (list []browser.Selectors) {
	add := func(chains ...browser.Selectors) {
		for _, chain := range chains {
			if len(chain) > 0 {
				list = append(list, chain)
			}
		}
	}
	add(s.selectors())
	switch {
	case s.Drag != nil:
		add(s.Drag.To)
	case s.Captcha != nil:
		add(s.Captcha.Into, s.Captcha.Submit)
	case s.Wait != nil:
		add(s.Wait.Present, s.Wait.Absent)
	case s.Expect != nil:
		add(s.Expect.Present, s.Expect.Absent)
	case s.If != nil:
		add(s.If.Present, s.If.Absent)
	case s.ForEach != nil:
		add(s.ForEach.Selector)
	case s.Scroll != nil:
		add(s.Scroll.Selector)
	case s.Screenshot != nil:
		add(s.Screenshot.Selector)
	}
	return list
}

// Waits reports whether the step only waits for what it names: then nothing of it
// needs to be there before.
func (s *Step) Waits() bool { return s.Wait != nil || s.Expect != nil || s.If != nil }

// Title is the step's name, or its verb and what it is about.
func (s *Step) Title() string {
	switch {
	case s.Name != "" || len(s.selectors()) > 0 && s.Press == nil:
		return s.title()
	case s.Goto != nil:
		return "goto " + s.Goto.URL
	case s.Press != nil:
		return "press " + s.Press.Key
	case s.Expect != nil:
		return "expect " + s.Expect.String()
	case s.If != nil:
		return "if " + s.If.String()
	case s.Wait != nil:
		c := s.Wait.Condition()
		return strings.TrimSpace("wait " + s.Wait.For + " " + c.String())
	}
	return s.title()
}

// At returns the URL of the page, secrets taken out; empty when there is none.
func (r *Runner) At(ctx context.Context) string {
	at, err := r.Tab.URL(ctx)
	if err != nil {
		return ""
	}
	return r.Mask.Text(r.mask().Text(at))
}
