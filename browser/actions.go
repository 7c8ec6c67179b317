package browser

import (
	"context"
	"errors"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
)

// Click clicks the element once it is visible, still, enabled and uncovered.
func (e *Element) Click(ctx context.Context) error {
	return e.act(ctx, "click", func(ctx context.Context) error { return e.click(ctx, 1) })
}

// DoubleClick clicks the element twice.
func (e *Element) DoubleClick(ctx context.Context) error {
	return e.act(ctx, "double-click", func(ctx context.Context) error { return e.click(ctx, 2) })
}

// Hover moves the pointer onto the element.
func (e *Element) Hover(ctx context.Context) error {
	return e.act(ctx, "hover over", func(ctx context.Context) error {
		x, y, err := e.point(ctx, "visible", "stable", "hit")
		if err != nil {
			return err
		}
		return e.tab.mouse(ctx, input.DispatchMouseEventTypeMouseMoved, x, y, 0)
	})
}

// ScrollIntoView scrolls until the element is in sight.
func (e *Element) ScrollIntoView(ctx context.Context) error {
	return e.act(ctx, "scroll to", func(ctx context.Context) error {
		_, err := e.ask(ctx, "ready", []string{"visible", "stable"}, budget(ctx))
		return err
	})
}

// click clicks count times in a row. A click that the page moved away from is
// kept from the page and made again.
func (e *Element) click(ctx context.Context, count int64) error {
	for {
		x, y, err := e.point(ctx, "visible", "stable", "enabled", "hit", "guard")
		if err != nil {
			return err
		}
		if err := e.press(ctx, x, y, count); err != nil {
			return err
		}
		var hit bool
		err = e.doc.ask(ctx, &hit, "guarded", nil)
		switch {
		case err != nil:
			return unlessGone(err)
		case hit:
			return nil
		case budget(ctx) == 0:
			return errors.New("it moves away under the pointer")
		}
	}
}

// press presses and releases the button count times at a point of the window.
func (e *Element) press(ctx context.Context, x, y float64, count int64) error {
	if err := e.tab.mouse(ctx, input.DispatchMouseEventTypeMouseMoved, x, y, 0); err != nil {
		return err
	}
	for n := int64(1); n <= count; n++ {
		if err := e.tab.mouse(ctx, input.DispatchMouseEventTypeMousePressed, x, y, n); err != nil {
			return unlessGone(err)
		}
		if err := e.tab.mouse(ctx, input.DispatchMouseEventTypeMouseReleased, x, y, n); err != nil {
			return unlessGone(err)
		}
	}
	return nil
}

// unlessGone forgives that the page left for another while it was acted on.
func unlessGone(err error) error {
	if err != nil && navigated(err) {
		return nil
	}
	return err
}

// mouse sends a mouse event at a point of the window; clicks counts those in a row.
func (t *Tab) mouse(ctx context.Context, kind input.DispatchMouseEventType, x, y float64, clicks int64) error {
	ev := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, ClickCount: clicks}
	if clicks > 0 {
		ev.Button = input.MouseButtonLeft
	}
	if kind == input.DispatchMouseEventTypeMousePressed {
		ev.Buttons = 1
	}
	_, err := cdp.Call(ctx, t.session, input.DispatchMouseEvent, ev)
	return err
}

// point waits until the element passes the checks and returns where in the window it is.
func (e *Element) point(ctx context.Context, checks ...string) (x, y float64, err error) {
	for {
		s, err := e.ask(ctx, "ready", checks, budget(ctx))
		if err != nil {
			return 0, 0, err
		}
		x, y, err = e.doc.outward(ctx, s.X, s.Y, true)
		if err == nil || errors.Is(err, errDetached) || navigated(err) || budget(ctx) == 0 {
			return x, y, err
		}
		if err := e.doc.ask(ctx, new(any), "pause", nil, 100); err != nil {
			return 0, 0, err
		}
	}
}

// Select chooses the options with these values or labels, once all of them are
// there, and no others.
func (e *Element) Select(ctx context.Context, values ...string) error {
	return e.act(ctx, "select in", func(ctx context.Context) error {
		if _, err := e.ask(ctx, "ready", []string{"enabled"}, budget(ctx)); err != nil {
			return err
		}
		_, err := e.ask(ctx, "choose", values, budget(ctx))
		return unlessGone(err)
	})
}

// Check ticks a checkbox or radio button, or clears a box, by clicking it or
// its label. It does nothing when it is so already.
func (e *Element) Check(ctx context.Context, on bool) error {
	return e.act(ctx, "check", func(ctx context.Context) error {
		now, err := e.ask(ctx, "checkState")
		switch {
		case err != nil || now.On == on:
			return err
		case now.Radio && !on:
			return errors.New("a radio button is cleared by ticking another one")
		}
		face, err := e.face(ctx)
		if err != nil {
			return err
		}
		if err := face.click(ctx, 1); err != nil {
			return err
		}
		return e.checkTicked(ctx, on)
	})
}

// face returns what to click for a box that may be hidden behind its label.
func (e *Element) face(ctx context.Context) (*Element, error) {
	result, err := e.doc.call(ctx, false, "face", e)
	if err != nil {
		return nil, err
	}
	return &Element{tab: e.tab, doc: e.doc, object: result.ObjectID}, nil
}

// checkTicked fails when the click did not change the box.
func (e *Element) checkTicked(ctx context.Context, on bool) error {
	now, err := e.ask(ctx, "checkState")
	switch {
	case errors.Is(err, errDetached):
		return nil
	case err == nil && now.On != on:
		return fmt.Errorf("the click did not change it")
	}
	return unlessGone(err)
}

// Press focuses the element and presses a key; see Tab.Press.
func (e *Element) Press(ctx context.Context, key string) error {
	if _, err := parseKey(key); err != nil {
		return err
	}
	return e.act(ctx, "press "+key+" in", func(ctx context.Context) error {
		if _, err := e.ask(ctx, "ready", []string{"visible", "enabled"}, budget(ctx)); err != nil {
			return err
		}
		if _, err := e.ask(ctx, "focus"); err != nil {
			return err
		}
		return unlessGone(e.tab.Press(ctx, key))
	})
}
