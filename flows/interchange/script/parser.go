package script

import (
	"slices"
	"strings"
)

// parser reads statements. What it cannot read, it takes as text.
type parser struct {
	lang   Language
	src    string
	tokens []token
	at     int
	inside int // open brackets of an expression: line ends do not count
}

// peek returns the token that comes next.
func (p *parser) peek() token {
	for p.inside > 0 && (p.tokens[p.at].kind == newline || p.tokens[p.at].kind == comment) {
		p.at++
	}
	return p.tokens[p.at]
}

func (p *parser) next() token {
	t := p.peek()
	if t.kind != end {
		p.at++
	}
	return t
}

// is reports whether the next token is the sign or word.
func (p *parser) is(text string) bool {
	t := p.peek()
	return t.text == text && (t.kind == punct || t.kind == ident)
}

// accept takes the next token if it is the sign or word.
func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.at++
		return true
	}
	return false
}

// statements reads to the end, or to the brace that closes a function's body.
func (p *parser) statements(body bool) (list []Statement) {
	open := 0 // blocks of if and the like
	for {
		t := p.peek()
		switch {
		case t.kind == end:
			return list
		case t.kind == newline, p.is(";"), p.is(","), p.is(")"), p.is("]"):
			p.at++
		case p.is("}"):
			if open == 0 && body {
				return list
			}
			open = max(open-1, 0)
			p.at++
		case p.is("{"):
			open++
			p.at++
		case t.kind == comment:
			p.at++
			list = append(list, Statement{Line: t.line, Text: strings.TrimPrefix(t.text, " "), Comment: true})
		default:
			list = append(list, p.statement())
		}
	}
}

// blockWords begin statements that hold others.
var blockWords = map[Language][]string{
	JavaScript: {"if", "else", "for", "while", "do", "try", "catch", "finally", "switch", "function", "class"},
	Python:     {"if", "elif", "else", "for", "while", "try", "except", "finally", "def", "class", "async"},
}

// statement reads one; it always takes a token.
func (p *parser) statement() Statement {
	first := p.at
	s := Statement{Line: p.peek().line}
	switch {
	case p.with():
		s.Block = true
		s.Expr = p.expr()
		if p.accept("as") {
			s.Name = p.next().text
		}
		if !p.accept(":") {
			s.Expr = nil
			p.skipHead()
		}
	case p.peek().kind == ident && slices.Contains(blockWords[p.lang], p.peek().text):
		p.skipHead()
		s.Block = true
	default:
		p.simple(&s)
	}
	s.Text = strings.Join(strings.Fields(p.src[p.tokens[first].start:p.tokens[max(p.at-1, first)].end]), " ")
	return s
}

// with takes the word that begins such a statement.
func (p *parser) with() bool {
	if p.lang != Python {
		return false
	}
	if p.is("async") && p.tokens[p.at+1].text == "with" {
		p.at++
	}
	return p.accept("with")
}

// simple reads a statement that holds no others but in functions.
func (p *parser) simple(s *Statement) {
	start := p.at
	for p.is("const") || p.is("let") || p.is("var") || p.is("return") || p.is("export") {
		p.at++
	}
	if t := p.peek(); t.kind == ident && p.tokens[p.at+1].text == "=" && p.tokens[p.at+1].kind == punct {
		s.Name = t.text
		p.at += 2
	} else if name, ok := p.onlyElement(); ok {
		s.Name = name
	}
	if p.is("import") || p.is("from") {
		p.skipLine()
		return
	}
	s.Expr = p.expr()
	if t := p.peek(); s.Expr.Kind == Other || t.kind != newline && t.kind != end && t.kind != comment && !p.is(";") && !p.is("}") && !p.is(")") {
		p.at = start
		p.skipLine()
		s.Expr = nil
	}
}

// onlyElement takes "[name] =", which keeps the first element of a list.
func (p *parser) onlyElement() (string, bool) {
	if !p.is("[") || p.at+3 >= len(p.tokens) {
		return "", false
	}
	name, closing, sign := p.tokens[p.at+1], p.tokens[p.at+2], p.tokens[p.at+3]
	if name.kind != ident || closing.text != "]" || sign.text != "=" {
		return "", false
	}
	p.at += 4
	return name.text, true
}

// skipLine goes to the end of a statement that cannot be read.
func (p *parser) skipLine() {
	first := p.at
	for depth := 0; ; p.at++ {
		switch t := p.tokens[p.at]; {
		case t.kind == end:
			return
		case t.kind == newline && depth <= 0, t.kind == punct && t.text == ";" && depth <= 0:
			return
		case t.kind == punct && strings.ContainsAny(t.text, "([{") && len(t.text) == 1:
			depth++
		case t.kind == punct && strings.ContainsAny(t.text, ")]}") && len(t.text) == 1:
			if depth--; depth < 0 && p.at > first {
				return
			}
		}
	}
}

// skipHead goes behind the brace or colon that begins a block, or to the end of
// the line.
func (p *parser) skipHead() {
	for depth := 0; ; p.at++ {
		switch t := p.tokens[p.at]; {
		case t.kind == end, t.kind == newline && depth == 0:
			return
		case t.kind != punct:
		case depth == 0 && (t.text == "{" && p.lang == JavaScript || t.text == ":" && p.lang == Python):
			if p.lang == Python {
				p.at++
			}
			return
		case t.text == "(" || t.text == "[" || t.text == "{":
			depth++
		case t.text == ")" || t.text == "]" || t.text == "}":
			depth--
		}
	}
}
