package interchange

import (
	"errors"
	"fmt"
	"strconv"

	"dyncrawl/browser"
	"dyncrawl/flows"
	"dyncrawl/flows/interchange/script"
)

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
