package browser

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/input"
)

// Gesture is one thing that a person does to a page.
type Gesture struct {
	Kind  GestureKind `json:"kind"`
	Path  string      `json:"path"`            // of the control; "document": the page as a whole
	Value string      `json:"value,omitempty"` // the keys of Keys, the text of Type, the event of Emit, the files of Upload and DropFile, the number of Take, the way of Swipe, Wheel and Drag, the command of Clip, what Show shows, a key that Press holds
	Says  string      `json:"says,omitempty"`  // label of what a press is meant for: with another one it is out of reach; empty: it does not matter
	Stays bool        `json:"stays,omitempty"` // Type leaves the focus where it is: keys for the control come next
	Onto  string      `json:"onto,omitempty"`  // path of what Drag ends on; empty: a little to the right and down, or to the left and up ("back")
	At    *Share      `json:"at,omitempty"`    // where on the control a press, Rest and Drag begin; nil: where it is in sight
	To    *Share      `json:"to,omitempty"`    // where on the control Drag ends
	Via   []string    `json:"via,omitempty"`   // paths that the pointer rests on first, in this order, and that get the focus
}

// Share is a place on a control, in shares of its width and height from 0 to 1.
type Share struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// GestureKind names what is done. All but Emit go through the browser's own
// input, so that the page sees a person.
type GestureKind string

// The kinds of gestures.
const (
	Press       GestureKind = "click" // the pointer comes, presses and releases
	PressTwice  GestureKind = "double-click"
	PressRight  GestureKind = "right-click"
	PressThrice GestureKind = "triple-click"
	PressMiddle GestureKind = "middle-click"
	PressLong   GestureKind = "long press" // for longPress
	Rest        GestureKind = "hover"      // the pointer comes, moves and rests for dwell
	Leave       GestureKind = "leave"      // and goes again
	Touch       GestureKind = "touch"      // a finger taps
	TouchTwice  GestureKind = "double touch"
	TouchLong   GestureKind = "long touch"
	Swipe       GestureKind = "swipe"  // a finger moves to the left, "right", "up" or "down"
	Pinch       GestureKind = "pinch"  // two fingers move apart
	Wheel       GestureKind = "wheel"  // one notch down, "up", or up with "Control"
	Keys        GestureKind = "key"    // one or more, parted by spaces
	Focus       GestureKind = "focus"  // the focus comes, and goes with Tab
	Type        GestureKind = "type"   // the text takes the place of what the control holds
	Choose      GestureKind = "choose" // the next option of a select, or the one that has the value
	Take        GestureKind = "take"   // the first entry, or the one of that number, of the list that has opened at a control
	Upload      GestureKind = "upload" // a file, by its path
	Drag        GestureKind = "drag"
	DropFile    GestureKind = "drop file"   // from outside of the browser
	Mark        GestureKind = "select text" // with the pointer
	Clip        GestureKind = "clipboard"   // "copy", "cut", "paste" of what the page says, or "paste on" of what was copied
	Show        GestureKind = "show"        // in a "narrow", a "wide" or the "usual" window, as other "media", not at all ("away"), or no more on the full screen ("window")
	GoBack      GestureKind = "go back"     // in the history
	WatchOn     GestureKind = "watch"       // a film, or hear a recording: the last of it, silently and fast
	Submit      GestureKind = "submit"      // sends a form that has no button
	Emit        GestureKind = "emit"        // an event of the page's own making
)

// ErrOutOfReach says that a gesture could not be made: the control is gone,
// hidden, disabled or covered.
var ErrOutOfReach = errors.New("out of reach")

// longPress is how long PressLong and TouchLong take. Pages commonly wait for half a
// second, and for a second or two where pressing is to be meant.
const longPress = 2200 * time.Millisecond

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
	defer t.visit.act()()
	h := &hand{tab: t}
	for _, path := range g.Via {
		err := h.rest(ctx, Gesture{Path: path})
		if err == nil {
			err = h.focusOn(ctx, path)
		}
		if err != nil && !errors.Is(err, ErrOutOfReach) {
			return err
		}
	}
	do, ok := gestures[g.Kind]
	if !ok {
		return fmt.Errorf("there is no gesture %q", g.Kind)
	}
	defer h.release(ctx)
	return do(h, ctx, g)
}

// gestures make the kinds.
var gestures = map[GestureKind]func(h *hand, ctx context.Context, g Gesture) error{
	Press:       func(h *hand, ctx context.Context, g Gesture) error { return h.click(ctx, g, input.MouseButtonLeft, 1) },
	PressThrice: func(h *hand, ctx context.Context, g Gesture) error { return h.click(ctx, g, input.MouseButtonLeft, 3) },
	PressTwice:  func(h *hand, ctx context.Context, g Gesture) error { return h.click(ctx, g, input.MouseButtonLeft, 2) },
	PressRight:  func(h *hand, ctx context.Context, g Gesture) error { return h.click(ctx, g, input.MouseButtonRight, 1) },
	PressMiddle: func(h *hand, ctx context.Context, g Gesture) error {
		return h.click(ctx, g, input.MouseButtonMiddle, 1)
	},
	PressLong: (*hand).hold,
	Rest:      (*hand).rest,
	Leave:     (*hand).leave,
	Touch:     func(h *hand, ctx context.Context, g Gesture) error { return h.tap(ctx, g, 0) },
	TouchTwice: func(h *hand, ctx context.Context, g Gesture) error {
		return errors.Join(h.tap(ctx, g, 0), h.tap(ctx, g, 0))
	},
	TouchLong: func(h *hand, ctx context.Context, g Gesture) error { return h.tap(ctx, g, longPress) },
	Swipe:     (*hand).swipe,
	Pinch:     (*hand).pinch,
	Wheel:     (*hand).wheel,
	Keys:      (*hand).keys,
	Focus:     (*hand).focus,
	Type:      (*hand).enter,
	Choose:    (*hand).choose,
	Take:      (*hand).take,
	Upload:    (*hand).upload,
	Drag:      (*hand).drag,
	DropFile:  (*hand).dropFile,
	Mark:      (*hand).mark,
	Clip:      (*hand).clip,
	Show:      (*hand).show,
	GoBack:    (*hand).back,
	WatchOn:   func(h *hand, ctx context.Context, g Gesture) error { return h.do(ctx, "watchOn", g.Path) },
	Submit:    (*hand).submit,
	Emit:      (*hand).emit,
}
