package interchange

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

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
