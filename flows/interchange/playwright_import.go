package interchange

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

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
