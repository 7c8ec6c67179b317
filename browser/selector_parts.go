package browser

import (
	"regexp"
	"strings"
)

// parseText reads the body of a part that holds a text: quoted for the whole text, bare for a piece of it.
func parseText(body string) (value string, exact bool, err error) {
	lead := len(body) - len(strings.TrimLeft(body, " "))
	if body = strings.TrimSpace(body); body[0] != '"' {
		return body, false, nil
	}
	inner, ok := strings.CutSuffix(body[1:], `"`)
	if !ok {
		return "", false, &syntaxError{lead, "the quote is not closed"}
	}
	value = unescape(inner)
	if strings.TrimSpace(value) == "" {
		return "", false, &syntaxError{lead, "the text is empty"}
	}
	return value, true, nil
}

// rolePart is a role and, in brackets, an optional accessible name.
var rolePart = regexp.MustCompile(`^\s*([a-z]+|\*)\s*(?:\[\s*name\s*(\*?=)\s*"((?:[^"\\]|\\.)*)"\s*\]\s*)?$`)

// parseRole reads the body of a role= part into p.
func parseRole(body string, p *part) error {
	m := rolePart.FindStringSubmatch(body)
	if m == nil {
		return &syntaxError{0, `a role is written role=button or role=button[name="Log in"]`}
	}
	p.Value = m[1]
	if m[2] != "" {
		name := unescape(m[3])
		p.Name, p.Exact = &name, m[2] == "="
	}
	return nil
}

// unescape drops the backslashes that protect quotes and backslashes.
func unescape(text string) string {
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(text)
}

// checkXPath finds quotes and brackets that are not closed; the rest is for the browser to say.
func checkXPath(body string) error {
	var open []int
	for i := 0; i < len(body); i++ {
		switch c := body[i]; c {
		case '"', '\'':
			end := strings.IndexByte(body[i+1:], c)
			if end < 0 {
				return &syntaxError{i, "the quote is not closed"}
			}
			i += end + 1
		case '[', '(':
			open = append(open, i)
		case ']', ')':
			if len(open) == 0 || body[open[len(open)-1]] != opening(c) {
				return &syntaxError{i, "the bracket was not opened"}
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return &syntaxError{open[len(open)-1], "the bracket is not closed"}
	}
	return nil
}

// opening returns the bracket that the bracket b closes.
func opening(b byte) byte {
	if b == ']' {
		return '['
	}
	return '('
}
