package explore

import (
	"context"

	"dyncrawl/browser"
)

// feelKind is the gesture of moving the pointer over what a drawing shows, to see where it
// says that something may be pulled at.
const feelKind browser.GestureKind = "feel"

// feel queues pulling at the places of a drawing over which the pointer says that it may be
// done, either way. It reports whether the drawing is there.
func (e *explorer) feel(ctx context.Context, path string) (bool, error) {
	c := e.at(path)
	if c == nil || e.here < 0 {
		return false, nil
	}
	places, err := e.tab.Feel(ctx, path, c.Figures)
	if err != nil {
		return false, err
	}
	p := &planner{e: e, state: e.here}
	for _, at := range places {
		for _, way := range []string{"", "back"} {
			p.add(c, unlikely, browser.Gesture{Kind: browser.Drag, Path: path, At: &at, Value: way}).fresh = true // it may be where it was left
		}
	}
	return true, e.settle(ctx)
}
