package interchange

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

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

func (l locator) nth(n string) locator { return l.then(browser.Part{Engine: "nth", Value: n}) }

func (p *playwright) nth(l locator, e *script.Expr) (locator, error) {
	n := p.resolve(e.Arg(0))
	if n == nil || n.Kind != script.Number {
		return nil, errNotPlain
	}
	return l.nth(n.Text), nil
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

func (p *playwright) or(from locator, e *script.Expr) (locator, error) {
	other, err := p.locate(e.Arg(0))
	return append(from[:len(from):len(from)], other...), err
}

func (p *playwright) and(from locator, e *script.Expr) (locator, error) {
	test, err := p.plainCSS(e.Arg(0))
	return from.then(browser.Part{Engine: "is", Value: test}), err
}
