package interchange

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"dyncrawl/flows"
	"dyncrawl/flows/interchange/script"
)

// playwright turns a Playwright program into the steps of a flow. It carries out
// what stands there from top to bottom, as far as it knows the calls.
type playwright struct {
	*recording
	vars   map[string]*script.Expr // locators, texts and promises that variables keep
	pages  map[string]string       // the window that a name of a page stands for; empty: the first page
	opened bool                    // a page was made by newPage
	inCall int                     // how deep the calls of test and the like are nested
}

// playwrightCall is what any Playwright program has.
var playwrightCall = regexp.MustCompile(`\bplaywright\b|\bpage\d*\s*\.\s*(goto|locator|getBy|get_by|click|fill)`)

func isPlaywright(src []byte) bool { return playwrightCall.Match(src) }

// pythonLine is what stands in no JavaScript.
var pythonLine = regexp.MustCompile(`(?m)^\s*(?:from \w[\w.]* import |import re\b|(?:async )?def \w+\(|(?:async )?with .*:\s*$|#)`)

func importPlaywright(name string, src []byte) (*flows.Flow, []Note, error) {
	lang := script.JavaScript
	if pythonLine.Match(src) {
		lang = script.Python
	}
	p := &playwright{recording: newRecording(name), vars: map[string]*script.Expr{}, pages: map[string]string{"page": ""}}
	p.run(script.Parse(lang, string(bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")))))
	return p.flow()
}

// run carries statements out.
func (p *playwright) run(list []script.Statement) {
	for i := 0; i < len(list); i++ {
		if s := list[i]; !s.Comment {
			p.statement(s)
			continue
		}
		last := i
		for last+1 < len(list) && list[last+1].Comment {
			last++
		}
		p.comments(list[i : last+1])
		i = last
	}
}

// commentMark begins the lines of a comment that holds steps.
const commentMark = "dyncrawl: "

// comments reads steps of our own back; what else comments say is left to people.
func (p *playwright) comments(list []script.Statement) {
	var text strings.Builder
	for _, s := range list {
		if line, ok := strings.CutPrefix(s.Text, commentMark); ok {
			text.WriteString(line + "\n")
		}
	}
	if text.Len() == 0 {
		return
	}
	steps, err := flows.ParseSteps(fmt.Sprintf("the comment of line %d", list[0].Line), []byte(text.String()))
	if err != nil {
		p.add(list[0].Line, "the steps in the comment are left out: %v", err)
		return
	}
	for _, step := range steps {
		p.step(step)
	}
}

// frameWork begins statements that only bring a program about.
var frameWork = regexp.MustCompile(`^(?:import|from|export|const .*require\(|def run\(|def main\(|def test_|async def |async function |function |if __name__|with sync_playwright|async with async_playwright|'use strict'|"use strict")`)

// statement carries out one.
func (p *playwright) statement(s script.Statement) {
	switch {
	case s.Expr == nil && frameWork.MatchString(s.Text):
	case s.Expr == nil && s.Block:
		p.add(s.Line, "%s: its steps are taken as if they ran once", shorten(s.Text))
	case s.Expr == nil:
		p.add(s.Line, "not understood: %s", shorten(s.Text))
	case s.Expr.Kind == script.Call:
		p.call(s, s.Expr)
	default:
		p.keep(s)
	}
}

// shorten cuts a statement that is shown.
func shorten(text string) string {
	if r := []rune(text); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return text
}

// keep notes what a variable stands for.
func (p *playwright) keep(s script.Statement) {
	if s.Name == "" {
		return // a value that nobody uses
	}
	source := s.Expr
	if source.Kind == script.Member && source.Text == "value" { // of Python's event info
		source = source.On
	}
	if source.Kind == script.Name && isPopup(p.vars[source.Text]) {
		p.pages[s.Name] = s.Name
		return
	}
	p.vars[s.Name] = s.Expr
}

// isPopup reports whether a call waits for another window.
func isPopup(e *script.Expr) bool {
	if e == nil || e.Kind != script.Call || e.On.Kind != script.Member {
		return false
	}
	what := e.Arg(0)
	event := what != nil && what.Kind == script.String && (what.Text == "popup" || what.Text == "page")
	switch plainName(e.On.Text) {
	case "expectpopup", "expectpage":
		return true
	case "waitforevent", "expectevent":
		return event
	}
	return false
}

// plainName makes the names of both languages one: get_by_role and getByRole.
func plainName(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// call carries a call out, or notes it.
func (p *playwright) call(s script.Statement, e *script.Expr) {
	path, base := e.Callee()
	root, _, _ := strings.Cut(path, ".")
	if window := p.windowOf(e); !p.enter(window) {
		p.add(s.Line, "left out: %s: the window is closed by then", shorten(s.Text))
		return
	}
	switch {
	case isPopup(e):
		p.vars[s.Name] = e
		if s.Name != "" && s.Expr != e { // const [page1] = await Promise.all([…])
			p.pages[s.Name] = s.Name
		}
	case base != nil && base.Kind == script.Function:
		p.run(base.Body)
	case base == nil && slices.Contains([]string{"test", "describe", "it"}, root):
		p.test(s, path, e)
	case base == nil && path == "Promise.all" && e.Arg(0) != nil:
		for _, one := range e.Arg(0).List {
			if one.Kind == script.Call {
				p.call(s, one)
			}
		}
	case base != nil && isExpect(base):
		p.report(s, p.expect(s.Line, path, base, e))
	case p.setUp(s, path, e):
	case e.On.Kind != script.Member:
		p.add(s.Line, "not understood: %s", shorten(s.Text))
	default:
		p.report(s, p.method(s, e))
	}
}

// windowOf returns the window that a call is about.
func (p *playwright) windowOf(e *script.Expr) string {
	for range 99 { // variables that stand for themselves
		switch {
		case e == nil:
			return ""
		case e.Kind == script.Name && p.vars[e.Text] != nil:
			e = p.vars[e.Text]
		case e.Kind == script.Name:
			return p.pages[e.Text]
		case isExpect(e):
			e = e.Arg(0)
		default:
			e = e.On
		}
	}
	return ""
}

// report notes why a statement is left out.
func (p *playwright) report(s script.Statement, err error) {
	if err != nil {
		p.add(s.Line, "left out: %s: %v", shorten(s.Text), err)
	}
}

// test runs the functions of test("…", async ({ page }) => { … }) and the like.
func (p *playwright) test(s script.Statement, path string, e *script.Expr) {
	if path == "test.use" || path == "test.setTimeout" || path == "test.skip" {
		p.add(s.Line, "%s: settings of the test are not carried over", path)
		return
	}
	if title := e.Arg(0); title != nil && title.Kind == script.String && p.inCall == 0 && p.title == "" && title.Text != "test" && title.Text != p.name {
		p.title = title.Text
		p.name = fileName(title.Text)
	}
	p.inCall++
	defer func() { p.inCall-- }()
	for _, arg := range e.List {
		if arg.Kind == script.Function {
			p.run(arg.Body)
		}
	}
}

// setUp takes the calls that open and close the browser; it reports whether this
// is one.
func (p *playwright) setUp(s script.Statement, path string, e *script.Expr) bool {
	last := plainName(path[strings.LastIndex(path, ".")+1:])
	switch last {
	case "newpage":
		p.pages[s.Name] = ""
		if p.opened {
			p.add(s.Line, "what is done in the window %s is taken as done in the first", s.Name)
		}
		p.opened = true
	case "launch", "newcontext", "launchpersistentcontext":
		for _, name := range sortedKeys(e.Options()) {
			if plainName(name) != "headless" {
				p.add(s.Line, "the setting %s of the browser is not carried over", name)
			}
		}
	case "setdefaulttimeout", "setdefaultnavigationtimeout":
		if t, ok := p.duration(e.Arg(0)); ok {
			p.timeout = t
		}
	case "syncplaywright", "asyncplaywright", "run", "main", "start", "stop", "require":
	case "close":
		return !strings.Contains(path, "dialog")
	default:
		return false
	}
	return true
}

// duration reads milliseconds.
func (p *playwright) duration(e *script.Expr) (time.Duration, bool) {
	if e = p.resolve(e); e == nil || e.Kind != script.Number {
		return 0, false
	}
	t, err := time.ParseDuration(e.Text + "ms")
	return t, err == nil
}

// resolve replaces a variable by what it stands for.
func (p *playwright) resolve(e *script.Expr) *script.Expr {
	for range 9 { // variables that stand for themselves
		if e == nil || e.Kind != script.Name || p.vars[e.Text] == nil {
			break
		}
		e = p.vars[e.Text]
	}
	return e
}
