package browser

import (
	"context"
	"fmt"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
)

// Manual passes on to a page what a person does elsewhere, event by event. It is
// not safe for concurrent use.
type Manual struct {
	tab  *Tab
	stop func()

	mu   sync.Mutex
	drag *input.DragData // what the browser carries; nil: nothing
}

// MouseInput is one event of the mouse, in CSS pixels of the window.
type MouseInput struct {
	Kind      string  `json:"kind"` // down, up or move
	X         float64 `json:"x"`
	Y         float64 `json:"y"`
	Button    string  `json:"button"`  // left, middle or right; of a move the one that is held, or empty
	Buttons   int64   `json:"buttons"` // held: 1 left, 2 right, 4 middle
	Clicks    int64   `json:"clicks"`  // in a row, this one counted
	Modifiers int64   `json:"modifiers"`
}

// WheelInput is a turn of the wheel, in CSS pixels.
type WheelInput struct {
	X         float64 `json:"x"`
	Y         float64 `json:"y"`
	DX        float64 `json:"dx"`
	DY        float64 `json:"dy"`
	Modifiers int64   `json:"modifiers"`
}

// KeyInput is one event of the keyboard, in the words of a KeyboardEvent.
type KeyInput struct {
	Kind      string `json:"kind"` // down or up
	Key       string `json:"key"`
	Code      string `json:"code"`
	Number    int64  `json:"number"` // keyCode
	Text      string `json:"text"`   // what it types; empty for none
	Modifiers int64  `json:"modifiers"`
	Repeat    bool   `json:"repeat"`
}

// TouchInput is one event of the fingers.
type TouchInput struct {
	Kind   string  `json:"kind"` // start, move, end or cancel
	Points []Point `json:"points"`
}

// Point is a place in the window, in CSS pixels.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Manual begins to pass input on. Close it.
func (t *Tab) Manual(ctx context.Context) (*Manual, error) {
	m := &Manual{tab: t}
	if _, err := cdp.Call(ctx, t.session, input.SetInterceptDrags, input.SetInterceptDragsParams{Enabled: true}); err != nil {
		return nil, fmt.Errorf("take input for the page: %w", err)
	}
	m.stop = t.session.Listen(func(ev any) {
		if begun, ok := ev.(*input.EventDragIntercepted); ok {
			m.mu.Lock()
			m.drag = begun.Data
			m.mu.Unlock()
		}
	})
	return m, nil
}

// Close ends what Manual began.
func (m *Manual) Close() {
	m.stop()
	_, _ = cdp.Call(context.Background(), m.tab.session, input.SetInterceptDrags, input.SetInterceptDragsParams{})
}

// mouseTypes are the kinds of MouseInput.
var mouseTypes = map[string]input.DispatchMouseEventType{
	"down": input.DispatchMouseEventTypeMousePressed, "up": input.DispatchMouseEventTypeMouseReleased, "move": input.DispatchMouseEventTypeMouseMoved,
}

// Mouse passes an event of the mouse on. While the browser drags data, moves
// carry it and letting go drops it.
func (m *Manual) Mouse(ctx context.Context, in MouseInput) error {
	kind, ok := mouseTypes[in.Kind]
	if !ok {
		return fmt.Errorf("mouse: unknown kind %q", in.Kind)
	}
	if done, err := m.dragTo(ctx, in); done || err != nil {
		return err
	}
	_, err := cdp.Call(ctx, m.tab.session, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: kind, X: in.X, Y: in.Y, Button: input.MouseButton(in.Button), Buttons: in.Buttons,
		ClickCount: in.Clicks, Modifiers: in.Modifiers})
	return unlessGone(err)
}

// dragTo moves or drops what the browser drags; done reports that the mouse has
// no more to tell the page.
func (m *Manual) dragTo(ctx context.Context, in MouseInput) (done bool, err error) {
	m.mu.Lock()
	data := m.drag
	if in.Kind != "move" {
		m.drag = nil
	}
	m.mu.Unlock()
	if data == nil {
		return false, nil
	}
	h := hand{tab: m.tab}
	at := spot{X: in.X, Y: in.Y}
	if in.Kind == "up" {
		return false, h.drop(ctx, data, at)
	}
	_, err = cdp.Call(ctx, m.tab.session, input.DispatchDragEvent, input.DispatchDragEventParams{
		Type: input.DispatchDragEventTypeDragOver, X: at.X, Y: at.Y, Data: data})
	return true, err
}

// Wheel passes a turn of the wheel on.
func (m *Manual) Wheel(ctx context.Context, in WheelInput) error {
	const least = 0.01 // a delta of zero would be left out, and the browser wants both
	if in.DX == 0 {
		in.DX = least
	}
	if in.DY == 0 {
		in.DY = least
	}
	_, err := cdp.Call(ctx, m.tab.session, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMouseWheel, X: in.X, Y: in.Y, DeltaX: in.DX, DeltaY: in.DY, Modifiers: in.Modifiers})
	return unlessGone(err)
}

// Key passes an event of the keyboard on.
func (m *Manual) Key(ctx context.Context, in KeyInput) error {
	ev := input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeRawKeyDown, Modifiers: in.Modifiers,
		Key: in.Key, Code: in.Code, WindowsVirtualKeyCode: in.Number, AutoRepeat: &in.Repeat,
	}
	switch {
	case in.Kind == "up":
		ev.Type = input.DispatchKeyEventTypeKeyUp
	case in.Kind != "down":
		return fmt.Errorf("key: unknown kind %q", in.Kind)
	case in.Text != "":
		ev.Type, ev.Text, ev.UnmodifiedText = input.DispatchKeyEventTypeKeyDown, in.Text, in.Text
	}
	_, err := cdp.Call(ctx, m.tab.session, input.DispatchKeyEvent, ev)
	return unlessGone(err)
}

// Insert types a text at once, as pasting and input methods do.
func (m *Manual) Insert(ctx context.Context, text string) error {
	_, err := cdp.Call(ctx, m.tab.session, input.InsertText, input.InsertTextParams{Text: text})
	return unlessGone(err)
}

// Compose shows what an input method is about to type; Insert ends it.
func (m *Manual) Compose(ctx context.Context, text string) error {
	end := int64(len([]rune(text)))
	_, err := cdp.Call(ctx, m.tab.session, input.ImeSetComposition, input.ImeSetCompositionParams{
		Text: text, SelectionStart: end, SelectionEnd: end})
	return unlessGone(err)
}

// touchTypes are the kinds of TouchInput.
var touchTypes = map[string]input.DispatchTouchEventType{
	"start": input.DispatchTouchEventTypeTouchStart, "move": input.DispatchTouchEventTypeTouchMove,
	"end": input.DispatchTouchEventTypeTouchEnd, "cancel": input.DispatchTouchEventTypeTouchCancel,
}

// Touch passes an event of the fingers on.
func (m *Manual) Touch(ctx context.Context, in TouchInput) error {
	kind, ok := touchTypes[in.Kind]
	if !ok {
		return fmt.Errorf("touch: unknown kind %q", in.Kind)
	}
	points := []*input.TouchPoint{}
	for i, p := range in.Points {
		points = append(points, &input.TouchPoint{X: p.X, Y: p.Y, ID: new(float64(i))})
	}
	_, err := cdp.Call(ctx, m.tab.session, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	return unlessGone(err)
}
