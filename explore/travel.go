package explore

import (
	"context"
	"errors"
	"slices"

	"dyncrawl"
	"dyncrawl/browser"
)

// goTo brings the page into the state of the task: by the edges that lead there from
// here, or from the page loaded anew, at once when it is to be fresh. It reports whether
// the page is there.
func (e *explorer) goTo(ctx context.Context, t *task) (bool, error) {
	if !t.fresh || e.cfg.Once {
		if arrived, err := e.walkTo(ctx, t); err != nil || arrived || e.cfg.Once {
			return arrived, err
		}
	}
	if err := e.load(ctx); err != nil {
		return false, err
	}
	if e.here == t.state {
		return true, nil
	}
	if edges := e.path(e.here, t.state); edges != nil || e.here == 0 {
		return e.replay(ctx, edges, t)
	}
	return e.retrace(ctx, t)
}

// retrace does what led to the state of the task from the page as it was loaded first, where
// it begins otherwise now, as once somebody has agreed to cookies: what is out of reach then
// may not be needed any more. It reports whether it led there, or to another state that has
// the control of the task.
func (e *explorer) retrace(ctx context.Context, t *task) (bool, error) {
	for _, edge := range e.path(0, t.state) {
		e.Returns++
		from := e.here
		reached, err := e.perform(ctx, edge.Gestures)
		if err != nil {
			return false, err
		}
		if !reached {
			continue
		}
		if _, err := e.look(ctx, nil); err != nil {
			return false, err
		}
		edge.From, edge.To = from, e.here
		e.addEdge(edge)
	}
	return e.here == t.state || e.offers(t), nil
}

// detour looks for the control of a task whose state was not found again: what led to
// that state first may lead to the control from the page as it is loaded, too. It reports
// whether it did; the task is of the state then that it led to.
func (e *explorer) detour(ctx context.Context, t *task) (bool, error) {
	way := slices.IndexFunc(e.Edges, func(o Edge) bool { return o.To == t.state && !o.Assumed })
	if way < 0 || e.Edges[way].From == 0 || e.cfg.Once {
		return false, nil
	}
	if err := e.load(ctx); err != nil || e.here != 0 {
		return false, err
	}
	edge := e.Edges[way]
	edge.From = e.here
	if reached, err := e.perform(ctx, edge.Gestures); err != nil || !reached {
		return false, err
	}
	if _, err := e.look(ctx, nil); err != nil {
		return false, err
	}
	e.led(edge)
	return e.offers(t), nil
}

// offers reports whether the state that the page is in has the control of the task, though
// it was looked for in another one; the task is of this state then.
func (e *explorer) offers(t *task) bool {
	if tried := e.queue.trials[t.key]; e.here < 0 || tried != nil && tried.state == e.here ||
		!slices.ContainsFunc(e.view.Controls, func(c browser.Control) bool { return c.Visible && isFor(t, &c) }) {
		return false
	}
	t.state = e.here
	return true
}

// isFor reports whether the control is the one that the task is for, in another state.
// That of a form is told by its place, since the task is named by what is filled in, too.
func isFor(t *task, c *browser.Control) bool {
	return keyFor(t.gestures, c) == t.key || len(t.gestures) > 1 && c.Path == t.target() && kindOf(t.gestures, c) == t.kind
}

// walkTo is goTo without loading the page.
func (e *explorer) walkTo(ctx context.Context, t *task) (bool, error) {
	if e.here == t.state {
		return true, nil
	}
	if edges := e.path(e.here, t.state); edges != nil && len(edges) <= e.States[t.state].Depth {
		if arrived, err := e.replay(ctx, edges, t); err != nil || arrived {
			return arrived, err
		}
	}
	if arrived, err := e.byLikelyWay(ctx, t); err != nil || arrived {
		return arrived, err
	}
	if e.pushed(t.state) {
		return e.back(ctx, t.state)
	}
	return false, nil
}

// byLikelyWay does what has led to the state of the task from other states and is offered
// here, too, and reports whether it led there. It takes a fraction of loading the page.
func (e *explorer) byLikelyWay(ctx context.Context, t *task) (bool, error) {
	way := e.Graph.likelyWay(e.here, t.state)
	if way == nil {
		return false, nil
	}
	at := spot{e.here, way.key}
	if e.taken[at] {
		return false, nil
	}
	e.taken[at] = true
	edge := Edge{From: e.here, To: t.state, Gestures: way.gestures, Label: way.label, offered: way.key}
	arrived, err := e.replay(ctx, []Edge{edge}, t)
	if err == nil {
		edge.To = e.here
		e.addEdge(edge)
	}
	return arrived, err
}

// pushed reports whether the page came here from the state and has another
// address since.
func (e *explorer) pushed(state int) bool {
	return e.here >= 0 && e.States[e.here].URL != e.States[state].URL && len(e.path(state, e.here)) == 1
}

// back goes back in the history and reports whether that led to the state.
func (e *explorer) back(ctx context.Context, state int) (bool, error) {
	e.Returns++
	if err := e.tab.Back(ctx); err != nil {
		return false, err
	}
	if err := e.settle(ctx); err != nil {
		return false, err
	}
	_, err := e.look(ctx, nil)
	return e.here == state, err
}

// replay follows the edges and reports whether they led to the state of the task, or to
// another one that has its control.
func (e *explorer) replay(ctx context.Context, edges []Edge, t *task) (bool, error) {
	for _, edge := range edges {
		e.Returns++
		reached, err := e.perform(ctx, edge.Gestures)
		if err != nil {
			return false, err
		}
		if !reached {
			break
		}
		if _, err := e.look(ctx, nil); err != nil {
			return false, err
		}
		if e.here != edge.To {
			e.demote(edge)
			e.led(edge)
			break
		}
	}
	return e.here == t.state || e.offers(t), nil
}

// led notes where an edge has led that led elsewhere before, when nothing else is known to
// lead there: it could not be gone back to otherwise.
func (e *explorer) led(edge Edge) {
	if e.here < 0 || e.here == edge.From || slices.ContainsFunc(e.Edges, func(o Edge) bool { return o.To == e.here }) {
		return
	}
	edge.To = e.here
	e.addEdge(edge)
}

// load loads the page anew.
func (e *explorer) load(ctx context.Context) error {
	e.Returns++
	e.loads++
	if err := e.widen(ctx); err != nil {
		return err
	}
	e.guard.acted.Store(false)
	e.guard.unsaid.Store(false)
	if err := e.tab.Open(ctx, dyncrawl.Request{URL: e.home, Referrer: e.cfg.Referrer}); err != nil {
		return err
	}
	e.intake.traces, e.intake.answers, e.intake.changes = 0, 0, 0
	brief := e.settling()
	brief.Brief = true
	if err := e.tab.Settle(ctx, brief); err != nil {
		return err
	}
	e.here = -1
	_, err := e.look(ctx, nil)
	return err
}

// widen gives the window its usual size again.
func (e *explorer) widen(ctx context.Context) error {
	if !e.resized {
		return nil
	}
	e.resized = false
	return e.tab.Perform(ctx, browser.Gesture{Kind: browser.Show, Path: page, Value: "usual"})
}

// reload looks at the page once more when its scripts have stored something, since it
// may show that, as it does to somebody who comes for the second time.
func (e *explorer) reload(ctx context.Context) error {
	if e.cfg.Once {
		return nil
	}
	now, err := e.tab.Stored(ctx)
	if err != nil || now == e.stored && (e.loads > 0 || !now.Lasts) {
		return err
	}
	e.stored = now
	if err := e.load(ctx); err != nil {
		return err
	}
	if err := e.drain(ctx); err != nil {
		return err
	}
	return errors.Join(e.linger(ctx), e.awaitPushed(ctx))
}
