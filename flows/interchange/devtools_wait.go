package interchange

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"

	"dyncrawl/browser"
	"dyncrawl/flows"
)

// scroll goes to a place by script; within an element, one that CSS finds in the page.
func (d *devImport) scroll(s devStep) {
	to := fmt.Sprintf("scrollTo(%v, %v)", s.X, s.Y)
	if len(s.Selectors) == 0 {
		if len(s.Frame) > 0 {
			d.add(s.line, "the scroll is left out: it is of a frame")
			return
		}
		d.step(flows.Step{Eval: &flows.Eval{Script: to}})
		return
	}
	chain := d.selectors(s)
	css, ok := plainCSS(chain)
	if !ok {
		d.add(s.line, "the scroll is left out: no selector of the box that scrolls is CSS")
		return
	}
	d.step(flows.Step{Wait: &flows.Wait{Present: chain}, Timeout: milliseconds(s.Timeout)})
	d.step(flows.Step{Eval: &flows.Eval{Script: literal(querySelector(css) + "." + to)}})
}

// plainCSS returns the first selector of the chain that is CSS alone.
func plainCSS(chain browser.Selectors) (string, bool) {
	for _, s := range chain {
		if parts := s.Parts(); len(parts) == 1 && parts[0].Engine == "css" {
			return parts[0].Value, true
		}
	}
	return "", false
}

func querySelector(css string) string { return "document.querySelector(" + jsText(css) + ")" }

// jsText writes a text as a JavaScript literal.
func jsText(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic("interchange: " + err.Error()) // a text always is JSON
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// waitForElement waits for elements to be there or gone, so many, or with such
// properties.
func (d *devImport) waitForElement(s devStep) {
	visible := s.Visible == nil || *s.Visible
	count := 1
	if s.Count != nil {
		count = *s.Count
	}
	plain := len(s.Properties) == 0 && len(s.Attributes) == 0
	one := count == 1 && (s.Operator == "" || s.Operator == ">=")
	none := count == 0 && (s.Operator == "==" || s.Operator == "<=")
	switch {
	case plain && (one && visible || none && !visible):
		d.act(s, func(chain browser.Selectors) flows.Step { return flows.Step{Wait: &flows.Wait{Present: chain}} })
	case plain && (one || none):
		d.act(s, func(chain browser.Selectors) flows.Step { return flows.Step{Wait: &flows.Wait{Absent: chain}} })
	default:
		d.waitForElements(s, count, visible)
	}
}

// waitForElements waits by a script, which only finds by CSS.
func (d *devImport) waitForElements(s devStep, count int, visible bool) {
	css, ok := plainCSS(d.selectors(s))
	if !ok {
		d.add(s.line, "the waitForElement is left out: a count, properties or attributes need a selector of CSS")
		return
	}
	operator := s.Operator
	if operator == "" {
		operator = ">="
	}
	test := fmt.Sprintf("e.length %s %d", operator, count)
	if len(s.Attributes) > 0 {
		attributes, err := json.Marshal(s.Attributes)
		if err != nil {
			panic("interchange: " + err.Error()) // it was JSON
		}
		test += fmt.Sprintf(" && e.every(x => Object.entries(%s).every(([k, v]) => x.getAttribute(k) === v))", attributes)
	}
	if len(s.Properties) > 0 {
		test += fmt.Sprintf(" && e.every(x => (function same(a, b) { return a === b || a instanceof Object && b instanceof Object &&"+
			" Object.entries(a).every(([k, v]) => same(v, b[k])) })(%s, x))", s.Properties)
	}
	if !visible {
		test = "!(" + test + ")"
	}
	script := fmt.Sprintf("(e => %s)([...document.querySelectorAll(%s)])", test, jsText(css))
	d.step(flows.Step{Wait: &flows.Wait{Eval: literal(script)}, Timeout: milliseconds(s.Timeout)})
}

const (
	loadedExpression = `document.readyState === "complete"`
	pauseExpression  = "new Promise(resolve => setTimeout(() => resolve(true), %d))"
)

var pausePattern = regexp.MustCompile(`^new Promise\(\s*\(?(\w+)\)?\s*=>\s*setTimeout\(\(\)\s*=>\s*(\w+)\(true\),\s*(\d+)\)\);?$`)

// waitForExpression waits for a script; what only waits for a time or the page is
// said in the flow's own words.
func (d *devImport) waitForExpression(s devStep) {
	switch {
	case len(s.Frame) > 0:
		d.add(s.line, "the waitForExpression is left out: it is of a frame")
		return
	case strings.TrimSpace(s.Expression) == "":
		d.add(s.line, "the waitForExpression is left out: it has no expression")
		return
	}
	step := flows.Step{Wait: &flows.Wait{Eval: literal(s.Expression)}, Timeout: milliseconds(s.Timeout)}
	if s.Expression == loadedExpression {
		step.Wait = &flows.Wait{For: "network"}
	}
	if m := pausePattern.FindStringSubmatch(strings.TrimSpace(s.Expression)); m != nil && m[1] == m[2] {
		var ms int
		if _, err := fmt.Sscan(m[3], &ms); err == nil {
			step.Wait = &flows.Wait{For: (time.Duration(ms) * time.Millisecond).String()}
		}
	}
	d.step(step)
}
