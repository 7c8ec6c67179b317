package browser

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
)

// notch is how many CSS pixels one notch of the wheel scrolls.
const notch = 120

// wheel turns the wheel by one notch: down, "up", or up with "Control" held, which brings
// pictures and maps closer.
func (h *hand) wheel(ctx context.Context, g Gesture) error {
	at, err := h.aimWithin(ctx, g.Path)
	if err != nil {
		return err
	}
	// A delta of zero would be left out, and the browser wants both.
	turn := input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, DeltaX: 0.01, DeltaY: notch, Modifiers: modifiers[g.Value]}
	if g.Value != "" {
		turn.DeltaY = -notch
	}
	if err := h.mouse(ctx, turn, at); err != nil {
		return err
	}
	return h.frames(ctx) // the browser does not wait until the page has it
}

// frames waits until the page was drawn.
func (h *hand) frames(ctx context.Context) error {
	return h.ask(ctx, new(bool), "frames", "")
}

// stroke is how far, in CSS pixels, a finger moves.
const stroke = 120

// strokes are the ways of a finger, by the value of a Swipe.
var strokes = map[string]spot{"": {X: -stroke}, "right": {X: stroke}, "up": {Y: -stroke}, "down": {Y: stroke}}

func (h *hand) swipe(ctx context.Context, g Gesture) error {
	way := strokes[g.Value]
	return h.fingers(ctx, g, 0, []spot{way})
}

// pinch puts two fingers down and moves them apart.
func (h *hand) pinch(ctx context.Context, g Gesture) error {
	return h.fingers(ctx, g, 0, []spot{{X: -stroke / 3}, {X: stroke / 3}})
}

func (h *hand) tap(ctx context.Context, g Gesture, long time.Duration) error {
	return h.fingers(ctx, g, long, []spot{{}})
}

// fingers puts a finger down for each way, waits, moves them their ways in steps,
// and lifts them.
func (h *hand) fingers(ctx context.Context, g Gesture, long time.Duration, ways []spot) error {
	at, err := h.aim(ctx, g.Path)
	if err != nil {
		return err
	}
	const steps = 4
	apart := 0.0 // shares of their ways that several fingers have between them at first
	if len(ways) > 1 {
		apart = 0.25
	}
	points := func(n float64) []*input.TouchPoint {
		list := make([]*input.TouchPoint, len(ways))
		for i, way := range ways {
			far := apart + (1-apart)*n/steps
			list[i] = &input.TouchPoint{X: max(at.X+way.X*far, 1), Y: max(at.Y+way.Y*far, 1), ID: new(float64(i))}
		}
		return list
	}
	h.touched = true
	err = h.touch(ctx, input.DispatchTouchEventTypeTouchStart, points(0))
	if err == nil {
		err = h.wait(ctx, long)
	}
	for n := 1.0; n <= steps && err == nil && ways[0] != (spot{}); n++ {
		err = h.touch(ctx, input.DispatchTouchEventTypeTouchMove, points(n))
	}
	if err == nil {
		err = h.touch(ctx, input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{})
	}
	h.touched = err != nil
	return err
}

func (h *hand) touch(ctx context.Context, kind input.DispatchTouchEventType, points []*input.TouchPoint) error {
	_, err := cdp.Call(ctx, h.tab.session, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	return err
}
