package interchange

import (
	"errors"
	"fmt"
	"strings"
	"time"

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
		return r.fillIn(r.call.Arg(0))
	case "type", "presssequentially":
		r.add(r.line, "typed in the place of what the field holds, all at once")
		return r.fillIn(r.call.Arg(0))
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

func (r *request) fillIn(value *script.Expr) error {
	text, plain, err := r.value(value)
	if err != nil {
		return err
	}
	if plain {
		return r.do(r.fill(r.on, text))
	}
	return r.do(flows.Step{Fill: &flows.Fill{Selector: r.on, Value: text}})
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

// dialogs reads how a listener answers dialogs: by the first call in it that does.
func (r *request) dialogs() error {
	event, err := r.text(r.call.Arg(0))
	if err != nil || event != "dialog" {
		return fmt.Errorf("the event %s is not listened for", event)
	}
	listener := r.resolve(r.call.Arg(1))
	if listener == nil || listener.Kind != script.Function {
		return errNotPlain
	}
	answers := listener.List
	for _, s := range listener.Body {
		answers = append(answers, s.Expr)
	}
	for _, e := range answers {
		for ; e != nil; e = e.On { // accept().catch(…)
			if e.Kind != script.Call || e.On.Kind != script.Member || e.On.Text != "accept" && e.On.Text != "dismiss" {
				continue
			}
			d := &flows.Dialog{Do: e.On.Text}
			if e.Arg(0) != nil {
				text, err := r.text(e.Arg(0))
				if err != nil {
					return err
				}
				d.Text = literal(text)
			}
			return r.do(flows.Step{Dialog: d})
		}
	}
	return errors.New("it neither accepts nor dismisses the dialog")
}

func (r *request) waitFor() error {
	state := "visible"
	if said := r.opt["state"]; said != nil {
		state = said.Text
	}
	switch state {
	case "hidden", "detached":
		return r.do(flows.Step{Wait: &flows.Wait{Absent: r.on}})
	case "attached":
		r.add(r.line, "waited until the element is visible, not only there")
	}
	return r.do(flows.Step{Wait: &flows.Wait{Present: r.on}})
}

func (r *request) screenshot() error {
	if r.opt["path"] == nil {
		return errors.New("the picture has no file")
	}
	file, err := r.text(r.opt["path"])
	if err != nil {
		return err
	}
	return r.do(flows.Step{Screenshot: &flows.Screenshot{File: literal(file), Selector: r.on, Full: r.opt.is("fullpage")}})
}

// keyboard carries out page.keyboard.….
func (r *request) keyboard(name string) error {
	switch name {
	case "press":
		return r.press(r.call.Arg(0))
	case "type", "inserttext":
		return errors.New("it types wherever the focus is: write fill")
	}
	return errNothing("keyboard." + name)
}

// elementMethods take a selector first when they are called on the page.
var elementMethods = map[string]bool{"click": true, "dblclick": true, "hover": true, "fill": true, "type": true, "press": true, "check": true,
	"uncheck": true, "setchecked": true, "selectoption": true, "tap": true}

// page carries out what is done to the page.
func (r *request) page(name string) error {
	switch name {
	case "goto":
		return r.openPage()
	case "reload":
		return r.script("location.reload()")
	case "goback":
		return r.script("history.back()")
	case "goforward":
		return r.script("history.forward()")
	case "waitfortimeout":
		return r.pause()
	case "waitforloadstate", "waitfornavigation":
		return r.do(flows.Step{Wait: &flows.Wait{For: "network"}})
	case "waitforurl":
		pattern, err := r.pattern(r.call.Arg(0))
		if err != nil {
			return err
		}
		return r.do(flows.Step{Wait: &flows.Wait{URL: pattern}})
	case "waitforfunction":
		code, err := r.code(r.call.Arg(0))
		if err != nil {
			return err
		}
		return r.do(flows.Step{Wait: &flows.Wait{Eval: literal(code)}})
	case "evaluate":
		code, err := r.code(r.call.Arg(0))
		if err != nil {
			return err
		}
		return r.do(flows.Step{Eval: &flows.Eval{Script: literal(code)}})
	case "screenshot":
		return r.screenshot()
	case "once", "on":
		return r.dialogs()
	case "pause":
		return r.do(flows.Step{Handoff: "the recording pauses here"})
	}
	return r.selected(name)
}

// selected carries out page.click(selector) and the like, the older way.
func (r *request) selected(name string) error {
	wait := name == "waitforselector"
	if !elementMethods[name] && !wait {
		return errNothing(name)
	}
	text, err := r.text(r.call.Arg(0))
	if err != nil {
		return err
	}
	parts, err := selectorParts(text)
	if err != nil {
		return err
	}
	if r.on, err = (locator{parts}).selectors(); err != nil {
		return err
	}
	if wait {
		return r.waitFor()
	}
	r.call.List = r.call.List[1:]
	return r.element(name)
}

func (r *request) openPage() error {
	target, err := r.text(r.call.Arg(0))
	if err != nil {
		return err
	}
	timeout, _ := r.duration(r.opt["timeout"])
	r.open(r.line, target, timeout)
	return nil
}

// script moves through the history and waits for the page.
func (r *request) script(code string) error {
	r.step(flows.Step{Eval: &flows.Eval{Script: code}})
	return r.do(flows.Step{Wait: &flows.Wait{For: "network"}})
}

func (r *request) pause() error {
	t, ok := r.duration(r.call.Arg(0))
	if !ok {
		return errNotPlain
	}
	r.step(flows.Step{Wait: &flows.Wait{For: t.Round(time.Millisecond).String()}})
	return nil
}

// code reads what runs in the page: a text, or a function that is called.
func (r *request) code(e *script.Expr) (string, error) {
	e = r.resolve(e)
	switch {
	case e == nil:
		return "", errors.New("the script is missing")
	case e.Kind == script.Function && len(r.call.List) > 1 && r.call.List[1].Kind != script.Object:
		return "", errors.New("the script takes values")
	case e.Kind == script.Function:
		return "(" + e.Source + ")()", nil
	}
	code, err := r.text(e)
	if err == nil && strings.TrimSpace(code) == "" {
		err = errors.New("the script is empty")
	}
	if trimmed := strings.TrimSpace(code); strings.HasPrefix(trimmed, "() =>") || strings.HasPrefix(trimmed, "async () =>") {
		code = "(" + trimmed + ")()"
	}
	return code, err
}
