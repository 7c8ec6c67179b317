package interchange

import (
	"errors"
	"fmt"

	"dyncrawl/browser"
	"dyncrawl/flows/interchange/script"
)

// attributes are those that getBy… looks at.
var attributes = map[string]string{"getbyplaceholder": "placeholder", "getbyalttext": "alt", "getbytitle": "title"}

// roleStates are what a role can be asked besides its name, as CSS.
var roleStates = map[string]string{
	"checked": ":checked, [aria-checked=true]", "disabled": ":disabled, [aria-disabled=true]", "expanded": "[aria-expanded=true]",
	"pressed": "[aria-pressed=true]", "selected": ":checked, [aria-selected=true]",
}

func (p *playwright) byRole(from locator, e *script.Expr) (locator, error) {
	role, err := p.text(e.Arg(0))
	if err != nil {
		return nil, err
	}
	part := browser.Part{Engine: "role", Value: role}
	o := optionsOf(e)
	if o["name"] != nil {
		name, err := p.wanted(o["name"], o.is("exact"))
		if err != nil {
			return nil, err
		}
		part.Name, part.Exact = &name.text, name.exact
	}
	found := from.then(part)
	for _, option := range sortedKeys(o) {
		state, known := roleStates[option]
		switch {
		case option == "name", option == "exact":
		case option == "level":
			found = found.then(browser.Part{Engine: "is", Value: fmt.Sprintf("h%s, [aria-level='%[1]s']", o[option].Text)})
		case !known:
			return nil, fmt.Errorf("dyncrawl has nothing for the option %s", option)
		case o.is(option):
			found = found.then(browser.Part{Engine: "is", Value: state})
		default:
			found = found.then(browser.Part{Engine: "is", Value: ":not(" + state + ")"})
		}
	}
	return found, nil
}

func (p *playwright) byText(from locator, e *script.Expr, engine string) (locator, error) {
	w, err := p.wanted(e.Arg(0), optionsOf(e).is("exact"))
	return from.then(browser.Part{Engine: engine, Value: w.text, Exact: w.exact}), err
}

func (p *playwright) byAttribute(from locator, e *script.Expr, attribute string) (locator, error) {
	w, err := p.wanted(e.Arg(0), optionsOf(e).is("exact"))
	if w.exact {
		return from.then(css("[" + attribute + "=" + browser.CSSText(w.text) + "]")), err
	}
	return from.then(css("[" + attribute + "*=" + browser.CSSText(w.text) + " i]")), err
}

func (p *playwright) byTestID(from locator, e *script.Expr) (locator, error) {
	id, err := p.text(e.Arg(0))
	return from.then(css("[data-testid=" + browser.CSSText(id) + "]")), err
}

func (p *playwright) bySelector(from locator, e *script.Expr) (locator, error) {
	text, err := p.text(e.Arg(0))
	if err != nil {
		return nil, err
	}
	parts, err := selectorParts(text)
	if err != nil {
		return nil, err
	}
	return p.filter(from.then(parts...), optionsOf(e))
}

// filter picks by the options of filter and locator.
func (p *playwright) filter(from locator, o options) (locator, error) {
	for _, option := range sortedKeys(o) {
		switch option {
		case "hastext":
			w, err := p.wanted(o[option], false)
			if err != nil {
				return nil, err
			}
			from = from.then(browser.Part{Engine: "has-text", Value: w.text, Exact: w.exact})
		case "has", "hasnot":
			inner, err := p.plainCSS(o[option])
			if err != nil {
				return nil, err
			}
			test := ":has(" + inner + ")"
			if option == "hasnot" {
				test = ":not(" + test + ")"
			}
			from = from.then(browser.Part{Engine: "is", Value: test})
		case "visible":
			if !o.is(option) {
				return nil, errors.New("dyncrawl has nothing for what is hidden")
			}
		default:
			return nil, fmt.Errorf("dyncrawl has nothing for the option %s", option)
		}
	}
	return from, nil
}

// plainCSS reads a locator that is CSS alone.
func (p *playwright) plainCSS(e *script.Expr) (string, error) {
	l, err := p.locate(e)
	if err != nil {
		return "", err
	}
	if len(l) != 1 || len(l[0]) != 1 || l[0][0].Engine != "css" {
		return "", fmt.Errorf("%s is not CSS alone", shorten(e.Source))
	}
	return l[0][0].Value, nil
}
