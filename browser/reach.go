package browser

import (
	"context"
	"fmt"
)

// ScrollOn scrolls the page, or the box at the path, on by most of a screen and
// reports whether it moved. The path "document" is the page.
func (t *Tab) ScrollOn(ctx context.Context, path string) (moved bool, err error) {
	t.clock.run()
	defer t.visit.act()()
	if err := t.askSurvey(ctx, &moved, "scrollOn", path); err != nil {
		return false, fmt.Errorf("scroll on: %w", err)
	}
	return moved, nil
}

// ScrollTo scrolls the page, or the box at the path, to top, in CSS pixels from its
// beginning, and reports whether it moved.
func (t *Tab) ScrollTo(ctx context.Context, path string, top float64) (moved bool, err error) {
	t.clock.run()
	defer t.visit.act()()
	if err := t.askSurvey(ctx, &moved, "scrollTo", path, top); err != nil {
		return false, fmt.Errorf("scroll: %w", err)
	}
	return moved, nil
}

// ScrolledTo returns how far the page, or the box at the path, is scrolled, in CSS
// pixels.
func (t *Tab) ScrolledTo(ctx context.Context, path string) (top float64, err error) {
	if err := t.askSurvey(ctx, &top, "scrolledTo", path); err != nil {
		return 0, fmt.Errorf("ask how far the page is scrolled: %w", err)
	}
	return top, nil
}

// WaysTo returns the paths on which the pointer may have to rest for the control at
// path to show, outermost first.
func (t *Tab) WaysTo(ctx context.Context, path string) (ways []string, err error) {
	if err := t.askSurvey(ctx, &ways, "ways", path); err != nil {
		return nil, fmt.Errorf("look for a way to %s: %w", path, err)
	}
	return ways, nil
}

// Back goes back in the history of the page.
func (t *Tab) Back(ctx context.Context) error {
	t.clock.run()
	if err := t.EvalIsolated(ctx, "history.back()", nil); err != nil {
		return fmt.Errorf("go back: %w", err)
	}
	return nil
}

// Stored is what a page's scripts keep in storage and cookies.
type Stored struct {
	Sum   uint32 `json:"sum"`   // changes when that does
	Lasts bool   `json:"lasts"` // some of it stays until it is taken away: it is in local storage
}

// Stored returns what the page's scripts keep.
func (t *Tab) Stored(ctx context.Context) (s Stored, err error) {
	if err := t.askSurvey(ctx, &s, "stored"); err != nil {
		return Stored{}, fmt.Errorf("read storage: %w", err)
	}
	return s, nil
}

// FinishMotions has the transitions and animations of the page that have an end come
// to it at once. They go by frames, which are drawn in real time, so Settle does not
// skip them.
func (t *Tab) FinishMotions(ctx context.Context) error {
	t.clock.run()
	if err := t.askSurvey(ctx, new(bool), "finish"); err != nil {
		return fmt.Errorf("finish what moves: %w", err)
	}
	return nil
}

// Drawn sums up what the canvas at the path shows: it changes when that does. It is 0
// where nothing can be read.
func (t *Tab) Drawn(ctx context.Context, path string) (sum uint32, err error) {
	if err := t.askSurvey(ctx, &sum, "drawn", path); err != nil {
		return 0, fmt.Errorf("read the drawing %s: %w", path, err)
	}
	return sum, nil
}

// askSurvey runs a helper of the survey in the page and decodes what it answers into
// out.
func (t *Tab) askSurvey(ctx context.Context, out any, fn string, args ...any) error {
	doc, err := t.surveyed(ctx, t.frame())
	if err != nil {
		return err
	}
	return doc.ask(ctx, out, fn, nil, args...)
}
