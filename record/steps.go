package record

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/flows"
)

// writer turns actions into steps.
type writer struct {
	cfg     Config
	secrets map[string]string // names by what was typed
	seeds   map[string]bool   // what was typed and follows from a seed, which its secret is
	files   []File
}

func newWriter(cfg Config) *writer {
	return &writer{cfg: cfg, secrets: map[string]string{}, seeds: map[string]bool{}}
}

// steps writes the actions of a window, tidied.
func (w *writer) steps(all []action) []flows.Step {
	var steps []flows.Step
	entries := nested(all)
	for i := 0; i < len(entries); i++ {
		e := entries[i]
		if i > 0 {
			steps = append(steps, waits(entries[i-1].action, e.action)...)
		}
		if round, ok := captchaRound(entries, i); ok {
			steps = append(steps, w.captcha(round))
			i = round.end - 1
			continue
		}
		steps = append(steps, w.step(e)...)
	}
	return steps
}

// waits derives from two actions what the page did between them: it went on to
// another document, or had answers to its scripts' requests.
func waits(a, b action) []flows.Step {
	network := []flows.Step{{Wait: &flows.Wait{For: "network"}}}
	switch {
	case a.page < 0 || b.page < 0: // of a window
		return nil
	case pathOf(a.at) != pathOf(b.at):
		return waitForPath(b.at)
	case a.page != b.page:
		return network
	case a.Doc == b.Doc && b.Asked > a.Asked:
		return network
	}
	return nil
}

// waitForPath waits until the page is at a URL's path: the rest of a URL may differ
// from one time to the other.
func waitForPath(at string) []flows.Step {
	pattern, err := dyncrawl.ParsePattern(pathPattern(at))
	if err != nil {
		return nil
	}
	return []flows.Step{{Wait: &flows.Wait{URL: pattern}}}
}

func pathOf(at string) string {
	u, err := url.Parse(at)
	if err != nil {
		return at
	}
	return u.Host + u.Path
}

// idSegment is a part of a path that names one thing among many.
var idSegment = regexp.MustCompile(`^(\d+|[0-9a-f-]{16,})$`)

// pathPattern returns the path of a URL with an asterisk for what names one thing among many.
func pathPattern(at string) string {
	u, err := url.Parse(at)
	if err != nil || u.Path == "" {
		return "/"
	}
	parts := strings.Split(u.EscapedPath(), "/")
	for i, part := range parts {
		if idSegment.MatchString(part) {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}

// step writes one action, with the hovering that it needed before it.
func (w *writer) step(e entry) []flows.Step {
	a := e.action
	var steps []flows.Step
	for _, way := range a.Hover {
		if s := w.selectors(a, way); len(s) > 0 {
			steps = append(steps, flows.Step{Hover: &flows.Target{Selector: s}})
		}
	}
	s := w.selectors(a, a.Chain)
	if len(s) == 0 && !slices.Contains([]string{"press", "dialog", "popup", "handoff"}, a.Kind) {
		return nil
	}
	var step flows.Step
	switch a.Kind {
	case "click":
		step.Click = &flows.Target{Selector: s}
	case "double":
		step.DblClick = &flows.Target{Selector: s}
	case "fill":
		if step.TOTP = w.totp(a, s); step.TOTP == nil {
			step.Fill = &flows.Fill{Selector: s, Value: w.value(a)}
		}
	case "type":
		step.Fill = &flows.Fill{Selector: s, Value: literal(a.Value), Add: true}
	case "select":
		step.Select = &flows.Select{Selector: s, Values: literals(a.Values)}
	case "check":
		step.Check = &flows.Check{Selector: s, Unchecked: !a.On}
	case "press":
		step.Press = &flows.Press{Key: a.Key, Selector: s}
	case "upload":
		step.Upload = w.upload(a, s)
	case "drag":
		step.Drag = &flows.Drag{Selector: s, To: w.selectors(a, a.To)}
	case "dialog":
		step.Dialog = dialogStep(a.reply)
	case "handoff":
		step.Handoff = "pass " + a.Value
	case "popup":
		step.Popup = &flows.Popup{Steps: w.steps(e.inner)}
	default:
		return nil
	}
	return append(steps, step)
}

// selectors is the action's chain without selectors that show a secret.
func (w *writer) selectors(a action, chain []string) browser.Selectors {
	var plain []string
	for _, text := range chain {
		if !w.shows(text) {
			plain = append(plain, text)
		}
	}
	return a.selectors(plain)
}

func (w *writer) upload(a action, s browser.Selectors) *flows.Upload {
	up := &flows.Upload{Selector: s}
	for _, f := range a.Files {
		w.files = append(w.files, f)
		up.Files = append(up.Files, literal(f.Name))
	}
	return up
}

func dialogStep(r browser.Reply) *flows.Dialog {
	if !r.Accept {
		return &flows.Dialog{Do: "dismiss"}
	}
	return &flows.Dialog{Do: "accept", Text: literal(r.Text)}
}

// literal protects a text from being read as a reference.
func literal(text string) string { return strings.ReplaceAll(text, "${", "$${") }

func literals(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = literal(text)
	}
	return out
}
