package browser

import (
	"context"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
)

// hand makes the gestures of a tab.
type hand struct {
	tab *Tab
	doc *document
}

// aim brings the control into sight and returns where it gets the pointer.
func (h *hand) aim(ctx context.Context, path string) (spot, error) {
	if path == "document" {
		return spot{X: 2, Y: 2}, nil
	}
	var s spot
	if err := h.doc.ask(ctx, &s, "aim", nil, path); err != nil {
		return s, err
	}
	return s, s.err()
}

func (h *hand) mouse(ctx context.Context, ev input.DispatchMouseEventParams, at spot) error {
	ev.X, ev.Y = at.X, at.Y
	_, err := cdp.Call(ctx, h.tab.session, input.DispatchMouseEvent, ev)
	return err
}

func (h *hand) move(ctx context.Context, at spot) error {
	return h.mouse(ctx, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved}, at)
}

// buttonBits are the bits of DispatchMouseEventParams.Buttons.
var buttonBits = map[input.MouseButton]int64{input.MouseButtonLeft: 1, input.MouseButtonRight: 2, input.MouseButtonMiddle: 4}

func (h *hand) down(ctx context.Context, button input.MouseButton, count int64, at spot) error {
	return h.mouse(ctx, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMousePressed, Button: button, Buttons: buttonBits[button], ClickCount: count}, at)
}

func (h *hand) up(ctx context.Context, button input.MouseButton, count int64, at spot) error {
	return h.mouse(ctx, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, Button: button, ClickCount: count}, at)
}

func (h *hand) click(ctx context.Context, g Gesture, button input.MouseButton, count int64) error {
	at, err := h.aim(ctx, g.Path)
	if err == nil {
		err = h.move(ctx, at)
	}
	for n := int64(1); n <= count && err == nil; n++ {
		if err = h.down(ctx, button, n, at); err == nil {
			err = h.up(ctx, button, n, at)
		}
	}
	return err
}

func (h *hand) hold(ctx context.Context, g Gesture) error {
	at, err := h.aim(ctx, g.Path)
	if err != nil {
		return err
	}
	if err := h.move(ctx, at); err != nil {
		return err
	}
	if err := h.down(ctx, input.MouseButtonLeft, 1, at); err != nil {
		return err
	}
	if err := h.wait(ctx, longPress); err != nil {
		return err
	}
	return h.up(ctx, input.MouseButtonLeft, 1, at)
}

// wait lets so much time pass for the page.
func (h *hand) wait(ctx context.Context, long time.Duration) error {
	clock := h.tab.clock
	if clock == nil || long == 0 {
		return sleep(ctx, long)
	}
	clock.halt()
	defer clock.run()
	never := func() bool { return false }
	_, err := clock.skip(ctx, long, emulation.VirtualTimePolicyAdvance, nil, never)
	return err
}

// rest moves the pointer onto the control and a little further on it.
func (h *hand) rest(ctx context.Context, g Gesture) error {
	at, err := h.aim(ctx, g.Path)
	if err != nil {
		return err
	}
	if err := h.move(ctx, at); err != nil {
		return err
	}
	return h.move(ctx, spot{X: at.X + 1, Y: at.Y})
}

func (h *hand) leave(ctx context.Context, g Gesture) error {
	if err := h.rest(ctx, g); err != nil {
		return err
	}
	return h.move(ctx, spot{X: 0, Y: 0})
}

// touch puts a finger down, moves it left by so many pixels in steps, and lifts it.
func (h *hand) touch(ctx context.Context, g Gesture, long time.Duration, left float64) error {
	at, err := h.aim(ctx, g.Path)
	if err != nil {
		return err
	}
	const steps = 4
	send := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) error {
		if points == nil {
			points = []*input.TouchPoint{}
		}
		_, err := cdp.Call(ctx, h.tab.session, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		return err
	}
	if err := send(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: at.X, Y: at.Y}); err != nil {
		return err
	}
	if err := h.wait(ctx, long); err != nil {
		return err
	}
	for n := 1; n <= steps && left != 0; n++ {
		x := max(at.X-left*float64(n)/steps, 1)
		if err := send(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x, Y: at.Y}); err != nil {
			return err
		}
	}
	return send(input.DispatchTouchEventTypeTouchEnd)
}

// notch is how many CSS pixels one notch of the wheel scrolls.
const notch = 120

func (h *hand) wheel(ctx context.Context, g Gesture) error {
	at, err := h.aim(ctx, g.Path)
	if err != nil {
		return err
	}
	// A delta of zero would be left out, and the browser wants both.
	notch := input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, DeltaX: 0.01, DeltaY: notch}
	if err := h.mouse(ctx, notch, at); err != nil {
		return err
	}
	return h.doc.ask(ctx, new(bool), "frames", nil) // the browser does not wait until the page has it
}

func (h *hand) focusOn(ctx context.Context, path string) error {
	var s spot
	if err := h.doc.ask(ctx, &s, "focusOn", nil, path); err != nil {
		return err
	}
	return s.err()
}

func (h *hand) keys(ctx context.Context, g Gesture) error {
	if err := h.focusOn(ctx, g.Path); err != nil {
		return err
	}
	return h.tab.Press(ctx, g.Value)
}

func (h *hand) focus(ctx context.Context, g Gesture) error {
	if err := h.focusOn(ctx, g.Path); err != nil {
		return err
	}
	return h.tab.Press(ctx, "Tab")
}

// enter puts text into a field and leaves it.
func (h *hand) enter(ctx context.Context, g Gesture) error {
	var s struct {
		spot
		Set bool `json:"set"`
	}
	if err := h.doc.ask(ctx, &s, "startType", nil, g.Path, g.Value); err != nil {
		return err
	}
	if err := s.err(); err != nil || s.Set {
		return err
	}
	if _, err := cdp.Call(ctx, h.tab.session, input.InsertText, input.InsertTextParams{Text: g.Value}); err != nil {
		return err
	}
	return h.tab.Press(ctx, "Tab")
}

// choose takes the next option with the keyboard.
func (h *hand) choose(ctx context.Context, g Gesture) error {
	if err := h.focusOn(ctx, g.Path); err != nil {
		return err
	}
	return h.tab.Press(ctx, "ArrowDown")
}

func (h *hand) upload(ctx context.Context, g Gesture) error {
	result, err := h.doc.call(ctx, false, "locate", nil, g.Path)
	if err != nil {
		return err
	}
	if result.ObjectID == "" {
		return spot{Gone: true}.err()
	}
	_, err = cdp.Call(ctx, h.tab.session, dom.SetFileInputFiles, dom.SetFileInputFilesParams{
		Files: strings.Split(g.Value, "\n"), ObjectID: result.ObjectID})
	return err
}

func (h *hand) emit(ctx context.Context, g Gesture) error {
	var s spot
	if err := h.doc.ask(ctx, &s, "emit", nil, g.Path, g.Value); err != nil {
		return err
	}
	return s.err()
}

func (h *hand) submit(ctx context.Context, g Gesture) error {
	var s spot
	if err := h.doc.ask(ctx, &s, "send", nil, g.Path); err != nil {
		return err
	}
	return s.err()
}
