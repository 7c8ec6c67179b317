package interchange

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"dyncrawl/browser"
	"dyncrawl/flows/interchange/script"
)

// locator is where a Playwright locator leads: to the elements of any of the
// chains. The page itself is one chain without parts.
type locator []chain

type chain []browser.Part

// then returns the locator with parts added to each of its chains.
func (l locator) then(parts ...browser.Part) locator {
	longer := make(locator, len(l))
	for i, c := range l {
		longer[i] = slices.Concat(c, parts)
	}
	return longer
}

// selectors returns the fallback chain of a flow. A first at the end says nothing:
// the first element is taken anyway.
func (l locator) selectors() (browser.Selectors, error) {
	var list browser.Selectors
	for _, c := range l {
		if n := len(c); n > 1 && c[n-1].Engine == "nth" && c[n-1].Value == "0" {
			c = c[:n-1]
		}
		if len(c) == 0 {
			return nil, errors.New("the page is no element")
		}
		s, err := browser.JoinParts(c...)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

func css(text string) browser.Part { return browser.Part{Engine: "css", Value: text} }

// isPage reports whether e is a page itself.
func (p *playwright) isPage(e *script.Expr) bool {
	if e == nil || e.Kind != script.Name {
		return false
	}
	_, page := p.pages[e.Text]
	return page
}

// locate reads a locator.
func (p *playwright) locate(e *script.Expr) (locator, error) {
	if p.isPage(e) {
		return locator{nil}, nil
	}
	e = p.resolve(e)
	switch {
	case e == nil:
		return nil, errors.New("a locator is missing")
	case e.Kind == script.Member:
		return p.follow(e, &script.Expr{Kind: script.Call, On: e})
	case e.Kind == script.Call && e.On.Kind == script.Member:
		return p.follow(e.On, e)
	}
	return nil, fmt.Errorf("%s is no locator that is known", shorten(e.Source))
}

// follow takes the step of a locator that member names, with the arguments of call.
func (p *playwright) follow(member, call *script.Expr) (locator, error) {
	from, err := p.locate(member.On)
	if err != nil {
		return nil, err
	}
	name := plainName(member.Text)
	if attribute, ok := attributes[name]; ok {
		return p.byAttribute(from, call, attribute)
	}
	switch name {
	case "getbyrole":
		return p.byRole(from, call)
	case "getbylabel":
		return p.byText(from, call, "label")
	case "getbytext":
		return p.byText(from, call, "text")
	case "getbytestid":
		return p.byTestID(from, call)
	case "locator":
		return p.bySelector(from, call)
	case "framelocator":
		return p.frame(from, call)
	case "contentframe":
		return from.entered(), nil
	case "first":
		return from.nth("0"), nil
	case "last":
		return from.nth("-1"), nil
	case "nth":
		return p.nth(from, call)
	case "filter":
		return p.filter(from, optionsOf(call))
	case "or":
		return p.or(from, call)
	case "and":
		return p.and(from, call)
	}
	return nil, fmt.Errorf("dyncrawl has nothing for %s", member.Text)
}

// attributes are those that getBy… looks at.
var attributes = map[string]string{"getbyplaceholder": "placeholder", "getbyalttext": "alt", "getbytitle": "title"}

func (l locator) nth(n string) locator { return l.then(browser.Part{Engine: "nth", Value: n}) }

func (p *playwright) nth(l locator, e *script.Expr) (locator, error) {
	n := p.resolve(e.Arg(0))
	if n == nil || n.Kind != script.Number {
		return nil, errNotPlain
	}
	return l.nth(n.Text), nil
}

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

func (p *playwright) frame(from locator, e *script.Expr) (locator, error) {
	found, err := p.bySelector(from, e)
	return found.entered(), err
}

// lonely is CSS for one element without its tag.
var lonely = regexp.MustCompile(`^[#.\[:](?:[^\s>+~,\[]|\[[^\]]*\])*$`)

// entered says of the last part of each chain that it finds a frame.
func (l locator) entered() locator {
	named := l.then()
	for _, c := range named {
		for i := len(c) - 1; i >= 0; i-- {
			if c[i].Engine == "css" && lonely.MatchString(c[i].Value) {
				c[i].Value = "iframe" + c[i].Value
			}
			if c[i].Engine != "nth" {
				break
			}
		}
	}
	return named
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

func (p *playwright) or(from locator, e *script.Expr) (locator, error) {
	other, err := p.locate(e.Arg(0))
	return append(from[:len(from):len(from)], other...), err
}

func (p *playwright) and(from locator, e *script.Expr) (locator, error) {
	test, err := p.plainCSS(e.Arg(0))
	return from.then(browser.Part{Engine: "is", Value: test}), err
}

// selectorParts translates the text of a Playwright selector.
func selectorParts(text string) (parts []browser.Part, err error) {
	for _, piece := range chainSign.Split(text, -1) { // a sign within quotes does not come together with two spaces in practice
		translated, err := selectorPart(strings.TrimSpace(piece))
		if err != nil {
			return nil, err
		}
		parts = append(parts, translated...)
	}
	return parts, nil
}

var (
	chainSign = regexp.MustCompile(`\s+>>\s+`)
	textTest  = regexp.MustCompile(`^(.*):(has-text|text|text-is)\((?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\)$`)
	roleText  = regexp.MustCompile(`^role=([a-z]+)(?:\[name="((?:[^"\\]|\\.)*)"(i|s)?\])?$`)
)

// selectorPart translates one part of a Playwright selector.
func selectorPart(text string) ([]browser.Part, error) {
	engine, body, named := strings.Cut(text, "=")
	switch {
	case strings.HasPrefix(text, "//"), strings.HasPrefix(text, "(//"), strings.HasPrefix(text, ".."):
		return []browser.Part{{Engine: "xpath", Value: text}}, nil
	case named && engine == "text":
		return textPart(body)
	case named && engine == "id":
		return []browser.Part{css("[id=" + browser.CSSText(body) + "]")}, nil
	case named && strings.HasPrefix(engine, "data-test"):
		return []browser.Part{css("[" + engine + "=" + browser.CSSText(body) + "]")}, nil
	case named && (engine == "nth" || engine == "xpath"):
		return []browser.Part{{Engine: engine, Value: body}}, nil
	case text == "visible=true":
		return nil, nil
	case strings.HasPrefix(engine, "internal:"), strings.HasPrefix(text, "*"):
		return nil, fmt.Errorf("dyncrawl has nothing for the selector %s", text)
	}
	if m := roleText.FindStringSubmatch(text); m != nil {
		part := browser.Part{Engine: "role", Value: m[1], Exact: m[3] != "i"}
		if strings.Contains(text, "[") {
			part.Name = &m[2]
		}
		return []browser.Part{part}, nil
	}
	return cssParts(strings.TrimPrefix(text, "css="))
}

func textPart(body string) ([]browser.Part, error) {
	if expr, ok := strings.CutPrefix(body, "/"); ok {
		w, err := plainRegexp(strings.TrimRight(strings.TrimSuffix(strings.TrimRight(expr, "ims"), "/"), "/"))
		return []browser.Part{{Engine: "text", Value: w.text, Exact: w.exact}}, err
	}
	if len(body) > 1 && (body[0] == '"' || body[0] == '\'') && body[len(body)-1] == body[0] {
		return []browser.Part{{Engine: "text", Value: body[1 : len(body)-1], Exact: true}}, nil
	}
	return []browser.Part{{Engine: "text", Value: body}}, nil
}

// cssParts translates CSS with the pseudo-classes that Playwright adds at its end.
func cssParts(text string) ([]browser.Part, error) {
	text = strings.TrimSuffix(text, ":visible")
	if m := textTest.FindStringSubmatch(text); m != nil {
		before, err := cssParts(m[1])
		if m[1] == "" {
			return []browser.Part{{Engine: "text", Value: m[3] + m[4], Exact: m[2] == "text-is"}}, nil
		}
		return append(before, browser.Part{Engine: "has-text", Value: m[3] + m[4], Exact: m[2] == "text-is"}), err
	}
	_, err := browser.JoinParts(css(text))
	return []browser.Part{css(text)}, err
}
