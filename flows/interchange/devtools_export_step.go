package interchange

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dyncrawl/browser"
	"dyncrawl/flows"
)

var errNoWords = fmt.Errorf("it has no counterpart")

func (d *devExport) navigate(g *flows.Goto) ([]devStep, error) {
	target, ok := unescaped(g.URL)
	if !ok {
		return nil, errVariables
	}
	return []devStep{{Type: "navigate", URL: target, AssertedEvents: []devEvent{{Type: "navigation", URL: target}}}}, nil
}

var errVariables = fmt.Errorf("it has variables")

// about returns a step about an element.
func (d *devExport) about(kind string, s flows.Step, chain browser.Selectors) ([]devStep, error) {
	list, frame, err := devSelectors(chain)
	switch {
	case err != nil && len(list) == 0:
		return nil, err
	case err != nil:
		d.add(s.Pos.Line, "%v", err)
	}
	if slices.ContainsFunc(chain, loosely) {
		d.add(s.Pos.Line, "the Recorder looks for whole names, not for pieces of them")
	}
	return []devStep{{Type: kind, Target: "main", Frame: frame, Selectors: list}}, nil
}

// pointed is about for steps that the pointer does: the Recorder wants a place.
func (d *devExport) pointed(kind string, s flows.Step, chain browser.Selectors) ([]devStep, error) {
	steps, err := d.about(kind, s, chain)
	if err == nil {
		steps[0].OffsetX, steps[0].OffsetY = new(1.0), new(1.0)
		d.add(s.Pos.Line, "%s: the place is the element's corner, as the Recorder must have one", s.Verb())
	}
	return steps, err
}

func (d *devExport) change(s flows.Step, field browser.Selectors, value string) ([]devStep, error) {
	text, ok := unescaped(value)
	if secretValue.MatchString(value) {
		d.add(s.Pos.Line, "the secret is left as %s: the Recorder types it as it stands", value)
		text, ok = value, true
	}
	if !ok {
		return nil, errVariables
	}
	steps, err := d.about("change", s, field)
	if err == nil {
		steps[0].Value = &text
	}
	return steps, err
}

// upload is a change to what a page sees of a file's path.
func (d *devExport) upload(s flows.Step) ([]devStep, error) {
	d.add(s.Pos.Line, "the Recorder does not choose the file: it only knows its name")
	return d.change(s, s.Upload.Selector, `C:\fakepath\`+s.Upload.Files[0])
}

// keySteps presses and releases a key and its modifiers.
func keySteps(chord string) ([]devStep, error) {
	parts := strings.Split(chord, "+")
	if strings.HasSuffix(chord, "+") { // the key is the plus
		parts = append(parts[:len(parts)-2], "+")
	}
	key := parts[len(parts)-1]
	if len(key) > 1 && key[0] > 127 || len(key) == 1 && key[0] < ' ' {
		return nil, fmt.Errorf("the Recorder has no key %s", key)
	}
	var steps []devStep
	for _, key := range parts {
		steps = append(steps, devStep{Type: "keyDown", Target: "main", Key: key})
	}
	for _, key := range slices.Backward(parts) {
		steps = append(steps, devStep{Type: "keyUp", Target: "main", Key: key})
	}
	return steps, nil
}

var (
	pageScroll = regexp.MustCompile(`^scrollTo\(([\d.]+), ([\d.]+)\)$`)
	boxScroll  = regexp.MustCompile(`^document\.querySelector\(("(?:[^"\\]|\\.)*")\)\.scrollTo\(([\d.]+), ([\d.]+)\)$`)
)

// scroll turns the scripts of imported scrolls back; that of a box takes the place
// of the wait before it.
func (d *devExport) scroll(i int) ([]devStep, error) {
	script, _ := unescaped(d.steps[i].Eval.Script)
	if m := pageScroll.FindStringSubmatch(script); m != nil {
		return []devStep{{Type: "scroll", Target: "main", X: number(m[1]), Y: number(m[2])}}, nil
	}
	m := boxScroll.FindStringSubmatch(script)
	if m == nil || i == 0 || d.steps[i-1].Wait == nil {
		return nil, errNoWords
	}
	var css string
	if err := json.Unmarshal([]byte(m[1]), &css); err != nil {
		return nil, errNoWords
	}
	waited := d.steps[i-1].Wait.Present
	last := len(d.file.Steps) - 1
	if first, ok := plainCSS(waited); !ok || first != css || last < 0 || d.file.Steps[last].Type != "waitForElement" {
		return nil, errNoWords
	}
	step := d.file.Steps[last]
	step.Type, step.X, step.Y = "scroll", number(m[2]), number(m[3])
	d.file.Steps = d.file.Steps[:last]
	return []devStep{step}, nil
}

// number reads digits that an expression has matched.
func number(digits string) float64 {
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return 0 // more points than one
	}
	return n
}
