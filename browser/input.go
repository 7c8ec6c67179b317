package browser

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
)

// Press presses and releases a key where the focus is: a single character or a
// name such as Enter, Tab, Escape, Backspace, ArrowDown, PageUp or F5, after
// modifiers such as Control+ and Shift+.
func (t *Tab) Press(ctx context.Context, key string) error {
	k, err := parseKey(key)
	if err != nil {
		return err
	}
	down := input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeRawKeyDown, Modifiers: k.modifiers,
		Key: k.key, Code: k.code, WindowsVirtualKeyCode: k.number,
	}
	up := down
	up.Type = input.DispatchKeyEventTypeKeyUp
	if k.text != "" {
		down.Type, down.Text, down.UnmodifiedText = input.DispatchKeyEventTypeKeyDown, k.text, k.text
	}
	for _, ev := range []input.DispatchKeyEventParams{down, up} {
		if _, err := cdp.Call(ctx, t.session, input.DispatchKeyEvent, ev); err != nil {
			return fmt.Errorf("press %s: %w", key, err)
		}
	}
	return nil
}

// keyPress is a key with its modifiers in the protocol's words.
type keyPress struct {
	modifiers int64
	key, code string
	number    int64  // Windows virtual key code
	text      string // what it types; empty for none
}

// The bits of the modifiers.
const (
	modAlt     = 1
	modControl = 2
	modMeta    = 4
	modShift   = 8
)

var modifiers = map[string]int64{"Alt": modAlt, "Control": modControl, "Meta": modMeta, "Shift": modShift}

// namedKeys are the keys that type no character, by the names of "UI Events KeyboardEvent key Values".
var namedKeys = map[string]keyPress{
	"Enter":      {key: "Enter", code: "Enter", number: 13, text: "\r"},
	"Tab":        {key: "Tab", code: "Tab", number: 9},
	"Escape":     {key: "Escape", code: "Escape", number: 27},
	"Backspace":  {key: "Backspace", code: "Backspace", number: 8},
	"Delete":     {key: "Delete", code: "Delete", number: 46},
	"Insert":     {key: "Insert", code: "Insert", number: 45},
	"Space":      {key: " ", code: "Space", number: 32, text: " "},
	"ArrowLeft":  {key: "ArrowLeft", code: "ArrowLeft", number: 37},
	"ArrowUp":    {key: "ArrowUp", code: "ArrowUp", number: 38},
	"ArrowRight": {key: "ArrowRight", code: "ArrowRight", number: 39},
	"ArrowDown":  {key: "ArrowDown", code: "ArrowDown", number: 40},
	"PageUp":     {key: "PageUp", code: "PageUp", number: 33},
	"PageDown":   {key: "PageDown", code: "PageDown", number: 34},
	"End":        {key: "End", code: "End", number: 35},
	"Home":       {key: "Home", code: "Home", number: 36},
}

// CheckKey says why Tab.Press would not take key; nil when it does.
func CheckKey(key string) error {
	_, err := parseKey(key)
	return err
}

// CheckKeys is CheckKey for keys that are parted by spaces, as those of a Gesture.
func CheckKeys(keys string) error {
	for key := range strings.FieldsSeq(keys) {
		if err := CheckKey(key); err != nil {
			return err
		}
	}
	return nil
}

// parseKey reads a key as Tab.Press takes it.
func parseKey(text string) (keyPress, error) {
	var bits int64
	rest := text
	for {
		name, after, ok := strings.Cut(rest, "+")
		bit := modifiers[name]
		if !ok || bit == 0 {
			break
		}
		bits |= bit
		rest = after
	}
	k, ok := namedKeys[rest]
	if !ok {
		k, ok = functionKey(rest)
	}
	if !ok {
		k, ok = characterKey(rest)
	}
	if !ok {
		return keyPress{}, fmt.Errorf("press %q: not a key; keys are single characters and names such as Enter, Tab, Escape, ArrowDown or Control+A", text)
	}
	k.modifiers = bits
	if bits&(modAlt|modControl|modMeta) != 0 {
		k.text = "" // a shortcut types nothing
		switch {
		case len(rest) > 1:
			k.key = rest
		case bits&modShift != 0:
			k.key = strings.ToUpper(k.key)
		default:
			k.key = strings.ToLower(k.key)
		}
	}
	return k, nil
}

func functionKey(name string) (keyPress, bool) {
	var n int64
	if _, err := fmt.Sscanf(name, "F%d", &n); err != nil || n < 1 || n > 12 || name != fmt.Sprintf("F%d", n) {
		return keyPress{}, false
	}
	return keyPress{key: name, code: name, number: 111 + n}, true
}

func characterKey(text string) (keyPress, bool) {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 || size != len(text) || !unicode.IsPrint(r) {
		return keyPress{}, false
	}
	k := keyPress{key: text, text: text}
	switch up := unicode.ToUpper(r); {
	case 'A' <= up && up <= 'Z':
		k.code, k.number = "Key"+string(up), int64(up)
	case '0' <= r && r <= '9':
		k.code, k.number = "Digit"+text, int64(r)
	}
	return k, true
}
