// Package script reads JavaScript and Python programs as far as they consist of
// calls, as the code that recorders write does. What it cannot read it hands on as
// text, with its line.
package script

import "strings"

// Language is what a program is written in.
type Language int

// The languages.
const (
	JavaScript Language = iota // and TypeScript, types left out
	Python
)

// Statement is a line of a program, or what stands on several.
type Statement struct {
	Line    int    // from 1
	Text    string // as written, white space folded
	Comment bool   // it is one; Text is what it says
	Block   bool   // it begins a block, such as if; the statements of the block follow
	Name    string // the variable that keeps the value; empty: none
	Expr    *Expr  // nil: it could not be read
}

// Kind says what an expression is.
type Kind int

// The kinds of expressions.
const (
	Other    Kind = iota // could not be read; only Source is set
	Name                 // Text: a variable or a word such as true
	String               // Text: its value
	Template             // List: its pieces, texts among them
	Number               // Text: as written
	Regexp               // Text: the expression, Flags
	List                 // List: its elements
	Object               // Keys
	Member               // On.Text
	Index                // On[List[0]]
	Call                 // On(List…, Keys…): Keys are Python's keyword arguments
	Function             // List: what it returns when that is all; else Body
)

// Expr is an expression.
type Expr struct {
	Kind   Kind
	Text   string
	Flags  string
	On     *Expr
	List   []*Expr
	Keys   map[string]*Expr
	Body   []Statement
	Source string // as written
}

// Parse reads a program.
func Parse(lang Language, src string) []Statement {
	p := &parser{lang: lang, src: src, tokens: lex(lang, src)}
	return p.statements(false)
}

// Callee returns the names that lead to a call, such as page.keyboard.press, and
// what they begin at when that is no name.
func (e *Expr) Callee() (path string, base *Expr) {
	var names []string
	for at := e.On; at != nil; at = at.On {
		switch at.Kind {
		case Member:
			names = append([]string{at.Text}, names...)
			continue
		case Name:
			return strings.Join(append([]string{at.Text}, names...), "."), nil
		}
		return strings.Join(names, "."), at
	}
	return strings.Join(names, "."), nil
}

// Arg returns the i-th argument of a call; nil when there is none.
func (e *Expr) Arg(i int) *Expr {
	if i < len(e.List) {
		return e.List[i]
	}
	return nil
}
