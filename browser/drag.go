package browser

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
)

// dragPatience is how long the browser may take to tell of a drag of data that the page
// has begun.
const dragPatience = 2 * time.Second

// reach is how far, in CSS pixels, something is dragged that has no end.
const reach = 100.0

// drag moves the pressed pointer from the control to its end. What the browser
// takes for a drag of data is carried there and dropped.
func (h *hand) drag(ctx context.Context, g Gesture) error {
	from, err := h.aimAt(ctx, g.Path, g.At)
	if err != nil {
		return err
	}
	if g.Onto == "" && g.To == nil {
		aside, end := g.aside(from)
		return h.carry(ctx, g.Path, from, aside, end)
	}
	to, err := h.aimAt(ctx, cmp.Or(g.Onto, g.Path), g.To)
	if errors.Is(err, ErrOutOfReach) {
		return h.pullDown(ctx, g, from)
	}
	if err != nil {
		return err
	}
	if from, err = h.aimAt(ctx, g.Path, g.At); err != nil { // looking for the end may have scrolled
		return err
	}
	return h.carry(ctx, g.Path, from, to)
}

// pullDown presses at from and lets go on the end of the drag, which shows only then, as
// the entries of some menus do.
func (h *hand) pullDown(ctx context.Context, g Gesture, from spot) error {
	if err := h.pull(ctx, from); err != nil {
		return err
	}
	if err := h.frames(ctx); err != nil {
		return err
	}
	to, err := h.aimAt(ctx, cmp.Or(g.Onto, g.Path), g.To)
	if err != nil {
		return errors.Join(err, h.up(ctx, input.MouseButtonLeft, 1, from))
	}
	if err := h.pullTo(ctx, to); err != nil {
		return err
	}
	return h.up(ctx, input.MouseButtonLeft, 1, to)
}

// aside returns the stops of a drag that has no end.
func (g Gesture) aside(from spot) (stop, end spot) {
	far := reach
	if g.Value == "back" {
		far = -reach
	}
	stop = spot{X: max(from.X+far, 1), Y: from.Y}
	return stop, spot{X: stop.X, Y: max(from.Y+far, 1)}
}

// WordsAtEnd returns what may say what dropping there would do, where a drag that has no
// end would end.
func (t *Tab) WordsAtEnd(ctx context.Context, g Gesture) (words string, err error) {
	h := &hand{tab: t}
	from, err := h.aimAt(ctx, g.Path, g.At)
	if errors.Is(err, ErrOutOfReach) {
		return "", nil
	}
	if err == nil {
		_, end := g.aside(from)
		err = h.ask(ctx, &words, "wordsAt", "document", end.X, end.Y)
	}
	return words, unlessGone(err)
}

// dropFile carries files from outside of the browser onto the control.
func (h *hand) dropFile(ctx context.Context, g Gesture) error {
	at, err := h.aim(ctx, g.Path)
	if err != nil {
		return err
	}
	files := &input.DragData{Items: []*input.DragDataItem{}, Files: strings.Split(g.Value, "\n"), DragOperationsMask: 1} // 1: copy
	return h.drop(ctx, files, at)
}

// carry presses at from, moves from stop to stop and lets go at the last. The path is
// that of what is carried; empty: it is in the main document.
func (h *hand) carry(ctx context.Context, path string, from spot, stops ...spot) (err error) {
	begun := make(chan *input.DragData, 1)
	defer h.tab.session.Listen(func(ev any) {
		if d, ok := ev.(*input.EventDragIntercepted); ok {
			select {
			case begun <- d.Data:
			default:
			}
		}
	})()
	if _, err := cdp.Call(ctx, h.tab.session, input.SetInterceptDrags, input.SetInterceptDragsParams{Enabled: true}); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			h.letGo(ctx, path, begun)
		}
		_, _ = cdp.Call(context.WithoutCancel(ctx), h.tab.session, input.SetInterceptDrags, input.SetInterceptDragsParams{})
	}()
	if err := h.do(ctx, "watchDrag", path); err != nil {
		return err
	}
	if err := h.pull(ctx, from, stops...); err != nil {
		return err
	}
	to := stops[len(stops)-1]
	var drags bool
	err = h.ask(ctx, &drags, "drags", path)
	if err == nil && !drags {
		if err = h.wait(ctx, hovering); err == nil {
			err = h.ask(ctx, &drags, "drags", path) // it may have begun meanwhile
		}
	}
	if err == nil && drags {
		err = h.finish(ctx, begun, to)
	}
	if err != nil {
		return err
	}
	return h.up(ctx, input.MouseButtonLeft, 1, to)
}

// letGo ends a drag that was cut off, of which the browser may not have told yet: what is
// carried would take all that is done from then on, also to the pages that follow.
func (h *hand) letGo(ctx context.Context, path string, begun <-chan *input.DragData) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), dragPatience+answerTimeout)
	defer cancel()
	h.release(ctx)
	var drags bool
	if err := h.ask(ctx, &drags, "drags", path); err != nil || drags {
		_ = h.takeBack(ctx, begun)
	}
}

// takeBack ends what the browser has taken for a drag of data without dropping it. A drag
// that it has told of is ended with its data: to end what the browser drags is not enough
// then for what Chromium keeps for a frame, which the next pages of the site share.
func (h *hand) takeBack(ctx context.Context, begun <-chan *input.DragData) error {
	var err error
	select {
	case data := <-begun:
		_, err = cdp.Call(ctx, h.tab.session, input.DispatchDragEvent, input.DispatchDragEventParams{Type: input.DispatchDragEventTypeDragCancel, Data: data})
	case <-time.After(dragPatience):
	}
	_, ended := cdp.Call(ctx, h.tab.session, input.CancelDragging, cdp.Empty{})
	return errors.Join(err, ended)
}

// hovering is how long the pointer stays where it lets go: scripts that carry things by
// themselves look now and then what it is over.
const hovering = 150 * time.Millisecond

// finish drops what the browser has taken for data.
func (h *hand) finish(ctx context.Context, begun chan *input.DragData, to spot) error {
	select {
	case data := <-begun:
		err := h.drop(ctx, data, to)
		if err != nil {
			begun <- data // it is carried still
		}
		return err
	case <-time.After(dragPatience):
		_, err := cdp.Call(ctx, h.tab.session, input.CancelDragging, cdp.Empty{})
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// lifting is how far, in CSS pixels, the pointer moves before it is off: scripts take what
// is pressed for carried once it has moved a few pixels, and some carry it by where the
// pointer is then.
const lifting = 10.0

// pull presses at from and moves from stop to stop in a few steps each. Frames are drawn
// where it sets off and where it has come to: scripts look for places to drop something at
// in the first, and move it with the next.
func (h *hand) pull(ctx context.Context, from spot, stops ...spot) error {
	if err := h.move(ctx, from); err != nil {
		return err
	}
	if err := h.down(ctx, input.MouseButtonLeft, 1, from); err != nil {
		return err
	}
	const steps = 4
	for i, to := range stops {
		shares := []float64{1.0 / steps, 2.0 / steps, 3.0 / steps, 1}
		if far := math.Hypot(to.X-from.X, to.Y-from.Y); i == 0 && far > steps*lifting {
			shares = append([]float64{lifting / far}, shares...)
		}
		for n, share := range shares {
			if err := h.pullTo(ctx, spot{X: from.X + (to.X-from.X)*share, Y: from.Y + (to.Y-from.Y)*share}); err != nil {
				return err
			}
			if setsOff, arrives := i == 0 && n == 0, i == len(stops)-1 && share == 1; !setsOff && !arrives {
				continue
			}
			if err := h.frames(ctx); err != nil {
				return err
			}
		}
		from = to
	}
	return nil
}

// pullTo moves the pressed pointer.
func (h *hand) pullTo(ctx context.Context, at spot) error {
	return h.mouse(ctx, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMouseMoved, Button: input.MouseButtonLeft, Buttons: buttonBits[input.MouseButtonLeft]}, at)
}

func (h *hand) drop(ctx context.Context, data *input.DragData, at spot) error {
	for _, kind := range []input.DispatchDragEventType{
		input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop,
	} {
		params := input.DispatchDragEventParams{Type: kind, X: at.X, Y: at.Y, Data: data}
		if _, err := cdp.Call(ctx, h.tab.session, input.DispatchDragEvent, params); err != nil {
			return err
		}
	}
	return nil
}

// DragTo drags the element with the pointer onto the middle of to. Both must fit
// into the window at the same time.
func (e *Element) DragTo(ctx context.Context, to *Element) error {
	return e.act(ctx, "drag", func(ctx context.Context) error {
		if _, _, err := to.point(ctx, "visible", "stable"); err != nil {
			return err
		}
		var from, end spot
		var err error
		if from.X, from.Y, err = e.point(ctx, "visible", "stable", "enabled", "hit"); err != nil {
			return err
		}
		if end.X, end.Y, err = to.point(ctx, "visible", "stable"); err != nil { // looking for the beginning may have scrolled
			return err
		}
		return unlessGone((&hand{tab: e.tab}).carry(ctx, "", from, end))
	})
}
