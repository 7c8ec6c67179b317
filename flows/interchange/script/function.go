package script

import (
	"maps"
	"strings"
)

// function reads one if it begins here: (a) => b, a => { … }, function () { … },
// lambda a: b. Else it takes nothing.
func (p *parser) function() *Expr {
	p.peek()
	at := p.at
	if p.lang == Python {
		if !p.accept("lambda") {
			return nil
		}
		for !p.is(":") && p.peek().kind != end {
			p.at++
		}
		p.at++
		return &Expr{Kind: Function, List: []*Expr{p.expr()}}
	}
	p.accept("async")
	named := p.accept("function")
	if named && p.peek().kind == ident {
		p.at++
	}
	if !p.parameters() || !named && !p.accept("=>") {
		p.at = at
		return nil
	}
	if !p.is("{") {
		return &Expr{Kind: Function, List: []*Expr{p.result()}}
	}
	p.at++
	inside := p.inside
	p.inside = 0
	f := &Expr{Kind: Function, Body: p.statements(true)}
	p.inside = inside
	if !p.accept("}") {
		return &Expr{}
	}
	return f
}

// result reads what a function returns, up to where the function ends.
func (p *parser) result() *Expr {
	p.peek()
	at := p.at
	if e := p.expr(); e.Kind != Other && (p.is(",") || p.is(")") || p.is("]") || p.is("}")) {
		return e
	}
	for depth := 0; p.tokens[at].kind != end; at++ {
		text := p.tokens[at].text
		if p.tokens[at].kind != punct {
			continue
		}
		if depth == 0 && (text == "," || text == ")" || text == "]" || text == "}" || text == ";") {
			break
		}
		depth += strings.Count("([{", text) - strings.Count(")]}", text)
	}
	p.at = at
	return &Expr{}
}

// parameters skips (…) or a name.
func (p *parser) parameters() bool {
	if p.peek().kind == ident {
		p.at++
		return true
	}
	if !p.accept("(") {
		return false
	}
	for depth := 1; depth > 0; p.at++ {
		switch t := p.tokens[p.at]; {
		case t.kind == end:
			return false
		case t.kind == punct && t.text == "(":
			depth++
		case t.kind == punct && t.text == ")":
			depth--
		}
	}
	return true
}

// pieces reads the text of a template.
func (p *parser) pieces(text string) (list []*Expr) {
	open := "${"
	if p.lang == Python {
		open = "{"
	}
	for text != "" {
		before, rest, found := strings.Cut(text, open)
		if before != "" {
			list = append(list, &Expr{Kind: String, Text: unescape(before)})
		}
		if !found {
			break
		}
		inner, after, closed := strings.Cut(rest, "}")
		if !closed {
			return []*Expr{{}}
		}
		sub := &parser{lang: p.lang, src: inner, tokens: lex(p.lang, inner)}
		e := sub.expr()
		if sub.peek().kind != end {
			e = &Expr{Source: inner}
		}
		list = append(list, e)
		text = after
	}
	return list
}

// Options returns the arguments by name: Python's keywords, or the last argument
// when that is an object.
func (e *Expr) Options() map[string]*Expr {
	options := maps.Clone(e.Keys)
	if n := len(e.List); n > 0 && e.List[n-1].Kind == Object {
		options = maps.Clone(e.List[n-1].Keys)
	}
	return options
}
