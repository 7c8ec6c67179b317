package browser

import (
	"slices"
	"strconv"
	"strings"
)

// Part is one part of a selector, for those that make or translate selectors.
type Part struct {
	Engine string  // css, xpath, text, role, label, has-text, is, nth or current
	Value  string  // what stands behind it: CSS, an XPath expression, a text, a role, a number
	Name   *string // accessible name of a role; nil: any
	Exact  bool    // text and name are the whole text, not a piece of it
}

// Parts returns the parts of the chain.
func (s Selector) Parts() []Part {
	parts := make([]Part, len(s.parts))
	for i, p := range s.parts {
		parts[i] = Part{Engine: string(p.Engine), Value: p.Value, Name: p.Name, Exact: p.Exact}
	}
	return parts
}

// JoinParts returns the selector with these parts; the error is that of
// ParseSelector, for parts that no selector can have.
func JoinParts(parts ...Part) (Selector, error) {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.String()
	}
	return ParseSelector(strings.Join(texts, chainMark))
}

// String writes the part as ParseSelector reads it.
func (p Part) String() string {
	switch e := engine(p.Engine); {
	case e == engineCurrent:
		return "."
	case e.readsText():
		return p.Engine + "=" + textBody(p.Value, p.Exact)
	case e == engineRole && p.Name != nil:
		mark := "*="
		if p.Exact {
			mark = "="
		}
		return "role=" + p.Value + "[name" + mark + quoteText(*p.Name) + "]"
	case e == engineRole, e == engineIs, e == engineNth:
		return p.Engine + "=" + p.Value
	}
	if found, _ := engineAt(p.Value); string(found) == p.Engine && !hasEngine(p.Value) {
		return p.Value
	}
	return p.Engine + "=" + p.Value
}

// hasEngine reports whether a text begins as if it named its engine.
func hasEngine(text string) bool {
	return slices.ContainsFunc(engines, func(e engine) bool { return strings.HasPrefix(text, string(e)+"=") })
}

// textBody writes a text to look for: bare where that is read as it is meant. A
// piece that cannot stand bare becomes the whole text.
func textBody(text string, exact bool) string {
	text = strings.TrimSpace(text)
	if exact || strings.HasPrefix(text, `"`) || strings.Contains(text, chainMark) || strings.HasSuffix(text, strings.TrimRight(chainMark, " ")) {
		return quoteText(text)
	}
	return text
}

// quoteText is the opposite of unescape, in quotes.
func quoteText(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// CSSText writes a text as it may stand in CSS, such as in [title="…"].
func CSSText(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ':
			b.WriteString(`\` + strconv.FormatInt(int64(r), 16) + " ")
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}
