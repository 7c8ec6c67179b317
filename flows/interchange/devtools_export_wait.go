package interchange

import (
	"fmt"
	"net/url"
	"strings"

	"dyncrawl"
	"dyncrawl/flows"
)

// wait translates a wait that names one thing.
func (d *devExport) wait(s flows.Step, w flows.Wait) ([]devStep, error) {
	if countNamed(w) != 1 {
		return nil, fmt.Errorf("it waits for several things at once")
	}
	switch pause, isTime := w.Duration(); {
	case isTime:
		return expression(fmt.Sprintf(pauseExpression, pause.Milliseconds())), nil
	case w.For != "":
		return expression(loadedExpression), nil
	case len(w.Present) > 0:
		return d.about("waitForElement", s, w.Present)
	case len(w.Absent) > 0:
		steps, err := d.about("waitForElement", s, w.Absent)
		if err == nil {
			steps[0].Visible = new(false)
		}
		return steps, err
	case w.Text != "":
		text, ok := unescaped(w.Text)
		if !ok {
			return nil, errVariables
		}
		return expression(`document.body.innerText.replace(/\s+/g, " ").includes(` + jsText(strings.Join(strings.Fields(text), " ")) + ")"), nil
	case w.Eval != "":
		script, ok := unescaped(w.Eval)
		if !ok {
			return nil, errVariables
		}
		return expression(script), nil
	}
	return d.waitURL(w)
}

// countNamed counts what a wait waits for.
func countNamed(w flows.Wait) (n int) {
	for _, named := range []bool{w.For != "", len(w.Present) > 0, len(w.Absent) > 0, w.Text != "", !w.URL.IsZero(), w.Eval != ""} {
		if named {
			n++
		}
	}
	return n
}

func expression(text string) []devStep {
	return []devStep{{Type: "waitForExpression", Target: "main", Expression: text}}
}

// waitURL has the step before bring the page about, where the pattern is a URL and
// nothing came in between; else it waits by a script.
func (d *devExport) waitURL(w flows.Wait) ([]devStep, error) {
	last := len(d.file.Steps) - 1
	if pattern, ok := plainURL(w.URL); ok && last >= 0 && canNavigate[d.file.Steps[last].Type] {
		before := &d.file.Steps[last]
		before.AssertedEvents = append(before.AssertedEvents, devEvent{Type: "navigation", URL: pattern})
		return nil, nil
	}
	expr, err := jsPattern(w.URL)
	if err != nil {
		return nil, err
	}
	return expression(expr + ".test(location.href)"), nil
}

// plainURL returns the URL that a pattern is, if it is just one.
func plainURL(p dyncrawl.Pattern) (string, bool) {
	text := p.String()
	u, err := url.Parse(text)
	return text, err == nil && u.IsAbs() && u.Host != "" && !strings.Contains(text, "*")
}

// canNavigate are the steps that may bring another page about.
var canNavigate = map[string]bool{"navigate": true, "click": true, "doubleClick": true, "change": true, "keyDown": true, "keyUp": true, "hover": true}
