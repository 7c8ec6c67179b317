package interchange

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"dyncrawl"
	"dyncrawl/browser"
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

// present expects that the elements are visible, or that they are not.
func (a *assertion) present(l locator, visible bool) error {
	chain, err := l.selectors()
	if err != nil {
		return err
	}
	if visible {
		return a.holds(flows.Condition{Present: chain})
	}
	return a.holds(flows.Condition{Absent: chain})
}

// states are what is expected of an element's state, as CSS.
var states = map[string]string{
	"tobechecked": ":checked", "tobedisabled": ":disabled", "tobeenabled": ":enabled", "tobeeditable": ":read-write",
	"tobefocused": ":focus", "tobeempty": ":empty",
}

// element expects something of elements.
func (a *assertion) element(name string) error {
	if state, ok := states[name]; ok {
		return a.is(state)
	}
	switch name {
	case "tobevisible", "tobeattached", "tobeinviewport":
		visible := a.opt["visible"] == nil || a.opt.is("visible")
		return a.present(a.of, visible != a.not)
	case "tobehidden":
		return a.present(a.of, a.not)
	case "tocontaintext":
		return a.hasText(false)
	case "tohavetext":
		return a.hasText(true)
	case "tohavecount":
		return a.count()
	case "tohaveattribute":
		return a.attribute()
	case "tohaveid":
		return a.named("id", a.call.Arg(0))
	case "tohavevalue":
		return a.hasValue()
	}
	return errNothing(name)
}

// is expects that the elements match CSS.
func (a *assertion) is(css string) error {
	if a.not {
		css = ":not(" + css + ")"
	}
	return a.present(a.of.then(browser.Part{Engine: "is", Value: css}), true)
}

// hasText expects a text of the element; of the body, the page is to show it.
func (a *assertion) hasText(exact bool) error {
	if list := a.resolve(a.call.Arg(0)); list != nil && list.Kind == script.List {
		return errors.New("several texts are expected at once")
	}
	w, err := a.wanted(a.call.Arg(0), exact)
	if err != nil {
		return err
	}
	body := len(a.of) == 1 && len(a.of[0]) == 1 && a.of[0][0] == css("body")
	if body && !w.exact && !a.not {
		return a.holds(flows.Condition{Text: literal(w.text)})
	}
	if w.text == "" {
		return a.is(":empty")
	}
	return a.present(a.of.then(browser.Part{Engine: "has-text", Value: w.text, Exact: w.exact}), !a.not)
}

// count expects so many elements: the last of them, and none after it.
func (a *assertion) count() error {
	said := a.resolve(a.call.Arg(0))
	if said == nil || said.Kind != script.Number || a.not {
		return errNotPlain
	}
	n, err := strconv.Atoi(said.Text)
	if err != nil {
		return err
	}
	if n == 0 {
		return a.present(a.of, false)
	}
	last, err := a.of.nth(strconv.Itoa(n - 1)).selectors()
	if err != nil {
		return err
	}
	next, err := a.of.nth(strconv.Itoa(n)).selectors()
	if err != nil {
		return err
	}
	return a.holds(flows.Condition{Present: last, Absent: next})
}

func (a *assertion) attribute() error {
	name, err := a.text(a.call.Arg(0))
	if err != nil {
		return err
	}
	if len(a.call.List) < 2 || a.call.List[1].Kind == script.Object {
		return a.is("[" + name + "]")
	}
	return a.named(name, a.call.Arg(1))
}

// named expects an attribute of this value.
func (a *assertion) named(name string, value *script.Expr) error {
	text, err := a.text(value)
	if err != nil {
		return err
	}
	return a.is("[" + name + "=" + browser.CSSText(text) + "]")
}

// hasValue expects what a field holds; that is only seen by a script.
func (a *assertion) hasValue() error {
	text, err := a.text(a.call.Arg(0))
	if err != nil {
		return err
	}
	if len(a.of) != 1 || len(a.of[0]) != 1 || a.of[0][0].Engine != "css" {
		return errors.New("what a field holds can only be read where CSS alone finds it")
	}
	if isPassword(a.of[0][0].Value) {
		return errors.New("a password is compared")
	}
	operator := "==="
	if a.not {
		operator = "!=="
	}
	return a.holds(flows.Condition{Eval: literal(fmt.Sprintf("%s?.value %s %s", querySelector(a.of[0][0].Value), operator, jsText(text)))})
}

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
