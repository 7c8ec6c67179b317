package interchange

import (
	"regexp"
	"slices"
	"strings"

	"dyncrawl/browser"
	"dyncrawl/flows"
)

// modifierKeys are held while others are pressed.
var modifierKeys = []string{"Alt", "Control", "Meta", "Shift"}

// codeKeys are keys that the Recorder may name by their place on the keyboard.
var codeKeys = map[string]string{
	" ": "Space", "\r": "Enter", "\n": "Enter", "NumpadEnter": "Enter", "NumpadAdd": "+", "NumpadSubtract": "-", "NumpadMultiply": "*",
	"NumpadDivide": "/", "NumpadDecimal": ".", "NumpadEqual": "=", "Semicolon": ";", "Equal": "=", "Comma": ",", "Minus": "-", "Period": ".",
	"Slash": "/", "Backquote": "`", "BracketLeft": "[", "Backslash": `\`, "BracketRight": "]", "Quote": "'",
}

// codeName is KeyA, Digit1, Numpad1, ShiftLeft and the like.
var codeName = regexp.MustCompile(`^(?:Key([A-Z])|(?:Digit|Numpad)([0-9])|(Shift|Control|Alt|Meta)(?:Left|Right))$`)

// keyName returns the name of a key as press has it.
func keyName(key string) string {
	if name, ok := codeKeys[key]; ok {
		return name
	}
	if m := codeName.FindStringSubmatch(key); m != nil {
		return strings.ToLower(m[1]) + m[2] + m[3]
	}
	return key
}

// keyDown presses a key with the modifiers that are held.
func (d *devImport) keyDown(s devStep) {
	key := keyName(s.Key)
	if slices.Contains(modifierKeys, key) {
		if !slices.Contains(d.held, key) {
			d.held = append(d.held, key)
		}
		d.pressed = false
		return
	}
	d.pressed = true
	chord := strings.Join(append(slices.Clone(d.held), key), "+")
	if err := browser.CheckKey(chord); err != nil {
		d.add(s.line, "the key %q is not pressed: dyncrawl does not know it", s.Key)
		return
	}
	d.step(flows.Step{Press: &flows.Press{Key: chord}, Timeout: milliseconds(s.Timeout)})
}

// keyUp lets a modifier go; other keys are up already.
func (d *devImport) keyUp(s devStep) {
	key := keyName(s.Key)
	at := slices.Index(d.held, key)
	if at < 0 {
		return
	}
	d.held = slices.Delete(d.held, at, at+1)
	if !d.pressed {
		d.add(s.line, "%s is not pressed alone", key)
		d.pressed = true
	}
}
