package browser

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Selector names elements of a page. Its text is a chain of parts joined by
// " >> "; each part searches below what the part before it found. The parts are
//
//	div.price > b             CSS, also written css=…; it matches through open shadow roots
//	//table//td[2]            XPath, also written xpath=…
//	text=Log in               the innermost elements that contain the text, whatever its case and white space
//	text="Log in"             the innermost elements whose whole text is this
//	role=button[name="Log in"]  ARIA role and accessible name; name*="…" finds a piece of it, whatever its case;
//	                         the role * is any role that is named
//	label=E-mail             form controls and others whose label contains the text; label="E-mail": is it
//	has-text=Apple           those of the elements found so far that contain the text; has-text="Apple": whose text it is
//	is=:checked              those of the elements found so far that match the CSS
//	nth=2                    one of the elements found so far, counted from 0; from the last backwards: nth=-1
//	.                         the current element; only as the first part
//
// A part after one that found an iframe searches inside the iframe's document.
// The zero Selector finds nothing.
type Selector struct {
	text  string
	parts []part
}

// engine is the language that a part is written in.
type engine string

const (
	engineCSS     engine = "css"
	engineXPath   engine = "xpath"
	engineText    engine = "text"
	engineRole    engine = "role"
	engineLabel   engine = "label"
	engineHasText engine = "has-text"
	engineIs      engine = "is"
	engineNth     engine = "nth"
	engineCurrent engine = "current"
)

// engines are those that a part can name.
var engines = []engine{engineCSS, engineXPath, engineText, engineRole, engineLabel, engineHasText, engineIs, engineNth}

// picks reports whether parts of the engine pick from what the part before them
// found instead of searching below it.
func (e engine) picks() bool { return e == engineHasText || e == engineIs || e == engineNth }

// readsText reports whether parts of the engine hold a text to look for.
func (e engine) readsText() bool { return e == engineText || e == engineLabel || e == engineHasText }

// part is one part of a chain in the form that selector.js understands.
type part struct {
	Engine engine    `json:"engine"`
	Value  string    `json:"value,omitempty"`  // XPath expression, text, role or number; the CSS as written
	Groups []complex `json:"groups,omitempty"` // CSS only
	Name   *string   `json:"name,omitempty"`   // accessible name of a role
	Exact  bool      `json:"exact,omitempty"`  // text and name must be the whole text
}

// SelectorError says what is wrong with a selector and where.
type SelectorError struct {
	Text   string // the whole selector
	Column int    // of the wrong place in Text, counted in characters from 1
	Reason string
}

func (e *SelectorError) Error() string {
	return fmt.Sprintf("selector %q, column %d: %s", e.Text, e.Column, e.Reason)
}

// ParseSelector reads text; what it refuses, it explains in a *SelectorError.
func ParseSelector(text string) (Selector, error) {
	s := Selector{text: text}
	for start := 0; ; {
		eng, body := engineAt(text[start:])
		begin := start + body
		end := begin + partEnd(eng, text[begin:])
		p, err := parsePart(eng, text[begin:end])
		if err == nil {
			err = checkPlace(p.Engine, len(s.parts))
		}
		if err != nil {
			return Selector{}, selectorError(text, begin, err)
		}
		s.parts = append(s.parts, p)
		if end == len(text) {
			return s, nil
		}
		start = end + len(chainMark)
	}
}

// checkPlace refuses a part that cannot be the n-th of a chain, counted from 0.
func checkPlace(eng engine, n int) error {
	switch {
	case eng == engineCurrent && n > 0:
		return &syntaxError{0, `"." stands for the current element and can only be the first part`}
	case eng.picks() && n == 0:
		return &syntaxError{0, fmt.Sprintf("%s= picks from what the part before it found and cannot be the first part", eng)}
	}
	return nil
}

// chainMark joins the parts of a chain.
const chainMark = " >> "

// engineAt returns the language of the part at the beginning of text and where its body begins.
func engineAt(text string) (engine, int) {
	lead := len(text) - len(strings.TrimLeft(text, " \t\n"))
	rest := text[lead:]
	for _, e := range engines {
		if strings.HasPrefix(rest, string(e)+"=") {
			return e, lead + len(e) + 1
		}
	}
	switch part, _, _ := strings.Cut(rest, chainMark); {
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "(//"):
		return engineXPath, lead
	case strings.TrimSpace(part) == ".":
		return engineCurrent, lead
	}
	return engineCSS, lead
}

// partEnd returns where the part at the beginning of text ends: at the next
// chainMark outside quotes. An apostrophe in unquoted text is not a quote.
func partEnd(eng engine, text string) int {
	if eng.readsText() && !strings.HasPrefix(strings.TrimSpace(text), `"`) {
		if i := strings.Index(text, chainMark); i >= 0 {
			return i
		}
		return len(text)
	}
	var quote byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && eng != engineXPath:
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case strings.HasPrefix(text[i:], chainMark):
			return i
		}
	}
	return len(text)
}

// parsePart reads the body of one part; its errors are *syntaxError.
func parsePart(eng engine, body string) (part, error) {
	trimmed := strings.TrimSpace(body)
	if trimmed == "" {
		return part{}, &syntaxError{0, "a part of the selector is empty"}
	}
	p := part{Engine: eng, Value: trimmed}
	var err error
	switch eng {
	case engineCSS, engineIs:
		p.Groups, err = parseCSS(body)
	case engineXPath:
		err = checkXPath(body)
	case engineText, engineLabel, engineHasText:
		p.Value, p.Exact, err = parseText(body)
	case engineRole:
		err = parseRole(body, &p)
	case engineNth:
		if _, wrong := strconv.Atoi(trimmed); wrong != nil {
			err = &syntaxError{0, "a number must follow here: nth=0 is the first, nth=-1 the last"}
		}
	}
	return p, err
}

// syntaxError is an error at a byte offset of a part's body.
type syntaxError struct {
	offset int
	reason string
}

func (e *syntaxError) Error() string { return e.reason }

// selectorError places err, which counts from the byte offset begin, in text.
func selectorError(text string, begin int, err error) error {
	var at *syntaxError
	if !errors.As(err, &at) {
		return err
	}
	offset := min(begin+at.offset, len(text))
	return &SelectorError{Text: text, Column: len([]rune(text[:offset])) + 1, Reason: at.reason}
}

// Relative reports whether s begins at the current element.
func (s Selector) Relative() bool {
	return len(s.parts) > 0 && s.parts[0].Engine == engineCurrent
}

// IsZero reports whether s is the zero Selector.
func (s Selector) IsZero() bool { return len(s.parts) == 0 }

// String returns the selector as it was written.
func (s Selector) String() string { return s.text }

// UnmarshalText reads text; see ParseSelector.
func (s *Selector) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSelector(string(text))
	return err
}

// MarshalText returns the selector as it was written.
func (s Selector) MarshalText() ([]byte, error) { return []byte(s.text), nil }

// Selectors is a fallback chain: the first selector that finds something counts.
type Selectors []Selector

// ParseSelectors reads a fallback chain of texts.
func ParseSelectors(texts ...string) (Selectors, error) {
	chain := make(Selectors, len(texts))
	for i, text := range texts {
		if err := chain[i].UnmarshalText([]byte(text)); err != nil {
			return nil, err
		}
	}
	return chain, nil
}

// String returns the selectors as they were written, joined by " or ".
func (c Selectors) String() string {
	texts := make([]string, len(c))
	for i, s := range c {
		texts[i] = s.text
	}
	return strings.Join(texts, " or ")
}

// UnmarshalText makes a chain of the one selector in text.
func (c *Selectors) UnmarshalText(text []byte) (err error) {
	*c, err = ParseSelectors(string(text))
	return err
}
