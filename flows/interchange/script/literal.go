package script

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

var numberText = regexp.MustCompile(`^[0-9][0-9_]*(?:\.[0-9_]+)?(?:[eE][+-]?[0-9]+)?`)

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
