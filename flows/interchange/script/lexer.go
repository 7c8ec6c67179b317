package script

import (
	"regexp"
	"strconv"
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

var numberText = regexp.MustCompile(`^[0-9][0-9_]*(?:\.[0-9_]+)?(?:[eE][+-]?[0-9]+)?`)

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

func (l *lexer) regex() {
	start, class := l.at, false
	for l.at++; l.at < len(l.src) && l.src[l.at] != '\n'; l.at++ {
		switch c := l.src[l.at]; {
		case c == '\\':
			l.at++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			text := l.src[start+1 : l.at]
			l.at++
			flags := l.at
			for l.at < len(l.src) && unicode.IsLetter(rune(l.src[l.at])) {
				l.at++
			}
			l.emit(regex, start, text)
			l.tokens[len(l.tokens)-1].flags = l.src[flags:l.at]
			return
		}
	}
	l.at = min(l.at, len(l.src))
	l.emit(punct, start, "/")
}

// stringStart is how strings of Python begin: what changes their meaning, and the quotes.
var stringStart = regexp.MustCompile(`^(?i:([rbuf]{0,2}))("""|'''|"|')`)

// string takes a string if one begins here.
func (l *lexer) string() bool {
	prefix, quote := "", l.src[l.at:l.at+1]
	if l.lang == Python {
		m := stringStart.FindStringSubmatch(l.src[l.at:])
		if m == nil {
			return false
		}
		prefix, quote = strings.ToLower(m[1]), m[2]
	} else if quote != `"` && quote != "'" && quote != "`" {
		return false
	}
	start, line := l.at, l.line
	l.at += len(prefix) + len(quote)
	body := l.at
	for l.at < len(l.src) && !l.has(quote) {
		if l.src[l.at] == '\\' {
			l.at++
		}
		if l.at < len(l.src) && l.src[l.at] == '\n' {
			l.line++
		}
		l.at++
	}
	text := l.src[body:min(l.at, len(l.src))]
	l.at = min(l.at+len(quote), len(l.src))
	kind := str
	switch {
	case quote == "`" && strings.Contains(text, "${"), strings.Contains(prefix, "f") && strings.Contains(text, "{"):
		kind = template
	case !strings.Contains(prefix, "r"):
		text = unescape(text)
	}
	l.tokens = append(l.tokens, token{kind: kind, text: text, line: line, start: start, end: l.at})
	return true
}

// escape is one escape sequence of either language.
var escape = regexp.MustCompile(`\\(u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|\r?\n|(?s:.))`)

// unescape replaces escape sequences.
func unescape(text string) string {
	text = escape.ReplaceAllStringFunc(text, func(seq string) string {
		switch body := seq[1:]; {
		case len(body) > 1 && strings.ContainsRune("uUx", rune(body[0])):
			n, err := strconv.ParseUint(strings.Trim(body[1:], "{}"), 16, 32)
			if err != nil {
				return seq
			}
			if n >= 0xd800 && n < 0xe000 {
				return seq // half of a character: see below
			}
			return string(rune(n))
		case strings.HasSuffix(body, "\n"):
			return ""
		default:
			return strings.NewReplacer("n", "\n", "t", "\t", "r", "\r", "0", "\x00", "b", "\b", "f", "\f", "v", "\v").Replace(body)
		}
	})
	return joinSurrogates(text)
}

// surrogates are the two halves of a character outside the basic plane.
var surrogates = regexp.MustCompile(`\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})`)

func joinSurrogates(text string) string {
	return surrogates.ReplaceAllStringFunc(text, func(pair string) string {
		high, err1 := strconv.ParseUint(pair[2:6], 16, 32)
		low, err2 := strconv.ParseUint(pair[8:12], 16, 32)
		if err1 != nil || err2 != nil {
			return pair
		}
		return string(rune((high-0xd800)<<10 + (low - 0xdc00) + 0x10000))
	})
}
