package interchange

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

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
	case s.Fill != nil && !s.Fill.Add:
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
