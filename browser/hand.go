package browser

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
)

// hand makes the gestures of a tab.
type hand struct {
	tab     *Tab
	held    int64             // modifier keys
	pressed input.MouseButton // empty: none
	touched bool              // fingers are down
}

// ask runs a helper on the control at the path.
func (h *hand) ask(ctx context.Context, out any, fn, path string, args ...any) error {
	doc, rest, err := h.tab.at(ctx, path)
	if err != nil {
		return err
	}
	return doc.ask(ctx, out, fn, nil, append([]any{rest}, args...)...)
}

// do is ask for a helper that answers whether it could do something.
func (h *hand) do(ctx context.Context, fn, path string, args ...any) error {
	var s spot
	if err := h.ask(ctx, &s, fn, path, args...); err != nil {
		return err
	}
	return s.err()
}

// aim brings the control into sight and returns where it gets the pointer.
func (h *hand) aim(ctx context.Context, path string) (spot, error) { return h.aimAt(ctx, path, nil) }

// aimAt is aim for a place on the control, nil for any.
func (h *hand) aimAt(ctx context.Context, path string, place *Share) (spot, error) {
	return h.aimFor(ctx, path, place, "", false)
}

// aimWithin is aim for what is not pressed: the pointer may be on another control in this one.
func (h *hand) aimWithin(ctx context.Context, path string) (spot, error) {
	return h.aimFor(ctx, path, nil, "", true)
}

// aimFor is aimAt for a control that has the label, empty for any, and with within
// aimWithin.
func (h *hand) aimFor(ctx context.Context, path string, place *Share, says string, within bool) (spot, error) {
	if path == "document" {
		return spot{X: 2, Y: 2}, nil
	}
	if door := strings.LastIndex(path, crossing); door >= 0 {
		if _, err := h.aim(ctx, path[:door]); err != nil && !errors.Is(err, ErrOutOfReach) {
			return spot{}, err
		}
	}
	doc, rest, err := h.tab.at(ctx, path)
	if err != nil {
		return spot{}, err
	}
	var s spot
	if err := doc.ask(ctx, &s, "aim", nil, rest, place, says, within); err != nil || s.err() != nil || doc.door == nil {
		return s, errors.Join(err, s.err())
	}
	s.X, s.Y, err = doc.outward(ctx, s.X, s.Y, false)
	return s, err
}

// point is aim for a press: one of the page as a whole must hit no control.
func (h *hand) point(ctx context.Context, g Gesture) (s spot, err error) {
	if g.Path != "document" {
		return h.aimFor(ctx, g.Path, g.At, g.Says, false)
	}
	if err := h.ask(ctx, &s, "margin", g.Path); err != nil {
		return s, err
	}
	return s, s.err()
}

func (h *hand) mouse(ctx context.Context, ev input.DispatchMouseEventParams, at spot) error {
	ev.X, ev.Y = at.X, at.Y
	ev.Modifiers |= h.held
	_, err := cdp.Call(ctx, h.tab.session, input.DispatchMouseEvent, ev)
	return err
}

func (h *hand) move(ctx context.Context, at spot) error {
	return h.mouse(ctx, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved}, at)
}

// buttonBits are the bits of DispatchMouseEventParams.Buttons.
var buttonBits = map[input.MouseButton]int64{input.MouseButtonLeft: 1, input.MouseButtonRight: 2, input.MouseButtonMiddle: 4}

func (h *hand) down(ctx context.Context, button input.MouseButton, count int64, at spot) error {
	h.pressed = button
	return h.mouse(ctx, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMousePressed, Button: button, Buttons: buttonBits[button], ClickCount: count}, at)
}

func (h *hand) up(ctx context.Context, button input.MouseButton, count int64, at spot) error {
	err := h.mouse(ctx, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, Button: button, ClickCount: count}, at)
	if err == nil {
		h.pressed = ""
	}
	return err
}

// release lets go of the button that a gesture left pressed which was cut off, and takes
// its fingers away: what is done next, also on another page, would go on with it.
func (h *hand) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerTimeout)
	defer cancel()
	if h.pressed != "" {
		_ = h.up(ctx, h.pressed, 1, spot{})
	}
	if h.touched {
		_ = h.touch(ctx, input.DispatchTouchEventTypeTouchCancel, []*input.TouchPoint{})
	}
}

func (h *hand) click(ctx context.Context, g Gesture, button input.MouseButton, count int64) error {
	h.held = modifiers[g.Value]
	at, err := h.point(ctx, g)
	if err == nil {
		err = h.move(ctx, at)
	}
	if err == nil && g.Says != "" {
		err = h.do(ctx, "same", g.Path) // moving there may have taken a while
	}
	for n := int64(1); n <= count && err == nil; n++ {
		if err = h.down(ctx, button, n, at); err == nil {
			err = h.up(ctx, button, n, at)
		}
		if n < count && err == nil && g.Path != "document" {
			var still bool // the first press may have brought something else there
			if err = h.ask(ctx, &still, "still", g.Path, count > 2); err == nil && !still {
				break
			}
		}
	}
	return unlessGone(err)
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

// waitLimit is how long a page may take over the time that a gesture lasts.
const waitLimit = 4 * time.Second

// wait lets so much time pass for the page. A busy one takes it late; what it has
// not taken by the limit is forgone, and so is the rest when the page leaves.
func (h *hand) wait(ctx context.Context, long time.Duration) error {
	clock := h.tab.clock
	if clock == nil || long == 0 {
		return sleep(ctx, long)
	}
	clock.halt()
	defer clock.run()
	began, err := h.now(ctx)
	if err != nil {
		return unlessGone(err)
	}
	stopped, err := clock.live(ctx, waitLimit, nil, nil)
	for grant := long; stopped && err == nil; grant = 0 {
		if err = clock.grant(ctx, emulation.VirtualTimePolicyAdvance, grant); err == nil {
			stopped, err = clock.live(ctx, waitLimit, nil, nil)
		}
		if now, err := h.now(ctx); err != nil || now >= began+long-coarseness {
			return unlessGone(err)
		}
	}
	return unlessGone(err)
}

// now returns the page's time.
func (h *hand) now(ctx context.Context) (time.Duration, error) {
	var n float64
	err := h.ask(ctx, &n, "now", "document")
	return milliseconds(n), err
}

// steps is how the pointer moves about on a control that it has come to, in CSS pixels to
// the right: a script may want to see it move, and not only come.
var steps = []float64{1, 2, 1, 0, 1}

// come moves the pointer onto the control, and a little about on it where that is heard:
// each way takes a frame.
func (h *hand) come(ctx context.Context, g Gesture) error {
	at, err := h.aimAt(ctx, g.Path, g.At)
	if err != nil {
		return err
	}
	if err := h.move(ctx, at); err != nil {
		return err
	}
	var heeded bool
	if err := h.ask(ctx, &heeded, "heedsMoves", g.Path); err != nil || !heeded {
		return err
	}
	for _, aside := range steps {
		if err := h.move(ctx, spot{X: at.X + aside, Y: at.Y}); err != nil {
			return err
		}
	}
	return nil
}

// dwell is how long the pointer rests on a control. Menus that open on hover wait
// for up to half a second, so that they do not open for a pointer that passes by.
const dwell = 800 * time.Millisecond

func (h *hand) rest(ctx context.Context, g Gesture) error {
	if err := h.come(ctx, g); err != nil {
		return err
	}
	if err := h.wait(ctx, dwell); err != nil {
		return err
	}
	return h.frames(ctx) // what a style sheet moves under the pointer begins to with one
}

func (h *hand) leave(ctx context.Context, g Gesture) error {
	if err := h.come(ctx, g); err != nil {
		return err
	}
	return h.move(ctx, spot{X: 0, Y: 0})
}

func (h *hand) focusOn(ctx context.Context, path string) error {
	return h.do(ctx, "focusOn", path)
}

// keys presses keys one after the other. What holds the focus after the first
// gets the next.
func (h *hand) keys(ctx context.Context, g Gesture) error {
	err := h.focusOn(ctx, g.Path)
	for key := range strings.FieldsSeq(g.Value) {
		if err == nil {
			err = h.tab.Press(ctx, key)
		}
	}
	return err
}

func (h *hand) focus(ctx context.Context, g Gesture) error {
	if err := h.focusOn(ctx, g.Path); err != nil {
		return err
	}
	return h.tab.Press(ctx, "Tab")
}

// enter puts text into a field and leaves it, unless it is to stay there.
func (h *hand) enter(ctx context.Context, g Gesture) error {
	var s struct {
		spot
		Set  bool `json:"set"`
		Keys bool `json:"keys"`
	}
	if err := h.ask(ctx, &s, "startEnter", g.Path, g.Value); err != nil {
		return err
	}
	if err := s.err(); err != nil || s.Set {
		return err
	}
	put := h.insert
	if s.Keys {
		put = h.typeKeys
	}
	if err := put(ctx, g.Value); err != nil || g.Stays {
		return err
	}
	return h.tab.Press(ctx, "Tab")
}

// insert puts a text in at the cursor, as from the clipboard.
func (h *hand) insert(ctx context.Context, text string) error {
	_, err := cdp.Call(ctx, h.tab.session, input.InsertText, input.InsertTextParams{Text: text})
	return err
}

// typeKeys types a text key by key: a script may look at each, or take nothing else. What no
// key types is put in.
func (h *hand) typeKeys(ctx context.Context, text string) error {
	for _, r := range text {
		put := h.tab.Press
		if CheckKey(string(r)) != nil {
			put = h.insert
		}
		if err := put(ctx, string(r)); err != nil {
			return err
		}
	}
	return nil
}

// choose takes the next option with the keyboard. A list that opens instead is gone
// through with the next key, and Enter takes what it came to. An option that is named is
// found by its first letters.
func (h *hand) choose(ctx context.Context, g Gesture) error {
	if err := h.focusOn(ctx, g.Path); err != nil {
		return err
	}
	if g.Value != "" {
		return h.chooseByLetters(ctx, g)
	}
	if err := h.tab.Press(ctx, "ArrowDown"); err != nil {
		return err
	}
	var open bool
	if err := h.ask(ctx, &open, "isOpen", g.Path); err != nil || !open {
		return unlessGone(err)
	}
	if err := h.tab.Press(ctx, "ArrowDown"); err != nil {
		return err
	}
	return h.tab.Press(ctx, "Enter")
}

// chooseByLetters is choose for an option that is named by its value.
func (h *hand) chooseByLetters(ctx context.Context, g Gesture) error {
	var letters string
	if err := h.ask(ctx, &letters, "letters", g.Path, g.Value); err != nil {
		return unlessGone(err)
	}
	if letters == "" {
		return fmt.Errorf("%w: its first letters do not tell the option", ErrOutOfReach)
	}
	for _, letter := range letters {
		if err := h.tab.Press(ctx, string(letter)); err != nil {
			return err
		}
	}
	return nil
}

// suggesting is how long a list of suggestions may take to open once something is typed.
const suggesting = 600 * time.Millisecond

// take takes an entry of the list that has opened at the control with the arrow keys and
// Enter. A list that has not opened is asked for with the arrow key and, where text is
// typed, with letters. Of one that says nothing of what it is, but has come up under the
// field, the entry is pressed.
func (h *hand) take(ctx context.Context, g Gesture) error {
	number, _ := strconv.Atoi(g.Value)
	number = max(number, 1)
	if err := h.ask(ctx, new(bool), "noteBeneath", g.Path); err != nil {
		return unlessGone(err)
	}
	entry, err := h.openList(ctx, g.Path, number)
	if err != nil {
		return err
	}
	if entry != nil {
		return h.pressAt(ctx, *entry)
	}
	for range number {
		if err := h.tab.Press(ctx, "ArrowDown"); err != nil {
			return err
		}
	}
	if err := h.tab.Press(ctx, "Enter"); err != nil {
		return err
	}
	if open, err := h.listOpen(ctx, g.Path); err != nil || !open {
		return err
	}
	return h.tab.Press(ctx, "Escape")
}

// pressAt presses what is there.
func (h *hand) pressAt(ctx context.Context, at spot) error {
	if err := h.move(ctx, at); err != nil {
		return err
	}
	if err := h.down(ctx, input.MouseButtonLeft, 1, at); err != nil {
		return err
	}
	return h.up(ctx, input.MouseButtonLeft, 1, at)
}

// letters are what is typed one after the other for a list to open: most words of most
// languages hold one of them, and many lists wait for two.
var letters = []string{"a", "e", "o", "s", "an", "in", "er", "or"}

// openList has the list open at the control. It returns where the entry of that number is to
// be pressed when the list does not say that it is one.
func (h *hand) openList(ctx context.Context, path string, number int) (entry *spot, err error) {
	open, err := h.hasOpened(ctx, path)
	if err == nil && !open {
		if err = h.tab.Press(ctx, "ArrowDown"); err == nil {
			open, err = h.hasOpened(ctx, path)
		}
	}
	var field bool
	if err == nil && !open {
		err = unlessGone(h.ask(ctx, &field, "isField", path))
	}
	for n := 0; err == nil && !open && field && n < len(letters); n++ {
		if err = h.suggest(ctx, letters[n]); err == nil {
			open, err = h.hasOpened(ctx, path)
		}
		var beneath spot
		if err == nil && !open {
			err = unlessGone(h.ask(ctx, &beneath, "entryBeneath", path, number, n+1 == len(letters)))
		}
		if err == nil && !open && beneath.err() == nil && beneath != (spot{}) {
			return &beneath, nil
		}
	}
	if err == nil && !open {
		err = fmt.Errorf("%w: no list opens at it", ErrOutOfReach)
	}
	return nil, err
}

// hasOpened is listOpen once the page has drawn.
func (h *hand) hasOpened(ctx context.Context, path string) (open bool, err error) {
	if err := h.frames(ctx); err != nil {
		return false, err
	}
	return h.listOpen(ctx, path)
}

// suggest types the letter in place of what the field holds.
func (h *hand) suggest(ctx context.Context, letter string) error {
	if err := h.tab.Press(ctx, "Control+a"); err != nil {
		return err
	}
	if err := h.insert(ctx, letter); err != nil {
		return err
	}
	return h.wait(ctx, suggesting)
}

func (h *hand) listOpen(ctx context.Context, path string) (open bool, err error) {
	err = h.ask(ctx, &open, "listOpen", path)
	return open, unlessGone(err)
}

func (h *hand) upload(ctx context.Context, g Gesture) error {
	doc, rest, err := h.tab.at(ctx, g.Path)
	if err != nil {
		return err
	}
	result, err := doc.call(ctx, false, "locate", nil, rest)
	if err != nil {
		return err
	}
	if result.ObjectID == "" {
		return spot{Gone: true}.err()
	}
	_, err = cdp.Call(ctx, doc.session, dom.SetFileInputFiles, dom.SetFileInputFilesParams{
		Files: strings.Split(g.Value, "\n"), ObjectID: result.ObjectID})
	return err
}

// emitLimit is how long a page may take over an event of its own making.
const emitLimit = 3 * time.Second

// emit sends an event. Handlers that miss what they are told with such an event may never
// end.
func (h *hand) emit(ctx context.Context, g Gesture) error {
	bounded, cancel := context.WithTimeout(ctx, emitLimit)
	defer cancel()
	err := h.do(bounded, "emit", g.Path, g.Value)
	if err != nil && bounded.Err() != nil && ctx.Err() == nil && h.tab.terminateScript(ctx) {
		return nil
	}
	return err
}

func (h *hand) submit(ctx context.Context, g Gesture) error { return h.do(ctx, "send", g.Path) }
