package interchange

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"dyncrawl/browser"
	"dyncrawl/flows"
)

// longestTimeout is the most that the Recorder takes, milliseconds.
const longestTimeout = 30_000

// DevTools writes the steps of a flow as JSON for the Chrome DevTools Recorder.
// What it has no step for is kept in custom steps, which only Import understands.
func DevTools(f *flows.Flow) ([]byte, []Note, error) {
	q, err := sequenceOf(f)
	if err != nil {
		return nil, nil, err
	}
	d := &devExport{sequence: q}
	d.file = devFlow{Title: f.About, Steps: []devStep{}}
	if d.file.Title == "" {
		d.file.Title = f.Name
	}
	d.file.Timeout = d.timeout(0, f.Limits.Step)
	for i := range q.steps {
		d.write(i)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(d.file); err != nil {
		return nil, nil, fmt.Errorf("export flow: %w", err)
	}
	return out.Bytes(), d.sorted(), nil
}

// devExport turns steps of a flow into those of a Recorder file.
type devExport struct {
	*sequence
	file devFlow
}

// timeout returns milliseconds that the Recorder takes.
func (d *devExport) timeout(line int, t time.Duration) int {
	if t > longestTimeout*time.Millisecond {
		d.add(line, "the timeout of %s becomes 30s, the Recorder's longest", t)
		return longestTimeout
	}
	return int(t.Milliseconds())
}

// window writes the steps of a pop-up whose URL is known: their target.
func (d *devExport) window(p *flows.Popup) bool {
	if p.Steps[0].Wait == nil || countNamed(*p.Steps[0].Wait) != 1 {
		return false
	}
	target, ok := plainURL(p.Steps[0].Wait.URL)
	if !ok {
		return false
	}
	inner := &devExport{sequence: &sequence{notes: d.notes, steps: p.Steps[1:]}}
	for i := range inner.steps {
		inner.write(i)
	}
	for _, s := range inner.file.Steps {
		s.Target = target
		d.file.Steps = append(d.file.Steps, s)
	}
	d.notes = inner.notes
	return true
}

// write adds the i-th step, as a custom one where there is no other.
func (d *devExport) write(i int) {
	s := d.steps[i]
	if s.Name != "" {
		d.add(s.Pos.Line, "the name of the step is left out")
	}
	if s.Popup != nil && d.window(s.Popup) {
		return
	}
	steps, err := d.translate(i)
	if err != nil {
		d.add(s.Pos.Line, "%s is kept as a custom step, which the Recorder skips: %v", s.Verb(), err)
		alone := s
		alone.Name = ""
		steps = []devStep{{Type: "customStep", Name: customName, Parameters: &devCustom{Steps: flows.FormatSteps([]flows.Step{alone})}}}
	} else if len(steps) > 0 {
		steps[0].Timeout = d.timeout(s.Pos.Line, s.Timeout)
	}
	d.file.Steps = append(d.file.Steps, steps...)
}

// translate returns what the i-th step is in the Recorder's words. The error says
// why it has none.
func (d *devExport) translate(i int) ([]devStep, error) {
	switch s := d.steps[i]; {
	case s.Goto != nil:
		return d.navigate(s.Goto)
	case s.Click != nil:
		return d.pointed("click", s, s.Click.Selector)
	case s.DblClick != nil:
		return d.pointed("doubleClick", s, s.DblClick.Selector)
	case s.Upload != nil && len(s.Upload.Files) == 1:
		return d.upload(s)
	case s.Hover != nil:
		return d.about("hover", s, s.Hover.Selector)
	case s.Fill != nil:
		return d.change(s, s.Fill.Selector, s.Fill.Value)
	case s.Select != nil && len(s.Select.Values) == 1:
		return d.change(s, s.Select.Selector, s.Select.Values[0])
	case s.Check != nil:
		d.add(s.Pos.Line, "check becomes a click, whatever the box is before")
		return d.pointed("click", s, s.Check.Selector)
	case s.Press != nil && len(s.Press.Selector) == 0:
		return keySteps(s.Press.Key)
	case s.Eval != nil && s.Eval.As == "":
		return d.scroll(i)
	case s.Wait != nil:
		return d.wait(s, *s.Wait)
	case s.Expect != nil:
		return d.wait(s, flows.Wait{Present: s.Expect.Present, Absent: s.Expect.Absent, Text: s.Expect.Text, URL: s.Expect.URL, Eval: s.Expect.Eval})
	}
	return nil, errNoWords
}

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
