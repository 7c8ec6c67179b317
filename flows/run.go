package flows

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/captcha"
)

// Runner carries out steps in a tab. It is used for one page, by one goroutine.
type Runner struct {
	Tab     *browser.Tab
	Flow    *Flow
	Secrets Secrets              // nil: steps that need a secret fail
	Mask    *Mask                // of secrets that no picture and no error may show; nil: of those alone that were typed
	Account string               // identity that the steps log in; empty when the flow has one only
	Solver  captcha.Solver       // nil: captcha steps fail
	Settle  browser.SettleConfig // how pages are waited for
	Log     *slog.Logger         //
	Values  map[string]any       // what eval steps kept, by name; made when needed

	// Artifacts is the folder for pictures of failed steps; empty: none are taken.
	Artifacts string

	// Ask has a person answer a question. Nil: there is nobody to ask.
	Ask func(ctx context.Context, question string) (string, error)

	// Person has a person drive the tab until they give it back, and is told why.
	// Nil: nobody is there.
	Person func(ctx context.Context, tab *browser.Tab, reason string) error

	// OnExtract takes the items of the named rules now. Nil: extract steps fail.
	OnExtract func(ctx context.Context, names []string) error

	// OnStep, where there is one, is given each step instead, those inside others too.
	// It carries the step out with do, as often as it likes, and may change it before.
	OnStep func(ctx context.Context, s *Step, do func() error) error

	vars    Vars                 // set by steps
	used    []string             // secrets filled in, never to be shown
	masked  atomic.Pointer[Mask] // of used
	auth    *credentials         // nil: HTTP authentication is not answered
	pinned  *pin                 // nil: no secret was typed
	guarded bool                 // the tab stops secrets that go astray
	greeted atomic.Bool          // the credentials were sent by HTTP authentication
	began   time.Time            // the first step
	scope   *browser.Element     // the current element of for_each; nil outside
}

// Default budgets of a step.
const (
	defaultStepBudget = 10 * time.Second
	longStepBudget    = time.Minute     // goto and scroll
	captchaBudget     = 3 * time.Minute // a person may have to answer
	personBudget      = 5 * time.Minute // ask and receive
)

// Run carries out the steps in order and stops at the first that fails. Its
// error names the step's place in the flow file, its verb and selector, the
// page, and the picture that was taken of it; its class is step, or what the
// browser or the captcha reader said.
func (r *Runner) Run(ctx context.Context, steps []Step) error {
	if r.Flow.takesPopups() {
		r.Tab.KeepPopups(true)
	}
	if r.began.IsZero() {
		r.began = time.Now()
	}
	for i := range steps {
		if err := r.step(ctx, &steps[i]); err != nil {
			return err
		}
	}
	return nil
}

// step carries out one step, or has it carried out.
func (r *Runner) step(ctx context.Context, s *Step) error {
	if r.OnStep != nil {
		return r.OnStep(ctx, s, func() error { return r.attempt(ctx, s) })
	}
	return r.attempt(ctx, s)
}

// attempt carries out one step within its budget.
func (r *Runner) attempt(ctx context.Context, s *Step) error {
	bounded, cancel := r.bounded(ctx, s)
	defer cancel()
	err := r.do(bounded, s)
	if err != nil && r.Person != nil {
		err = r.withPerson(ctx, s, err)
	}
	if err == nil {
		return nil
	}
	if ctx.Err() == context.Canceled {
		return ctx.Err()
	}
	return r.explain(ctx, s, errors.Join(err, r.pinned.leaked()))
}

// bounded returns ctx with the step's budget. Steps made of steps have none of
// their own unless the flow gives one: each inner step has.
func (r *Runner) bounded(ctx context.Context, s *Step) (context.Context, context.CancelFunc) {
	budget := s.Timeout
	switch {
	case s.Handoff != "":
		return ctx, func() {} // the person's time is not the page's
	case budget > 0:
	case s.Repeat != nil, s.ForEach != nil, s.If != nil, s.Use != "", s.Popup != nil:
		return ctx, func() {}
	case s.Scroll != nil, s.Goto != nil:
		budget = longStepBudget
	case s.Captcha != nil, s.LogIn != "":
		budget = captchaBudget
	case s.Ask != nil, s.Receive != nil:
		budget = personBudget
	case r.Flow.Limits.Step > 0:
		budget = r.Flow.Limits.Step
	default:
		budget = defaultStepBudget
	}
	if d, ok := s.Wait.duration(); ok {
		budget += d
	}
	return context.WithTimeout(ctx, budget)
}

// do carries out the step's verb.
func (r *Runner) do(ctx context.Context, s *Step) error {
	switch {
	case s.Goto != nil:
		return r.open(ctx, s.Goto)
	case s.Click != nil:
		return r.with(ctx, s.Click.Selector, (*browser.Element).Click)
	case s.DblClick != nil:
		return r.with(ctx, s.DblClick.Selector, (*browser.Element).DoubleClick)
	case s.Hover != nil:
		return r.with(ctx, s.Hover.Selector, (*browser.Element).Hover)
	case s.Fill != nil:
		return r.fill(ctx, s.Fill)
	case s.Select != nil:
		return r.selectOptions(ctx, s.Select)
	case s.Check != nil:
		return r.with(ctx, s.Check.Selector, func(e *browser.Element, ctx context.Context) error {
			return e.Check(ctx, !s.Check.Unchecked)
		})
	case s.Press != nil:
		return r.press(ctx, s.Press)
	case s.Drag != nil:
		return r.drag(ctx, s.Drag)
	case s.Upload != nil:
		return r.upload(ctx, s.Upload)
	case s.Dialog != nil:
		return r.answer(s.Dialog)
	case s.Scroll != nil:
		return r.scroll(ctx, s.Scroll)
	case s.Captcha != nil:
		return r.solve(ctx, s.Captcha)
	case s.Eval != nil:
		return r.eval(ctx, s.Eval)
	case s.Screenshot != nil:
		return r.screenshot(ctx, s.Screenshot)
	case s.Extract != nil:
		return r.extract(ctx, s.Extract)
	case s.LogIn != "":
		return r.autoLogin(ctx)
	case s.TOTP != nil:
		return r.totp(ctx, s.TOTP)
	case s.Ask != nil:
		return r.ask(ctx, s.Ask)
	case s.Receive != nil:
		return r.receive(ctx, s.Receive)
	}
	return r.control(ctx, s)
}

// control carries out the verbs that wait, decide or contain steps.
func (r *Runner) control(ctx context.Context, s *Step) error {
	switch {
	case s.Wait != nil:
		return r.wait(ctx, s.Wait)
	case s.Expect != nil:
		return r.await(ctx, s.Expect)
	case s.If != nil:
		ok, err := r.holds(ctx, s.If)
		if err != nil {
			return err
		}
		if ok {
			return r.Run(ctx, s.Then)
		}
		return r.Run(ctx, s.Else)
	case s.Repeat != nil:
		return r.repeat(ctx, s.Repeat)
	case s.ForEach != nil:
		return r.forEach(ctx, s.ForEach)
	case s.Popup != nil:
		return r.popup(ctx, s.Popup)
	case s.Handoff != "":
		return r.handOff(ctx, s.Handoff, s.Timeout)
	case s.Set != nil:
		return r.set(s.Set)
	case s.Use != "":
		steps, ok := r.Flow.Action(s.Use)
		if !ok {
			return fmt.Errorf("no action is named %q", s.Use)
		}
		return r.Run(ctx, steps)
	}
	return errors.New("a step without a verb")
}

// open goes to a URL, relative to the page's.
func (r *Runner) open(ctx context.Context, g *Goto) error {
	text, err := r.expand(g.URL)
	if err != nil {
		return err
	}
	target, err := url.Parse(text)
	if err != nil {
		return err
	}
	if !target.IsAbs() {
		at, err := r.Tab.URL(ctx)
		if err != nil {
			return err
		}
		base, err := url.Parse(at)
		if err != nil {
			return err
		}
		target = base.ResolveReference(target)
	}
	if err := r.Tab.Goto(ctx, target.String()); err != nil {
		return err
	}
	return r.Tab.Settle(ctx, r.Settle)
}

// find waits for the element, inside the current one when the selector says so.
func (r *Runner) find(ctx context.Context, s browser.Selectors) (*browser.Element, error) {
	if r.relative(s) {
		return r.scope.Find(ctx, s)
	}
	return r.Tab.Find(ctx, s)
}

// findAll returns the elements that are there now.
func (r *Runner) findAll(ctx context.Context, s browser.Selectors) ([]*browser.Element, error) {
	if r.relative(s) {
		return r.scope.FindAll(ctx, s)
	}
	return r.Tab.FindAll(ctx, s)
}

// relative reports whether s begins at the current element of a for_each.
func (r *Runner) relative(s browser.Selectors) bool {
	return r.scope != nil && slices.ContainsFunc(s, browser.Selector.Relative)
}

// with finds an element and acts on it.
func (r *Runner) with(ctx context.Context, s browser.Selectors, act func(*browser.Element, context.Context) error) error {
	e, err := r.find(ctx, s)
	if err != nil {
		return err
	}
	return act(e, ctx)
}

func (r *Runner) fill(ctx context.Context, f *Fill) error {
	value, err := r.expandSecret(f.Value)
	if err != nil {
		return err
	}
	return r.with(ctx, f.Selector, func(e *browser.Element, ctx context.Context) error {
		if len(SecretRefs(f.Value)) > 0 || r.mask().Holds(value) {
			return r.typeSecret(ctx, e, value)
		}
		if f.Add {
			return e.Type(ctx, value)
		}
		return e.Fill(ctx, value)
	})
}

func (r *Runner) selectOptions(ctx context.Context, s *Select) error {
	values := make([]string, len(s.Values))
	for i, v := range s.Values {
		var err error
		if values[i], err = r.expand(v); err != nil {
			return err
		}
	}
	return r.with(ctx, s.Selector, func(e *browser.Element, ctx context.Context) error { return e.Select(ctx, values...) })
}

func (r *Runner) press(ctx context.Context, p *Press) error {
	if len(p.Selector) == 0 {
		return r.Tab.Press(ctx, p.Key)
	}
	return r.with(ctx, p.Selector, func(e *browser.Element, ctx context.Context) error { return e.Press(ctx, p.Key) })
}

// errNoItems fails steps that take items where none can be taken.
var errNoItems = errors.New("items can be taken in the steps of pages only")

// scroll goes to the end, and takes items on the way if it is to.
func (r *Runner) scroll(ctx context.Context, s *Scroll) error {
	c := browser.ScrollConfig{Container: s.Selector, Scope: r.scope, Max: s.Max, Settle: r.Settle}
	switch {
	case len(s.Extract) == 0:
	case r.OnExtract == nil:
		return errNoItems
	default:
		c.Each = func(ctx context.Context) error { return r.OnExtract(ctx, s.Extract) }
	}
	return r.Tab.ScrollToEnd(ctx, c)
}

// extract has the items of the named rules taken once the page has settled.
func (r *Runner) extract(ctx context.Context, names []string) error {
	if r.OnExtract == nil {
		return errNoItems
	}
	if err := r.Tab.Settle(ctx, r.Settle); err != nil {
		return err
	}
	return r.OnExtract(ctx, names)
}

// expand replaces the variables in text.
func (r *Runner) expand(text string) (string, error) {
	return Expand(text, func(ref string) (string, error) {
		if value, ok := r.vars[ref]; ok {
			return value, nil
		}
		return "", fmt.Errorf("${%s} has not been set yet", ref)
	})
}

// expandSecret is expand for texts that may hold secrets. The result must not
// come into errors, logs or variables.
func (r *Runner) expandSecret(text string) (string, error) {
	return Expand(text, func(ref string) (string, error) {
		if name, ok := SecretName(ref); ok {
			if r.Secrets == nil {
				return "", fmt.Errorf("secret %s: there are no secrets here", name)
			}
			value, err := r.Secrets(name)
			if err == nil {
				r.keepSecret(value)
			}
			return value, err
		}
		return r.expand("${" + ref + "}")
	})
}

// set keeps a variable for the steps that follow.
func (r *Runner) set(vars Vars) error {
	for _, name := range sortedNames(vars) {
		value, err := r.expand(vars[name])
		if err != nil {
			return err
		}
		r.define(name, value)
	}
	return nil
}

func (r *Runner) define(name, value string) {
	if r.vars == nil {
		r.vars = Vars{}
	}
	r.vars[name] = value
}

// classed returns the class that err says, or step.
func classed(err error) dyncrawl.Class {
	var e *dyncrawl.Error
	if errors.As(err, &e) && e.Class != "" {
		return e.Class
	}
	return dyncrawl.ClassStep
}
