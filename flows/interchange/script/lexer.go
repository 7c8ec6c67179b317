package script

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word or sign of a program.
type token struct {
	kind       tokenKind
	text       string // of a string: its value; of a template: what is between its marks
	flags      string // of a regular expression
	line       int
	start, end int // in the program
}

type tokenKind int

const (
	punct tokenKind = iota
	ident
	str
	template // with ${…} of JavaScript or {…} of Python
	number
	regex
	comment
	newline
	end
)

// lexer cuts a program into tokens.
type lexer struct {
	lang   Language
	src    string
	at     int
	line   int
	nested int // open brackets; in Python, lines do not end within
	tokens []token
}

func lex(lang Language, src string) []token {
	l := &lexer{lang: lang, src: src, line: 1}
	for l.at < len(src) {
		l.next()
	}
	l.emit(end, l.at, "")
	return l.tokens
}

func (l *lexer) emit(kind tokenKind, start int, text string) {
	l.tokens = append(l.tokens, token{kind: kind, text: text, line: l.line, start: start, end: l.at})
}

func (l *lexer) has(prefix string) bool { return strings.HasPrefix(l.src[l.at:], prefix) }

// next takes one token.
func (l *lexer) next() {
	start, c := l.at, l.src[l.at]
	switch {
	case c == '\n':
		l.at++
		if l.lang == JavaScript || l.nested == 0 {
			l.emit(newline, start, "")
		}
		l.line++
	case c == ' ' || c == '\t' || c == '\r' || c == '\\':
		l.at++
	case l.lang == JavaScript && l.has("//"), l.lang == Python && c == '#', l.has("#!"):
		l.lineComment()
	case l.lang == JavaScript && l.has("/*"):
		l.blockComment()
	case l.string():
	case l.lang == JavaScript && c == '/' && l.beginsValue():
		l.regex()
	case c >= '0' && c <= '9':
		l.at += len(numberText.FindString(l.src[l.at:]))
		l.emit(number, start, strings.ReplaceAll(l.src[start:l.at], "_", ""))
	default:
		l.wordOrSign()
	}
}

func (l *lexer) lineComment() {
	start := l.at
	length := strings.IndexByte(l.src[l.at:], '\n')
	if length < 0 {
		length = len(l.src) - l.at
	}
	l.at += length
	l.emit(comment, start, strings.TrimRight(strings.TrimLeft(l.src[start:l.at], "/#"), "\r"))
}

func (l *lexer) blockComment() {
	length := strings.Index(l.src[l.at:], "*/")
	if length < 0 {
		length = len(l.src) - l.at - 2
	}
	text := l.src[l.at : l.at+length+2]
	l.at += len(text)
	l.line += strings.Count(text, "\n")
}

func (l *lexer) wordOrSign() {
	start := l.at
	for l.at < len(l.src) {
		r, size := utf8.DecodeRuneInString(l.src[l.at:])
		if r != '_' && r != '$' && !unicode.IsLetter(r) && (l.at == start || !unicode.IsDigit(r)) {
			break
		}
		l.at += size
	}
	if l.at > start {
		l.emit(ident, start, l.src[start:l.at])
		return
	}
	l.at++
	for _, sign := range []string{"=>", "?.", "??", "||", "&&", "->", "==", "**"} {
		if strings.HasPrefix(l.src[start:], sign) {
			l.at = start + len(sign)
		}
	}
	switch sign := l.src[start:l.at]; sign {
	case "(", "[", "{":
		l.nested++
	case ")", "]", "}":
		l.nested--
	}
	l.emit(punct, start, l.src[start:l.at])
}

// beginsValue reports whether a value may begin here: else a slash divides.
func (l *lexer) beginsValue() bool {
	if len(l.tokens) == 0 {
		return true
	}
	switch last := l.tokens[len(l.tokens)-1]; last.kind {
	case punct:
		return last.text != ")" && last.text != "]" && last.text != "}"
	case ident:
		return last.text == "return" || last.text == "await"
	case str, template, number, regex:
		return false
	}
	return true
}
