package flows

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"dyncrawl/browser"
)

//go:embed change.js
var changeJS string

// wait waits for what a wait step names.
func (r *Runner) wait(ctx context.Context, w *Wait) error {
	if d, ok := w.duration(); ok {
		return sleep(ctx, d)
	}
	if c := w.Condition(); !c.Empty() {
		if err := r.await(ctx, &c); err != nil {
			return err
		}
	}
	if w.For == "network" {
		return r.Tab.Settle(ctx, r.Settle)
	}
	return nil
}

// duration returns the time that a wait step names; false for other steps.
func (w *Wait) duration() (time.Duration, bool) {
	if w == nil {
		return 0, false
	}
	return w.Duration()
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// await waits until the condition holds. Between two looks it waits for the
// page to change.
func (r *Runner) await(ctx context.Context, c *Condition) error {
	for {
		ok, err := r.holds(ctx, c)
		switch {
		case ok:
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("waited in vain for %s: %w", c, ctx.Err())
		case err != nil && (r.Tab.Broken() || isSyntaxError(err)):
			return err
		}
		if err := r.change(ctx); err != nil {
			return err
		}
	}
}

// isSyntaxError reports that a script or selector can never be right, whatever the page becomes.
func isSyntaxError(err error) bool {
	var thrown *browser.ScriptError
	return errors.As(err, &thrown) && strings.HasPrefix(thrown.Text, "SyntaxError")
}

// change waits until the page changes, a quarter of a second at most.
func (r *Runner) change(ctx context.Context) error {
	err := r.Tab.EvalIsolated(ctx, "("+changeJS+")()", nil)
	if err == nil || ctx.Err() != nil {
		return nil
	}
	if r.Tab.Broken() {
		return err
	}
	return sleep(ctx, 50*time.Millisecond) // the page is being replaced
}

// holds reports whether everything that c names is so now. A page that is being
// replaced while it is looked at answers no.
func (r *Runner) holds(ctx context.Context, c *Condition) (bool, error) {
	checks := []struct {
		asked bool
		holds func(context.Context, *Condition) (bool, error)
	}{
		{len(c.Present) > 0, func(ctx context.Context, c *Condition) (bool, error) { return r.visible(ctx, c.Present) }},
		{len(c.Absent) > 0, func(ctx context.Context, c *Condition) (bool, error) {
			visible, err := r.visible(ctx, c.Absent)
			return !visible, err
		}},
		{c.Text != "", r.showsText},
		{!c.URL.IsZero(), r.isAt},
		{c.Eval != "", r.isTrue},
	}
	for _, check := range checks {
		if !check.asked {
			continue
		}
		if ok, err := check.holds(ctx, c); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// visible reports whether one of the elements is visible now.
func (r *Runner) visible(ctx context.Context, s browser.Selectors) (bool, error) {
	found, err := r.findAll(ctx, s)
	if err != nil {
		return false, err
	}
	for _, e := range found {
		if ok, err := e.Visible(ctx); err != nil || ok {
			return ok, err
		}
	}
	return false, nil
}

func (r *Runner) showsText(ctx context.Context, c *Condition) (bool, error) {
	want, err := r.expand(c.Text)
	if err != nil {
		return false, err
	}
	var text string
	err = r.Tab.EvalIsolated(ctx, "document.body ? document.body.innerText : ''", &text)
	return strings.Contains(fold(text), fold(want)), err
}

// fold makes white space not count.
func fold(text string) string { return strings.Join(strings.Fields(text), " ") }

func (r *Runner) isAt(ctx context.Context, c *Condition) (bool, error) {
	at, err := r.Tab.URL(ctx)
	return err == nil && c.URL.Match(at), err
}

func (r *Runner) isTrue(ctx context.Context, c *Condition) (bool, error) {
	var ok bool
	script, err := r.expand(c.Eval)
	if err != nil {
		return false, err
	}
	err = r.Tab.Eval(ctx, "Promise.resolve("+script+").then(Boolean)", &ok)
	return ok, err
}

// String says what the condition names.
func (c *Condition) String() string {
	var parts []string
	if len(c.Present) > 0 {
		parts = append(parts, c.Present.String())
	}
	if len(c.Absent) > 0 {
		parts = append(parts, "the absence of "+c.Absent.String())
	}
	if c.Text != "" {
		parts = append(parts, fmt.Sprintf("the text %q", c.Text))
	}
	if !c.URL.IsZero() {
		parts = append(parts, "the URL "+c.URL.String())
	}
	if c.Eval != "" {
		parts = append(parts, c.Eval)
	}
	return strings.Join(parts, " and ")
}

// Default numbers of rounds.
const (
	defaultRepeats = 100
	defaultEach    = 1000
)

func (r *Runner) repeat(ctx context.Context, rep *Repeat) error {
	rounds := rep.Max
	if rounds == 0 {
		rounds = defaultRepeats
	}
	for range rounds {
		if rep.While != nil {
			if ok, err := r.holds(ctx, rep.While); err != nil || !ok {
				return err
			}
		}
		if err := r.Run(ctx, rep.Steps); err != nil {
			return err
		}
		if rep.Until != nil {
			if ok, err := r.holds(ctx, rep.Until); err != nil || ok {
				return err
			}
		}
	}
	return nil
}

func (r *Runner) forEach(ctx context.Context, f *ForEach) error {
	rounds := f.Max
	if rounds == 0 {
		rounds = defaultEach
	}
	if len(f.In) > 0 {
		return r.forEachValue(ctx, f, rounds)
	}
	elements, err := r.findAll(ctx, f.Selector)
	if err != nil {
		return err
	}
	outer := r.scope
	defer func() { r.scope = outer }()
	for _, e := range elements[:min(len(elements), rounds)] {
		r.scope = e
		if err := r.Run(ctx, f.Steps); err != nil {
			return err
		}
	}
	return nil
}

func (r *Runner) forEachValue(ctx context.Context, f *ForEach, rounds int) error {
	name := f.As
	if name == "" {
		name = "value"
	}
	for _, text := range f.In[:min(len(f.In), rounds)] {
		value, err := r.expand(text)
		if err != nil {
			return err
		}
		r.define(name, value)
		if err := r.Run(ctx, f.Steps); err != nil {
			return err
		}
	}
	return nil
}

// errNoSolver says that there is nobody to read captchas.
var errNoSolver = errors.New("there is no captcha reader here")
