package interchange

import (
	"strings"

	"dyncrawl"
	"dyncrawl/flows"
	"dyncrawl/flows/interchange/script"
)

// isExpect reports whether e is expect(…) or a form of it.
func isExpect(e *script.Expr) bool {
	if e.Kind != script.Call {
		return false
	}
	path, base := e.Callee()
	return base == nil && (path == "expect" || path == "expect.soft" || path == "expect.poll")
}

// assertion is what is expected of an element, the page or a value.
type assertion struct {
	*request
	not bool
	of  locator
}

// expect carries out an assertion: path leads from expect(…), which subject is, to
// its name.
func (p *playwright) expect(line int, path string, subject, call *script.Expr) error {
	a := &assertion{request: &request{playwright: p, line: line, call: call, opt: optionsOf(call)}}
	name := plainName(strings.TrimPrefix(path, "not."))
	a.not = strings.HasPrefix(path, "not.")
	if rest, ok := strings.CutPrefix(name, "notto"); ok { // Python
		name, a.not = "to"+rest, true
	}
	of := subject.Arg(0)
	if p.isPage(of) {
		return a.page(name)
	}
	if of != nil && of.Kind == script.Function {
		return a.polled(name, of)
	}
	var err error
	if a.of, err = p.locate(of); err != nil {
		return err
	}
	return a.element(name)
}

// holds expects the condition.
func (a *assertion) holds(c flows.Condition) error { return a.do(flows.Step{Expect: &c}) }

// page expects something of the page.
func (a *assertion) page(name string) error {
	switch name {
	case "tohaveurl":
		pattern, err := a.pattern(a.call.Arg(0))
		if err != nil {
			return err
		}
		if !a.not {
			return a.holds(flows.Condition{URL: pattern})
		}
		expr, err := jsPattern(pattern)
		if err != nil {
			return err
		}
		return a.holds(flows.Condition{Eval: literal("!" + expr + ".test(location.href)")})
	case "tohavetitle":
		return a.title()
	}
	return errNothing(name)
}

func (a *assertion) title() error {
	test := ""
	if expr, flags, ok := a.regexp(a.call.Arg(0)); ok {
		test = "/" + slashed(expr) + "/" + flags + ".test(document.title)"
	} else {
		text, err := a.text(a.call.Arg(0))
		if err != nil {
			return err
		}
		test = "document.title === " + jsText(text)
	}
	if a.not {
		test = "!(" + test + ")"
	}
	return a.holds(flows.Condition{Eval: literal(test)})
}

// polled expects what a function that asks the page returns.
func (a *assertion) polled(name string, f *script.Expr) error {
	if name != "tobetruthy" || a.not || len(f.List) != 1 || f.List[0].Kind != script.Call || f.List[0].On.Kind != script.Member || f.List[0].On.Text != "evaluate" {
		return errNotPlain
	}
	code, err := a.code(f.List[0].Arg(0))
	if err != nil {
		return err
	}
	return a.holds(flows.Condition{Eval: literal(code)})
}

// pattern reads a URL, a glob or a regular expression of URLs.
func (p *playwright) pattern(e *script.Expr) (dyncrawl.Pattern, error) {
	if expr, flags, ok := p.regexp(e); ok {
		return patternOfExpr(expr, flags)
	}
	text, err := p.text(e)
	if err != nil {
		return dyncrawl.Pattern{}, err
	}
	return dyncrawl.ParsePattern(text)
}
