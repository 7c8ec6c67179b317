package explore

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"dyncrawl/browser"
)

// passing is what came by while a box was scrolled, by its mark. No state has it
// when its rows come and go.
type passing map[uint32]passer

type passer struct {
	control browser.Control
	top     float64 // of the box, in CSS pixels
}

// maxPassing is how many controls of a kind are tried that came by.
const maxPassing = 8

// note takes in what is there now and was in no state.
func (by passing) note(ctx context.Context, e *explorer, path string) error {
	top := -1.0
	for _, c := range e.view.Controls {
		if _, noted := by[c.Mark]; noted || e.seen[c.Mark] || by.count(c.Group) >= maxPassing || !e.pressable(&c, unlikely) {
			continue
		}
		if top < 0 {
			var err error
			if top, err = e.tab.ScrolledTo(ctx, path); err != nil {
				return err
			}
		}
		by[c.Mark] = passer{c, top}
	}
	return nil
}

func (by passing) count(group string) (n int) {
	for _, p := range by {
		if p.control.Group == group {
			n++
		}
	}
	return n
}

// plan queues pressing what came by and is gone: scrolling there comes first.
func (by passing) plan(e *explorer, path string) {
	if e.here < 0 {
		return
	}
	p := &planner{e: e, state: e.here}
	for _, mark := range slices.Sorted(maps.Keys(by)) {
		one := by[mark]
		if slices.Contains(e.view.Acts, mark) {
			continue
		}
		to := browser.Gesture{Kind: scrollKind, Path: path, Value: strconv.FormatFloat(one.top, 'f', 0, 64)}
		p.add(&one.control, unlikely, to, browser.Gesture{Kind: browser.Press, Path: one.control.Path})
	}
}
