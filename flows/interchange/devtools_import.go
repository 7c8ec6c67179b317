package interchange

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"dyncrawl/browser"
	"dyncrawl/flows"
)

// devImport turns the steps of a Recorder file into those of a flow.
type devImport struct {
	*recording
	at      string   // URL of the last page that a step named
	held    []string // modifiers that are down
	pressed bool     // a key or click came since the last modifier went down
}

func importDevTools(name string, src []byte) (*flows.Flow, []Note, error) {
	d := &devImport{recording: newRecording(name)}
	var file devFlow
	steps, err := d.decode(src, &file)
	if err != nil {
		return nil, nil, err
	}
	d.title, d.timeout = file.Title, milliseconds(file.Timeout)
	if file.Title != "" {
		d.name = fileName(file.Title)
	}
	for _, s := range steps {
		d.read(s)
	}
	return d.flow()
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// decode reads the file, each step with its line, and notes the keys that are not
// carried over.
func (d *devImport) decode(src []byte, file *devFlow) ([]devStep, error) {
	var list struct{ Steps []json.RawMessage }
	if err := json.Unmarshal(src, &list); err != nil {
		return nil, fmt.Errorf("read recording: line %d: %w", errorLine(src, err), err)
	}
	var head struct {
		Title   string
		Timeout int
	}
	if err := json.Unmarshal(src, &head); err != nil {
		return nil, fmt.Errorf("read recording: line %d: %w", errorLine(src, err), err)
	}
	file.Title, file.Timeout = head.Title, head.Timeout
	steps := make([]devStep, len(list.Steps))
	at := pieceLocator{src: src, offset: bytes.Index(src, []byte(`"steps"`))}
	for i, text := range list.Steps {
		steps[i].line = at.line(text)
		if err := json.Unmarshal(text, &steps[i]); err != nil {
			return nil, fmt.Errorf("read recording: line %d: step %d: %w", steps[i].line, i+1, err)
		}
		d.unknownKeys(steps[i], text)
	}
	return steps, nil
}

// knownKeys are those of a step of any type that are read or noted.
var knownKeys = []string{"type", "name", "parameters", "timeout", "target", "frame", "selectors", "assertedEvents", "url", "value", "key",
	"x", "y", "offsetX", "offsetY", "button", "deviceType", "duration", "expression", "operator", "count", "visible", "properties", "attributes",
	"width", "height", "deviceScaleFactor", "isMobile", "hasTouch", "isLandscape", "download", "upload", "latency"}

func (d *devImport) unknownKeys(s devStep, text []byte) {
	var keys map[string]json.RawMessage
	if json.Unmarshal(text, &keys) != nil {
		return
	}
	for key := range keys {
		if !slices.Contains(knownKeys, key) {
			d.add(s.line, "%s is not a key of the Recorder", key)
		}
	}
}

// devReaders read the steps by their type.
var devReaders = map[string]func(*devImport, devStep){
	"navigate":          func(d *devImport, s devStep) { d.at = s.URL; d.open(s.line, s.URL, milliseconds(s.Timeout)) },
	"click":             (*devImport).click,
	"doubleClick":       (*devImport).click,
	"hover":             (*devImport).hover,
	"change":            (*devImport).change,
	"keyDown":           (*devImport).keyDown,
	"keyUp":             (*devImport).keyUp,
	"scroll":            (*devImport).scroll,
	"waitForElement":    (*devImport).waitForElement,
	"waitForExpression": (*devImport).waitForExpression,
	"customStep":        (*devImport).custom,
	"setViewport":       func(d *devImport, s devStep) { d.add(s.line, "the size of the window is not carried over") },
	"emulateNetworkConditions": func(d *devImport, s devStep) {
		d.add(s.line, "the speed of the network is not carried over")
	},
	"close": func(d *devImport, s devStep) {
		d.add(s.line, "the page is not closed by a step: it is when the steps have run")
	},
}

func (d *devImport) read(s devStep) {
	read, known := devReaders[s.Type]
	if !known {
		d.add(s.line, "there is no step of the type %q", s.Type)
		return
	}
	window := s.Target
	if window == "main" {
		window = ""
	}
	opens := window != "" && window != d.popup
	if !d.enter(window) {
		d.add(s.line, "the step is left out: the window %s is closed by then", window)
		return
	}
	if pattern, err := urlPattern(window); opens && err == nil {
		d.step(flows.Step{Wait: &flows.Wait{URL: pattern}})
	}
	read(d, s)
	d.events(s)
}

// act adds a step about an element, unless none of the selectors can be had.
func (d *devImport) act(s devStep, make func(browser.Selectors) flows.Step) {
	chain := d.selectors(s)
	if len(chain) == 0 {
		d.add(s.line, "the %s is left out: it has no selector that can be used", s.Type)
		return
	}
	step := make(chain)
	step.Timeout = milliseconds(s.Timeout)
	d.step(step)
}

func (d *devImport) click(s devStep) {
	if s.Button != "" && s.Button != "primary" {
		d.add(s.line, "the %s is left out: it is of the %s button", s.Type, s.Button)
		return
	}
	if len(d.held) > 0 {
		d.add(s.line, "clicked without holding %s", strings.Join(d.held, "+"))
		d.pressed = true
	}
	if s.OffsetX != nil || s.OffsetY != nil {
		d.add(s.line, "clicked in the middle of the element, not at offsetX, offsetY")
	}
	if s.DeviceType != "" && s.DeviceType != "mouse" {
		d.add(s.line, "clicked with the mouse, not by %s", s.DeviceType)
	}
	if s.Duration > 0 {
		d.add(s.line, "the button is not held down")
	}
	d.act(s, func(chain browser.Selectors) flows.Step {
		target := &flows.Target{Selector: chain}
		if s.Type == "doubleClick" {
			return flows.Step{DblClick: target}
		}
		return flows.Step{Click: target}
	})
}

func (d *devImport) hover(s devStep) {
	d.act(s, func(chain browser.Selectors) flows.Step { return flows.Step{Hover: &flows.Target{Selector: chain}} })
}

// change types a value or chooses an option: fill does either.
func (d *devImport) change(s devStep) {
	value := ""
	if s.Value != nil {
		value = *s.Value
	}
	if name, ok := strings.CutPrefix(value, `C:\fakepath\`); ok {
		d.add(s.line, "of the file, the recording has only the name: put %s beside the flow", name)
		d.act(s, func(chain browser.Selectors) flows.Step {
			return flows.Step{Upload: &flows.Upload{Selector: chain, Files: []string{literal(name)}}}
		})
		return
	}
	d.act(s, func(chain browser.Selectors) flows.Step {
		if secretValue.MatchString(value) {
			return flows.Step{Fill: &flows.Fill{Selector: chain, Value: value}}
		}
		return d.fill(chain, value)
	})
}

// events waits for what the step was to bring about.
func (d *devImport) events(s devStep) {
	for _, e := range s.AssertedEvents {
		if e.Type != "navigation" {
			d.add(s.line, "the event %s is not waited for", e.Type)
			continue
		}
		if e.Title != "" {
			d.add(s.line, "the page is known again by its URL, not by its title")
		}
		before, _, _ := strings.Cut(d.at, "#")
		if s.Type == "navigate" && (e.URL == d.at || e.URL == before || e.URL == "") {
			continue // goto waits for it
		}
		d.waitForURL(s.line, e.URL)
	}
}

func (d *devImport) waitForURL(line int, url string) {
	if url == "" {
		d.step(flows.Step{Wait: &flows.Wait{For: "network"}})
		return
	}
	d.at = url
	if path, query, ok := strings.Cut(url, "?"); ok && query != "" {
		d.add(line, "any query of the URL will do")
		url = path
	}
	pattern, err := urlPattern(url)
	if err != nil {
		d.add(line, "the page %q is not waited for: %v", url, err)
		return
	}
	d.step(flows.Step{Wait: &flows.Wait{URL: pattern}})
}

// custom reads steps of our own back; others are noted.
func (d *devImport) custom(s devStep) {
	if s.Name == customName && s.Parameters != nil && s.Parameters.Steps != "" {
		steps, err := flows.ParseSteps("line "+fmt.Sprint(s.line), []byte(s.Parameters.Steps))
		if err == nil {
			for _, step := range steps {
				d.step(step)
			}
			return
		}
		d.add(s.line, "the steps of the custom step are left out: %v", err)
		return
	}
	d.add(s.line, "the custom step %q is left out", s.Name)
}
