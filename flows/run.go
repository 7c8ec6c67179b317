package flows

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"dyncrawl/browser"
	"dyncrawl/captcha"
)

// Runner runs steps in a tab. It serves one page at a time.
type Runner struct {
	Tab       *browser.Tab
	Flow      *Flow                                           // whose actions and limits hold; nil: none
	Vars      Vars                                            // what ${name} stands for; steps add to it
	Values    map[string]any                                  // what eval steps kept, by name; steps add to it
	Secrets   Secrets                                         // nil: there are none
	Solver    captcha.Solver                                  // nil: captcha steps fail
	Settle    browser.SettleConfig                            // when a page has settled; the budget is that of the step
	Log       *slog.Logger                                    // nil: nothing is logged
	Artifacts string                                          // folder for a picture of the page at a failure; empty: none is taken
	OnExtract func(ctx context.Context, rules []string) error // takes items now; nil: extract steps fail

	element *browser.Element // the current one of for_each; nil: none
	secrets []string         // used so far; never shown
}

// Default times and counts; the manual lists them.
const (
	stepTimeout = 10 * time.Second
	longTimeout = 60 * time.Second
	maxRounds   = 100
	maxElements = 1000
)

// Run runs the steps in order and stops at the first that fails, with a
// *StepError inside a dyncrawl.Error of class step unless the cause has a class
// of its own. The page need not have settled when it returns.
func (r *Runner) Run(ctx context.Context, steps []Step) error {
	if r.Vars == nil {
		r.Vars = Vars{}
	}
	if r.Values == nil {
		r.Values = map[string]any{}
	}
	if NeedsImages(steps) {
		r.allowImages()
	}
	return r.run(ctx, steps)
}

func (r *Runner) run(ctx context.Context, steps []Step) error {
	for i := range steps {
		if err := r.step(ctx, &steps[i]); err != nil {
			return err
		}
	}
	return nil
}

// step runs one step within its timeout.
func (r *Runner) step(ctx context.Context, s *Step) error {
	bounded, cancel := ctx, context.CancelFunc(func() {})
	limit := r.timeout(s)
	if limit > 0 {
		bounded, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	if r.Log != nil {
		r.Log.DebugContext(ctx, "step", "at", s.Pos.String(), "verb", s.Verb(), "name", s.Name)
	}
	err := r.do(bounded, s)
	var inner *StepError
	if err == nil || errors.As(err, &inner) {
		return err
	}
	if bounded.Err() != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("not done within %s: %w", limit, err)
	}
	return r.failure(ctx, s, err)
}

// timeout returns how long a step may take, 0 for as long as the steps in it.
func (r *Runner) timeout(s *Step) time.Duration {
	short := stepTimeout
	if r.Flow != nil && r.Flow.Limits.Step > 0 {
		short = r.Flow.Limits.Step
	}
	switch {
	case s.Timeout > 0:
		return s.Timeout
	case s.If != nil || s.Use != "":
		return 0
	case s.Scroll != nil || s.Captcha != nil || s.Repeat != nil || s.ForEach != nil:
		return max(longTimeout, short)
	case s.Wait != nil:
		pause, _ := s.Wait.Duration()
		return pause + short
	}
	return short
}

// do runs the step's verb.
func (r *Runner) do(ctx context.Context, s *Step) error {
	switch {
	case s.Goto != nil:
		return r.open(ctx, s.Goto)
	case s.Click != nil:
		return r.on(ctx, s.Click.Selector, (*browser.Element).Click)
	case s.DblClick != nil:
		return r.on(ctx, s.DblClick.Selector, (*browser.Element).DoubleClick)
	case s.Hover != nil:
		return r.on(ctx, s.Hover.Selector, (*browser.Element).Hover)
	case s.Fill != nil:
		return r.fill(ctx, s.Fill)
	case s.Select != nil:
		return r.choose(ctx, s.Select)
	case s.Check != nil:
		return r.on(ctx, s.Check.Selector, func(e *browser.Element, ctx context.Context) error { return e.Check(ctx, !s.Check.Unchecked) })
	case s.Press != nil:
		return r.press(ctx, s.Press)
	case s.Scroll != nil:
		return r.scroll(ctx, s.Scroll)
	case s.Wait != nil:
		return r.wait(ctx, s.Wait)
	case s.Captcha != nil:
		return r.captcha(ctx, s.Captcha)
	case s.Eval != nil:
		return r.eval(ctx, s.Eval)
	case s.Screenshot != nil:
		return r.screenshot(ctx, s.Screenshot)
	case s.Expect != nil:
		return r.await(ctx, s.Expect)
	}
	return r.control(ctx, s)
}

// control runs the verbs that steer other steps.
func (r *Runner) control(ctx context.Context, s *Step) error {
	switch {
	case s.If != nil:
		return r.branch(ctx, s)
	case s.Repeat != nil:
		return r.repeat(ctx, s.Repeat)
	case s.ForEach != nil:
		return r.forEach(ctx, s.ForEach)
	case s.Set != nil:
		return r.set(s.Set)
	case s.Use != "":
		return r.use(ctx, s.Use)
	case s.Extract != nil:
		if r.OnExtract == nil {
			return errors.New("extract: nothing can be taken here")
		}
		return r.OnExtract(ctx, s.Extract)
	}
	return s.Validate()
}

// expand replaces variables.
func (r *Runner) expand(text string) (string, error) {
	return Expand(text, func(name string) (string, error) {
		if value, ok := r.Vars[name]; ok {
			return value, nil
		}
		return "", fmt.Errorf("${%s} is not set", name)
	})
}

// expandSecret replaces variables and secrets.
func (r *Runner) expandSecret(text string) (string, error) {
	return Expand(text, func(ref string) (string, error) {
		name, ok := SecretName(ref)
		if !ok {
			return r.expand("${" + ref + "}")
		}
		if r.Secrets == nil {
			return "", fmt.Errorf("secret %s: there are no secrets here", name)
		}
		value, err := r.Secrets(name)
		if err == nil && value != "" {
			r.secrets = append(r.secrets, value)
		}
		return value, err
	})
}

// set sets variables. All see the values from before the step.
func (r *Runner) set(vars Vars) error {
	values := Vars{}
	for name, text := range vars {
		value, err := r.expand(text)
		if err != nil {
			return fmt.Errorf("set %s: %w", name, err)
		}
		values[name] = value
	}
	for name, value := range values {
		r.Vars[name] = value
	}
	return nil
}

// keep stores the result of an eval step.
func (r *Runner) keep(name string, value any) error {
	r.Values[name] = value
	text, ok := value.(string)
	if !ok {
		data, err := json.Marshal(value)
		if err != nil {
			return fmt.Errorf("keep %s: %w", name, err)
		}
		text = string(data)
	}
	r.Vars[name] = text
	return nil
}
