package flows

import (
	"errors"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// selectorVerbs may have the selector alone behind them.
var selectorVerbs = map[string]bool{"click": true, "double_click": true, "hover": true, "check": true, "expect": true, "if": true}

// selectorKeys hold the selector of the longer forms, the first that is there.
var selectorKeys = []string{"selector", "absent", "image"}

// selector returns where the step's selectors stand, the blank before them
// included when they stand on lines of their own.
func (at stepPlace) selector(src string) (begin, end int, err error) {
	key, value := selectorNode(at.node)
	if value == nil {
		return 0, 0, errors.New("the step has no selector to be replaced: edit it as a whole")
	}
	if list, ok := value.(*ast.SequenceNode); ok && !list.IsFlowStyle {
		last := list.Values[len(list.Values)-1]
		begin = at.offset(src, at.pos(key)) + len(key.GetToken().Value)
		begin += strings.IndexByte(src[begin:], ':') + 1
		return begin, valueEnd(src, at.offset(src, at.pos(last)), false), nil
	}
	begin = at.offset(src, at.pos(value))
	return begin, valueEnd(src, begin, at.inBraces || inBraces(src, at.begin, begin)), nil
}

func (at stepPlace) pos(node ast.Node) Pos { return (&Problems{}).at(node) }

// selectorNode returns the key and value of the step's selectors; nil when it has none.
func selectorNode(step ast.Node) (key, value ast.Node) {
	for verb, inner := range pairs(step) {
		name := verb.GetToken().Value
		if !isMapping(inner) {
			if selectorVerbs[name] {
				return verb, inner
			}
			continue
		}
		for _, wanted := range selectorKeys {
			for key, value := range pairs(inner) {
				if key.GetToken().Value == wanted {
					return key, value
				}
			}
		}
	}
	return nil, nil
}

// inBraces reports whether a bracket that opens between two places is still open
// at the second.
func inBraces(src string, from, to int) bool {
	depth := 0
	for i := from; i < to; i++ {
		switch c := src[i]; {
		case opensQuote(src, i):
			i = quoteEnd(src, i) - 1
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
	}
	return depth > 0
}

// opensQuote reports whether the byte at i begins a quoted text: an apostrophe in
// a word does not.
func opensQuote(src string, i int) bool {
	return (src[i] == '"' || src[i] == '\'') && i > 0 && strings.IndexByte(" ,[{", src[i-1]) >= 0
}

// valueEnd returns where the YAML value ends that begins at i, on one line unless
// it is in quotes or brackets.
func valueEnd(src string, i int, inside bool) int {
	switch {
	case i >= len(src):
		return i
	case src[i] == '"' || src[i] == '\'':
		return quoteEnd(src, i)
	case src[i] == '[' || src[i] == '{':
		return bracketEnd(src, i)
	}
	end := i
	for ; end < len(src) && src[end] != '\n'; end++ {
		if strings.HasPrefix(src[end:], " #") || inside && strings.ContainsRune(",]}", rune(src[end])) {
			break
		}
	}
	return i + len(strings.TrimRight(src[i:end], " "))
}

// quoteEnd returns where the quoted text ends that begins at i.
func quoteEnd(src string, i int) int {
	quote := src[i]
	for i++; i < len(src); i++ {
		switch {
		case src[i] == '\\' && quote == '"':
			i++
		case src[i] == quote && quote == '\'' && i+1 < len(src) && src[i+1] == quote:
			i++
		case src[i] == quote:
			return i + 1
		}
	}
	return len(src)
}

// bracketEnd returns where the brackets end that open at i.
func bracketEnd(src string, i int) int {
	depth := 0
	for ; i < len(src); i++ {
		switch c := src[i]; {
		case opensQuote(src, i):
			i = quoteEnd(src, i) - 1
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(src)
}
