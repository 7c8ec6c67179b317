package interchange

import (
	"errors"
	"fmt"
	"strings"

	"dyncrawl/browser"
	"dyncrawl/flows"
	"dyncrawl/flows/interchange/script"
)

// request is a call that does something: its arguments, and what it is done to.
type request struct {
	*playwright
	line int
	call *script.Expr
	opt  options
	on   browser.Selectors // the element; empty for the page
}

// add a step with the timeout that the call says.
func (r *request) do(s flows.Step) error {
	if t, ok := r.duration(r.opt["timeout"]); ok {
		s.Timeout = t
	}
	r.step(s)
	return nil
}

// method carries out a call on the page, its keyboard or an element.
func (p *playwright) method(s script.Statement, e *script.Expr) error {
	r := &request{playwright: p, line: s.Line, call: e, opt: optionsOf(e)}
	if s.Name != "" { // the locator is used later
		if _, err := p.locate(e); err == nil {
			p.vars[s.Name] = e
			return nil
		}
	}
	name, target := plainName(e.On.Text), e.On.On
	if p.isPage(target) {
		return r.page(name)
	}
	if target != nil && target.Kind == script.Member && target.Text == "keyboard" {
		return r.keyboard(name)
	}
	l, err := p.locate(target)
	if err != nil {
		return err
	}
	if r.on, err = l.selectors(); err != nil {
		return err
	}
	return r.element(name)
}

func errNothing(name string) error { return fmt.Errorf("dyncrawl has nothing for %s", name) }

// element carries out what is done to an element.
func (r *request) element(name string) error {
	target := &flows.Target{Selector: r.on}
	switch name {
	case "click", "tap":
		return r.click(target)
	case "dblclick":
		return r.do(flows.Step{DblClick: target})
	case "hover":
		return r.do(flows.Step{Hover: target})
	case "fill":
		return r.fillIn(r.call.Arg(0), false)
	case "type", "presssequentially":
		r.add(r.line, "typed all at once")
		return r.fillIn(r.call.Arg(0), true)
	case "clear":
		return r.do(flows.Step{Fill: &flows.Fill{Selector: r.on}})
	case "press":
		return r.press(r.call.Arg(0))
	case "check":
		return r.do(flows.Step{Check: &flows.Check{Selector: r.on}})
	case "uncheck":
		return r.do(flows.Step{Check: &flows.Check{Selector: r.on, Unchecked: true}})
	case "setchecked":
		on := r.call.Arg(0)
		return r.do(flows.Step{Check: &flows.Check{Selector: r.on, Unchecked: on == nil || !strings.EqualFold(on.Text, "true")}})
	case "selectoption":
		return r.choose(r.call.Arg(0))
	case "setinputfiles":
		return r.upload(r.call.Arg(0))
	case "dragto":
		return r.drag(r.call.Arg(0))
	case "waitfor":
		return r.waitFor()
	case "screenshot":
		return r.screenshot()
	}
	return errNothing(name)
}

// click does what click says that goes beyond the left button in the middle.
func (r *request) click(target *flows.Target) error {
	switch {
	case r.opt["button"] != nil && r.opt["button"].Text != "left":
		return fmt.Errorf("it is of the %s button", r.opt["button"].Text)
	case r.opt["modifiers"] != nil:
		return errors.New("keys are held meanwhile")
	}
	if r.opt["position"] != nil {
		r.add(r.line, "clicked in the middle of the element, not at position")
	}
	if n := r.opt["clickcount"]; n != nil && n.Text == "2" {
		return r.do(flows.Step{DblClick: target})
	}
	return r.do(flows.Step{Click: target})
}

// fillIn types a value, behind what the field holds or, as always for a secret, in
// its place.
func (r *request) fillIn(value *script.Expr, add bool) error {
	text, plain, err := r.value(value)
	if err != nil {
		return err
	}
	step := flows.Step{Fill: &flows.Fill{Selector: r.on, Value: text}}
	if plain {
		step = r.fill(r.on, text)
	}
	step.Fill.Add = add && len(flows.SecretRefs(step.Fill.Value)) == 0
	return r.do(step)
}

func (r *request) press(key *script.Expr) error {
	name, err := r.text(key)
	if err != nil {
		return err
	}
	name = strings.ReplaceAll(name, "ControlOrMeta", "Control")
	head, last := "", name
	if i := strings.LastIndex(name, "+"); i > 0 && i < len(name)-1 {
		head, last = name[:i+1], name[i+1:]
	}
	name = head + keyName(last)
	if err := browser.CheckKey(name); err != nil {
		return err
	}
	return r.do(flows.Step{Press: &flows.Press{Key: name, Selector: r.on}})
}

// choose selects by value or label, which dyncrawl does not tell apart.
func (r *request) choose(arg *script.Expr) error {
	if arg = r.resolve(arg); arg != nil && arg.Kind == script.Object {
		arg = nil
	}
	if arg == nil {
		if arg = r.opt["label"]; arg == nil {
			arg = r.opt["value"]
		}
	}
	if arg == nil {
		return errors.New("neither value nor label is said")
	}
	values, err := r.texts(arg)
	if err != nil {
		return err
	}
	for i := range values {
		values[i] = literal(values[i])
	}
	return r.do(flows.Step{Select: &flows.Select{Selector: r.on, Values: values}})
}

func (r *request) upload(arg *script.Expr) error {
	files, err := r.texts(arg)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("no file is named")
	}
	for i := range files {
		files[i] = literal(files[i])
	}
	return r.do(flows.Step{Upload: &flows.Upload{Selector: r.on, Files: files}})
}

func (r *request) drag(onto *script.Expr) error {
	l, err := r.locate(onto)
	if err != nil {
		return err
	}
	to, err := l.selectors()
	if err != nil {
		return err
	}
	return r.do(flows.Step{Drag: &flows.Drag{Selector: r.on, To: to}})
}
