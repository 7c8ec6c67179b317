package explore

import (
	"context"
	"slices"

	"dyncrawl/browser"
)

// look surveys the page after the gesture, nil for none, and returns whether it
// shows anything that no state has shown.
func (e *explorer) look(ctx context.Context, by *task) (novel bool, err error) {
	was, from := e.view, e.here
	if err := e.survey(ctx); err != nil {
		return false, err
	}
	if err := e.finishMotions(ctx); err != nil {
		return false, err
	}
	e.takeTraces(ctx)
	if err := e.readMarkup(ctx); err != nil {
		return false, err
	}
	print := PrintOf(e.view)
	novel = e.remember()
	to := e.find(print)
	if to < 0 && !novel && from >= 0 && by != nil && rests(by) {
		to = from // what looks otherwise under the pointer does so until it goes on
	}
	if to >= 0 && by != nil && by.key == string(waitKind) && len(e.States[to].grown(crowds(e.view))) > 0 {
		to = -1 // what has come with time alone is not there when the page is loaded again
	}
	if to < 0 {
		if to, err = e.addState(ctx, print, from, was); err != nil {
			return novel, err
		}
	} else {
		e.wake(to)
	}
	e.here = to
	if by != nil && from >= 0 {
		e.addEdge(Edge{From: from, To: to, Gestures: by.gestures, Label: by.label, offered: by.key, kind: by.kind})
	}
	return novel, nil
}

// rests reports whether the task has the pointer rest on something.
func rests(t *task) bool { return len(t.gestures) == 1 && t.gestures[0].Kind == browser.Rest }

// wake queues what can be done to the controls of a known state that listen to more than
// when they were planned: a script may attach handlers late, or once the pointer comes. So it
// does for those that differ in a number alone from others, of which there were fewer.
func (e *explorer) wake(state int) {
	counts := crowds(e.view)
	p, more := &planner{e: e, state: state}, e.States[state].grown(counts)
	for i := range e.view.Controls {
		c := &e.view.Controls[i]
		if listened, planned := e.planned[placeOf(c)]; planned && len(c.Own) > listened || !planned && more[c.Mark] {
			p.control(i)
		}
	}
	e.States[state].note(counts)
}

// grown returns the marks that more controls have than the state ever showed: numbers, by
// which they may differ, are no part of a mark.
func (s *State) grown(counts map[uint32]int) map[uint32]bool {
	more := map[uint32]bool{}
	for mark, n := range counts {
		if most := s.crowds[mark]; most > 0 && n > most {
			more[mark] = true
		}
	}
	return more
}

// note keeps how many controls of a mark the state shows at most.
func (s *State) note(counts map[uint32]int) {
	for mark, n := range counts {
		s.crowds[mark] = max(s.crowds[mark], n)
	}
}

// crowds counts the visible controls by their marks.
func crowds(view *browser.Survey) map[uint32]int {
	counts := map[uint32]int{}
	for i := range view.Controls {
		if c := &view.Controls[i]; c.Visible {
			counts[c.Mark]++
		}
	}
	return counts
}

// survey sees what the page shows and offers, without the controls of frames that
// are not ours to act on: advertisements come and go.
func (e *explorer) survey(ctx context.Context) error {
	view, err := e.tab.Survey(ctx)
	if err != nil {
		return err
	}
	var others []uint32
	view.Controls = slices.DeleteFunc(view.Controls, func(c browser.Control) bool {
		other := c.Frame != "" && !e.owns(c.Frame)
		if other {
			others = append(others, c.Mark)
		}
		return other
	})
	view.Acts = slices.DeleteFunc(view.Acts, func(mark uint32) bool { return slices.Contains(others, mark) })
	e.view = view
	e.markSuggests()
	return nil
}

const (
	// maxMotions is how often in a row something may move because something else has
	// come to its end.
	maxMotions = 3
	// maxIdleMotions is how often nothing may come of that before the page is taken to
	// move for its looks alone.
	maxIdleMotions = 5
)

// finishMotions has what moves come to its end where a script may wait for that: a
// panel is often filled only when it has opened.
func (e *explorer) finishMotions(ctx context.Context) error {
	for n := 0; n < maxMotions && e.view.Moving && e.motions < maxIdleMotions; n++ {
		changes, traces := e.view.Changes, len(e.tab.Traces(e.intake.traces))
		if err := e.tab.FinishMotions(ctx); err != nil {
			return err
		}
		if err := e.settle(ctx); err != nil {
			return err
		}
		if err := e.survey(ctx); err != nil {
			return err
		}
		if e.view.Changes == changes && len(e.tab.Traces(e.intake.traces)) == traces {
			e.motions++
		}
	}
	return nil
}

// at returns the control at the path; nil when the page has none there now.
func (e *explorer) at(path string) *browser.Control { return controlAt(e.view, path) }

// controlAt returns the control at the path; nil when there was none.
func controlAt(view *browser.Survey, path string) *browser.Control {
	for i := range view.Controls {
		if c := &view.Controls[i]; c.Path == path {
			return c
		}
	}
	return nil
}

// remember notes the marks of what the page shows and reports whether any was new: which
// control was chosen is nothing new.
func (e *explorer) remember() (novel bool) {
	for i, list := range [][]uint32{e.view.Acts, e.view.Texts} {
		for _, mark := range list {
			if !e.seen[mark] {
				novel = true
				e.offered += 1 - i
				e.around.news = append(e.around.news, mark)
			}
			e.seen[mark] = true
		}
	}
	return novel
}

// addState keeps a new state and plans what to try there. The page was in the state from,
// and looked as it was then.
func (e *explorer) addState(ctx context.Context, p Print, from int, was *browser.Survey) (int, error) {
	if len(e.States) >= e.cfg.States {
		e.limit("states")
		return -1, nil
	}
	s := State{Print: p, Hash: p.Hash(), URL: e.view.URL, Title: e.view.Title}
	if from >= 0 {
		s.Depth = e.States[from].Depth + 1
		if way := e.path(0, from); way != nil { // a shorter one may have been found since
			s.Depth = min(s.Depth, len(way)+1)
		}
	}
	if html, err := e.tab.HTML(ctx); err == nil {
		s.HTML = html
	} else if ctx.Err() != nil {
		return -1, err
	}
	if e.cfg.Picture {
		s.Picture, _ = e.tab.Thumbnail(ctx) // a state without one is a state all the same
	}
	s.crowds = crowds(e.view)
	e.States = append(e.States, s)
	n := len(e.States) - 1
	if s.Depth >= e.cfg.Depth {
		e.limit("depth")
		return n, nil
	}
	if e.roaming.far {
		return n, nil
	}
	e.plan(n, was)
	return n, nil
}
