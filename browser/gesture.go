package browser

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
)

// Gesture is one thing that a person does to a page.
type Gesture struct {
	Kind  GestureKind `json:"kind"`
	Path  string      `json:"path"`            // of the control; "document": the page as a whole
	Value string      `json:"value,omitempty"` // the key of Keys, the text of Type, the event of Emit, the files of Upload
	Onto  string      `json:"onto,omitempty"`  // path of what Drag ends on; empty: a little to the right
	Via   []string    `json:"via,omitempty"`   // paths that the pointer rests on first, in this order
}

// GestureKind names what is done. All but Emit go through the browser's own
// input, so that the page sees a person.
type GestureKind string

// The kinds of gestures.
const (
	Press       GestureKind = "click" // the pointer comes, presses and releases
	PressTwice  GestureKind = "double-click"
	PressRight  GestureKind = "right-click"
	PressMiddle GestureKind = "middle-click"
	PressLong   GestureKind = "long press" // for longPress
	Rest        GestureKind = "hover"      // the pointer comes, moves and rests
	Leave       GestureKind = "leave"      // and goes again
	Touch       GestureKind = "touch"      // a finger taps
	TouchLong   GestureKind = "long touch"
	Swipe       GestureKind = "swipe" // a finger moves to the left
	Wheel       GestureKind = "wheel" // one notch down
	Keys        GestureKind = "key"
	Focus       GestureKind = "focus"  // the focus comes, and goes with Tab
	Type        GestureKind = "type"   // the text takes the place of what the control holds
	Choose      GestureKind = "choose" // the next option of a select
	Upload      GestureKind = "upload" // a file, by its path
	Drag        GestureKind = "drag"
	Submit      GestureKind = "submit" // sends a form that has no button
	Emit        GestureKind = "emit"   // an event of the page's own making
)

// ErrOutOfReach says that a gesture could not be made: the control is gone,
// hidden, disabled or covered.
var ErrOutOfReach = errors.New("out of reach")

// longPress is how long PressLong and TouchLong take. Pages commonly wait for
// half a second or a little more.
const longPress = 900 * time.Millisecond

// spot is where a control gets the pointer, or why it does not.
type spot struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Gone   bool    `json:"gone"`
	Failed string  `json:"failed"`
}

func (s spot) err() error {
	switch {
	case s.Gone:
		return fmt.Errorf("%w: gone", ErrOutOfReach)
	case s.Failed != "":
		return fmt.Errorf("%w: %s", ErrOutOfReach, s.Failed)
	}
	return nil
}

// Perform makes the gesture once, without waiting for what comes of it. It does
// not wait for the control either: one that cannot be had now gives ErrOutOfReach.
func (t *Tab) Perform(ctx context.Context, g Gesture) error {
	if err := t.perform(ctx, g); err != nil && unlessGone(err) != nil {
		return fmt.Errorf("%s %s: %w", g.Kind, g.Path, err)
	}
	return nil
}

func (t *Tab) perform(ctx context.Context, g Gesture) error {
	t.clock.run()
	doc, err := t.surveyed(ctx, t.frame())
	if err != nil {
		return err
	}
	h := &hand{tab: t, doc: doc}
	for _, path := range g.Via {
		err := h.rest(ctx, Gesture{Path: path})
		if err != nil && !errors.Is(err, ErrOutOfReach) {
			return err
		}
	}
	do, ok := gestures[g.Kind]
	if !ok {
		return fmt.Errorf("there is no gesture %q", g.Kind)
	}
	return do(h, ctx, g)
}

// gestures make the kinds.
var gestures = map[GestureKind]func(h *hand, ctx context.Context, g Gesture) error{
	Press:      func(h *hand, ctx context.Context, g Gesture) error { return h.click(ctx, g, input.MouseButtonLeft, 1) },
	PressTwice: func(h *hand, ctx context.Context, g Gesture) error { return h.click(ctx, g, input.MouseButtonLeft, 2) },
	PressRight: func(h *hand, ctx context.Context, g Gesture) error { return h.click(ctx, g, input.MouseButtonRight, 1) },
	PressMiddle: func(h *hand, ctx context.Context, g Gesture) error {
		return h.click(ctx, g, input.MouseButtonMiddle, 1)
	},
	PressLong: (*hand).hold,
	Rest:      (*hand).rest,
	Leave:     (*hand).leave,
	Touch:     func(h *hand, ctx context.Context, g Gesture) error { return h.touch(ctx, g, 0, 0) },
	TouchLong: func(h *hand, ctx context.Context, g Gesture) error { return h.touch(ctx, g, longPress, 0) },
	Swipe:     func(h *hand, ctx context.Context, g Gesture) error { return h.touch(ctx, g, 0, 120) },
	Wheel:     (*hand).wheel,
	Keys:      (*hand).keys,
	Focus:     (*hand).focus,
	Type:      (*hand).enter,
	Choose:    (*hand).choose,
	Upload:    (*hand).upload,
	Drag:      (*hand).drag,
	Emit:      (*hand).emit,
}

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
	return h.mouse(ctx, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, DeltaX: 0.01, DeltaY: notch}, at)
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

// dragPatience is how long the browser may take to begin a drag.
const dragPatience = 300 * time.Millisecond

// drag moves the pressed pointer from the control to its end. What the browser
// takes for a drag of data is carried there and dropped.
func (h *hand) drag(ctx context.Context, g Gesture) error {
	from, err := h.aim(ctx, g.Path)
	if err != nil {
		return err
	}
	to := spot{X: from.X + 100, Y: from.Y}
	if g.Onto != "" {
		if to, err = h.aim(ctx, g.Onto); err != nil {
			return err
		}
		if from, err = h.aim(ctx, g.Path); err != nil { // looking for the end may have scrolled
			return err
		}
	}
	if _, err := cdp.Call(ctx, h.tab.session, input.SetInterceptDrags, input.SetInterceptDragsParams{Enabled: true}); err != nil {
		return err
	}
	defer func() {
		_, _ = cdp.Call(context.WithoutCancel(ctx), h.tab.session, input.SetInterceptDrags, input.SetInterceptDragsParams{})
	}()
	begun := make(chan *input.DragData, 1)
	defer h.tab.session.Listen(func(ev any) {
		if d, ok := ev.(*input.EventDragIntercepted); ok {
			select {
			case begun <- d.Data:
			default:
			}
		}
	})()
	if err := h.pull(ctx, from, to); err != nil {
		return err
	}
	select {
	case data := <-begun:
		if err := h.drop(ctx, data, to); err != nil {
			return err
		}
	case <-time.After(dragPatience):
	}
	return h.up(ctx, input.MouseButtonLeft, 1, to)
}

// pull presses at from and moves to to in a few steps.
func (h *hand) pull(ctx context.Context, from, to spot) error {
	err := h.move(ctx, from)
	if err == nil {
		err = h.down(ctx, input.MouseButtonLeft, 1, from)
	}
	const steps = 4
	for n := 1; n <= steps && err == nil; n++ {
		at := spot{X: from.X + (to.X-from.X)*float64(n)/steps, Y: from.Y + (to.Y-from.Y)*float64(n)/steps}
		err = h.mouse(ctx, input.DispatchMouseEventParams{
			Type: input.DispatchMouseEventTypeMouseMoved, Button: input.MouseButtonLeft, Buttons: buttonBits[input.MouseButtonLeft]}, at)
	}
	return err
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
