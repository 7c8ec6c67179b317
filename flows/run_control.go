package flows

import (
	"context"
	"fmt"
	"time"

	"dyncrawl/browser"
)

// branch runs one side of an if.
func (r *Runner) branch(ctx context.Context, s *Step) error {
	unmet, err := r.unmet(ctx, s.If)
	if err != nil {
		return err
	}
	if unmet == "" {
		return r.run(ctx, s.Then)
	}
	return r.run(ctx, s.Else)
}

// repeat runs steps until a condition or the number of rounds ends it.
func (r *Runner) repeat(ctx context.Context, p *Repeat) error {
	limit := p.Max
	if limit == 0 {
		limit = maxRounds
	}
	for range limit {
		if p.While != nil {
			if unmet, err := r.unmet(ctx, p.While); err != nil || unmet != "" {
				return err
			}
		}
		if err := r.run(ctx, p.Steps); err != nil {
			return err
		}
		if p.Until != nil {
			if unmet, err := r.unmet(ctx, p.Until); err != nil || unmet == "" {
				return err
			}
		}
	}
	return nil
}

// forEach runs steps for every element, as they are now, or for every value.
func (r *Runner) forEach(ctx context.Context, f *ForEach) error {
	limit := f.Max
	if limit == 0 {
		limit = maxElements
	}
	if len(f.In) > 0 {
		return r.forValues(ctx, f, f.In[:min(limit, len(f.In))])
	}
	elements, err := r.findAll(ctx, f.Selector)
	if err != nil {
		return err
	}
	defer func(outer *browser.Element) { r.element = outer }(r.element)
	for _, r.element = range elements[:min(limit, len(elements))] {
		if err := r.run(ctx, f.Steps); err != nil {
			return err
		}
	}
	return nil
}

func (r *Runner) forValues(ctx context.Context, f *ForEach, texts []string) error {
	name := f.As
	if name == "" {
		name = "value"
	}
	for _, text := range texts {
		value, err := r.expand(text)
		if err != nil {
			return err
		}
		r.Vars[name] = value
		if err := r.run(ctx, f.Steps); err != nil {
			return err
		}
	}
	return nil
}

// use runs a named step list.
func (r *Runner) use(ctx context.Context, name string) error {
	if r.Flow != nil {
		if steps, ok := r.Flow.Action(name); ok {
			return r.run(ctx, steps)
		}
	}
	return fmt.Errorf("use %s: no such action", name)
}

// changeLimit is how long a condition is left alone when the page does not
// change: a URL, a style or an iframe changes without notice.
const changeLimit = 200 * time.Millisecond

// await waits until the condition holds and says in the end what was missing.
func (r *Runner) await(ctx context.Context, c *Condition) error {
	var missing string
	for {
		unmet, err := r.unmet(ctx, c)
		switch {
		case err == nil && unmet == "":
			return nil
		case err == nil:
			missing = unmet
		case ctx.Err() == nil && !browser.Passing(err):
			return err
		}
		if ctx.Err() == nil {
			err = r.Tab.AwaitChange(ctx, changeLimit)
		}
		if err != nil && ctx.Err() != nil && missing != "" {
			return fmt.Errorf("%s: %w", missing, ctx.Err())
		}
		if err != nil && !browser.Passing(err) {
			return err
		}
	}
}

// unmet returns the first part of c that does not hold now, in words; the
// empty text when all of it holds.
func (r *Runner) unmet(ctx context.Context, c *Condition) (string, error) {
	checks := []func(context.Context, *Condition) (string, error){r.urlUnmet, r.elementsUnmet, r.textUnmet, r.evalUnmet}
	for _, check := range checks {
		if unmet, err := check(ctx, c); err != nil || unmet != "" {
			return unmet, err
		}
	}
	return "", nil
}

func (r *Runner) urlUnmet(ctx context.Context, c *Condition) (string, error) {
	url, err := r.Tab.URL(ctx)
	if err != nil || c.URL.IsZero() || c.URL.Match(url) {
		return "", err
	}
	return fmt.Sprintf("the URL does not match %q", c.URL), nil
}

func (r *Runner) elementsUnmet(ctx context.Context, c *Condition) (string, error) {
	if len(c.Present) > 0 {
		if visible, err := r.visible(ctx, c.Present); err != nil || !visible {
			return fmt.Sprintf("%q is not visible", c.Present), err
		}
	}
	if len(c.Absent) > 0 {
		if visible, err := r.visible(ctx, c.Absent); err != nil || visible {
			return fmt.Sprintf("%q is still visible", c.Absent), err
		}
	}
	return "", nil
}

func (r *Runner) textUnmet(ctx context.Context, c *Condition) (string, error) {
	text, err := r.expand(c.Text)
	if err != nil || text == "" {
		return "", err
	}
	if visible, err := r.visible(ctx, browser.Selectors{browser.TextSelector(text)}); err != nil || !visible {
		return fmt.Sprintf("the text %q is not shown", text), err
	}
	return "", nil
}

func (r *Runner) evalUnmet(ctx context.Context, c *Condition) (string, error) {
	script, err := r.expand(c.Eval)
	if err != nil || script == "" {
		return "", err
	}
	var holds bool
	if err := r.Tab.Eval(ctx, "(async () => !!(await ("+script+"\n)))()", &holds); err != nil || !holds {
		return fmt.Sprintf("%s is not true", script), err
	}
	return "", nil
}

// visible reports whether one of the elements is visible now.
func (r *Runner) visible(ctx context.Context, s browser.Selectors) (bool, error) {
	// A fallback chain stops at the first selector that finds anything, but what it finds may be hidden.
	for _, one := range s {
		elements, err := r.findAll(ctx, browser.Selectors{one})
		if err != nil {
			return false, err
		}
		for _, e := range elements {
			if visible, err := e.Visible(ctx); err == nil && visible {
				return true, nil
			}
		}
	}
	return false, ctx.Err()
}
