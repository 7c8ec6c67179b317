package interchange

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"dyncrawl/flows"
	"dyncrawl/flows/interchange/script"
)

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
