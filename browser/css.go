package browser

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// complex is one CSS selector of a comma list, cut into compounds so that
// selector.js can follow its combinators out of shadow roots.
type complex []compound

// compound is a CSS selector without combinators and what joins it to the one on its left.
type compound struct {
	Combinator string `json:"combinator,omitempty"` // " ", ">", "+" or "~"; empty for the first
	CSS        string `json:"css"`
}

// parseCSS cuts text into its complex selectors. It checks the grammar but not
// the names: which pseudo-classes exist is for the browser to say.
func parseCSS(text string) ([]complex, error) {
	p := &cssParser{text: text}
	var groups []complex
	for {
		c, err := p.complex()
		if err != nil {
			return nil, err
		}
		groups = append(groups, c)
		if p.pos == len(p.text) {
			return groups, nil
		}
		p.pos++ // the comma
	}
}

// cssParser reads a CSS selector from left to right.
type cssParser struct {
	text string
	pos  int
}

// fail makes an error at the current place.
func (p *cssParser) fail(format string, args ...any) error {
	return &syntaxError{p.pos, fmt.Sprintf(format, args...)}
}

// peek returns the byte at the current place, 0 at the end.
func (p *cssParser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

// space skips white space and reports whether there was any.
func (p *cssParser) space() bool {
	start := p.pos
	for strings.IndexByte(" \t\r\n\f", p.peek()) >= 0 {
		p.pos++
	}
	return p.pos > start
}

// complex reads up to the next comma or the end.
func (p *cssParser) complex() (complex, error) {
	var c complex
	p.space()
	for combinator := ""; ; {
		css, err := p.compound()
		if err != nil {
			return nil, err
		}
		c = append(c, compound{combinator, css})
		spaced := p.space()
		switch b := p.peek(); {
		case b == 0 || b == ',':
			return c, nil
		case strings.IndexByte(">+~", b) >= 0:
			combinator = string(b)
			p.pos++
			p.space()
		case spaced:
			combinator = " "
		default:
			return nil, p.unexpected()
		}
	}
}

// compound reads simple selectors that stand together, e.g. a.next[href].
func (p *cssParser) compound() (string, error) {
	start := p.pos
	if p.peek() == '*' {
		p.pos++
	} else if p.atIdent() {
		p.ident()
	}
	for {
		var err error
		switch p.peek() {
		case '#':
			err = p.named("an id")
		case '.':
			err = p.named("a class")
		case '[':
			err = p.attribute()
		case ':':
			err = p.pseudo()
		default:
			if p.pos == start {
				return "", p.missing()
			}
			return p.text[start:p.pos], nil
		}
		if err != nil {
			return "", err
		}
	}
}

// missing explains why no compound begins here.
func (p *cssParser) missing() error {
	switch b := p.peek(); {
	case b == 0 && strings.TrimSpace(p.text) == "":
		return p.fail("the selector is empty")
	case b == 0:
		return p.fail("something to select must follow here")
	case strings.IndexByte(">+~,", b) >= 0:
		return p.fail("something to select must stand before %q", b)
	}
	return p.unexpected()
}

func (p *cssParser) unexpected() error {
	r, _ := utf8.DecodeRuneInString(p.text[p.pos:])
	return p.fail("%q is not expected here", r)
}

// named reads "#" or "." and the name after it.
func (p *cssParser) named(what string) error {
	p.pos++
	if b := p.peek(); b >= '0' && b <= '9' {
		return p.fail(`%s cannot begin with a digit: write [id="…"] or [class~="…"]`, what)
	}
	if !p.atIdent() {
		return p.fail("the name of %s must follow here", what)
	}
	p.ident()
	return nil
}

// attribute reads [name], [name=value] and the like.
func (p *cssParser) attribute() error {
	open := p.pos
	p.pos++
	p.space()
	if !p.atIdent() {
		return p.unclosed(open, "the name of an attribute must follow here")
	}
	p.ident()
	p.space()
	if p.peek() != ']' {
		if err := p.attributeValue(open); err != nil {
			return err
		}
	}
	if p.peek() != ']' {
		return p.unclosed(open, `"]" must follow here`)
	}
	p.pos++
	return nil
}

// attributeValue reads the operator, the value and the flag for its case.
func (p *cssParser) attributeValue(open int) error {
	if strings.IndexByte("~|^$*", p.peek()) >= 0 {
		p.pos++
	}
	if p.peek() != '=' {
		return p.unclosed(open, `"]" or "=" must follow here`)
	}
	p.pos++
	p.space()
	switch b := p.peek(); {
	case b == '"' || b == '\'':
		if err := p.quoted(); err != nil {
			return err
		}
	case p.atIdent():
		p.ident()
	default:
		return p.unclosed(open, `the value must follow here, in quotes unless it is a name`)
	}
	if p.space(); strings.IndexByte("isIS", p.peek()) >= 0 {
		p.pos++
		p.space()
	}
	return nil
}

// unclosed blames the opening bracket when the text ends, else the current place.
func (p *cssParser) unclosed(open int, reason string) error {
	if p.peek() == 0 {
		return &syntaxError{open, fmt.Sprintf("%q is not closed", p.text[open])}
	}
	return p.fail("%s", reason)
}

// pseudo reads :name or :name(…).
func (p *cssParser) pseudo() error {
	start := p.pos
	p.pos++
	if p.peek() == ':' {
		return p.fail("pseudo-elements such as ::before cannot be selected")
	}
	if !p.atIdent() {
		return p.fail("the name of a pseudo-class must follow here")
	}
	p.ident()
	switch p.text[start+1 : p.pos] {
	case "contains", "has-text", "text":
		return &syntaxError{start, "CSS cannot look for text: write text=… as a part of its own"}
	}
	if p.peek() != '(' {
		return nil
	}
	return p.arguments()
}

// arguments reads a balanced pair of parentheses that is not empty.
func (p *cssParser) arguments() error {
	open, depth := p.pos, 0
	for ; p.peek() != 0; p.pos++ {
		switch p.peek() {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '\\':
			p.pos++
		case '"', '\'':
			if err := p.quoted(); err != nil {
				return err
			}
			p.pos--
		}
		if depth == 0 {
			p.pos++
			if strings.TrimSpace(p.text[open+1:p.pos-1]) == "" {
				return &syntaxError{open, "the parentheses are empty"}
			}
			return nil
		}
	}
	return p.unclosed(open, "")
}

// quoted reads a string with its quotes.
func (p *cssParser) quoted() error {
	open := p.pos
	for p.pos++; p.pos < len(p.text); p.pos++ {
		switch p.text[p.pos] {
		case '\\':
			p.pos++
		case p.text[open]:
			p.pos++
			return nil
		}
	}
	return &syntaxError{open, "the quote is not closed"}
}

// atIdent reports whether a name begins at the current place.
func (p *cssParser) atIdent() bool {
	rest := strings.TrimPrefix(p.text[p.pos:], "-")
	return rest != "" && isIdent(rest[0]) && (rest[0] < '0' || rest[0] > '9')
}

// ident skips the name at the current place.
func (p *cssParser) ident() {
	for p.pos < len(p.text) && isIdent(p.text[p.pos]) {
		if p.text[p.pos] == '\\' {
			p.pos += len(cssEscape.FindString(p.text[p.pos:]))
			continue
		}
		p.pos++
	}
}

// cssEscape is an escaped character: its code in hexadecimal with one space after it, or itself.
var cssEscape = regexp.MustCompile(`^\\(?:[0-9a-fA-F]{1,6}\s?|(?s:.)?)`)

// isIdent reports whether b can stand in a name; the bytes of every non-ASCII character can.
func isIdent(b byte) bool {
	return b == '-' || b == '_' || b == '\\' || b >= utf8.RuneSelf ||
		'0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}
