package extract

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"dyncrawl"

	"golang.org/x/net/html"
)

// maxValue bounds one field's value, in bytes.
const maxValue = 1 << 20

// tooLarge is the problem of a value that was shortened.
const tooLarge = "cut to 1 MiB"

// converter turns what a field selects into its value.
type converter struct {
	resolve func(ref string) (string, error) // makes URLs absolute; nil leaves them as they are
	now     time.Time                        // what relative dates count from
	zone    *time.Location
}

// field returns the value of f, nil when there is none, and what is wrong with it.
func (c converter) field(f *Field, found []*node) (value any, problems []string) {
	found = picked(f.Re, found)
	if f.kind() == dyncrawl.List {
		value, problems = c.list(found, f.of())
	} else if len(found) > 0 {
		value, problems = c.one(found[0], f.kind())
	}
	if value == nil && len(problems) == 0 {
		return c.fallback(f)
	}
	return value, problems
}

// fallback returns the default of f, nil when there is none.
func (c converter) fallback(f *Field) (value any, problems []string) {
	if !f.Default.given {
		return nil, nil
	}
	n := &node{value: f.Default.text}
	switch {
	case f.kind() == dyncrawl.List:
		return c.list([]*node{n}, f.of())
	case f.kind() == dyncrawl.Text:
		return f.Default.text, nil
	}
	return c.one(n, f.kind())
}

// picked replaces each node by the part of its text that re picks.
func picked(re Regexp, found []*node) []*node {
	if re.re == nil {
		return found
	}
	var parts []*node
	for _, n := range found {
		if part, ok := re.pick(n.text()); ok {
			parts = append(parts, &node{value: part})
		}
	}
	return parts
}

// list converts every node; an array counts as its members. A member that cannot
// be converted is left out with a problem.
func (c converter) list(found []*node, of dyncrawl.Kind) (value any, problems []string) {
	var members []any
	size := 0
	for _, n := range spread(found) {
		member, wrong := c.one(n, of)
		problems = append(problems, wrong...)
		if member == nil {
			continue
		}
		if size += sizeOf(member); size > maxValue {
			problems = append(problems, tooLarge)
			break
		}
		members = append(members, member)
	}
	if members == nil {
		return nil, problems
	}
	return members, problems
}

func spread(found []*node) []*node {
	var all []*node
	for _, n := range found {
		if members, ok := n.value.([]any); ok {
			all = append(all, values(members)...)
		} else {
			all = append(all, n)
		}
	}
	return all
}

// one converts a single node, and shortens or refuses what is too large.
func (c converter) one(n *node, kind dyncrawl.Kind) (value any, problems []string) {
	value, err := c.convert(n, kind)
	if err != nil {
		return nil, []string{err.Error()}
	}
	if value == nil || sizeOf(value) <= maxValue {
		return value, nil
	}
	if text, ok := value.(string); ok && kind != dyncrawl.URL {
		return clip(text, maxValue), []string{tooLarge}
	}
	return nil, []string{"larger than 1 MiB"}
}

// convert returns the value of the kind, or nil when the node is empty.
func (c converter) convert(n *node, kind dyncrawl.Kind) (any, error) {
	switch kind {
	case dyncrawl.HTML:
		return outerHTML(n)
	case dyncrawl.JSON:
		return jsonValue(n)
	}
	text := fold(n.text())
	if text == "" && (kind != dyncrawl.Bool || n.value == nil && n.element == nil) {
		return nil, nil
	}
	switch kind {
	case dyncrawl.Int:
		return parseInt(text)
	case dyncrawl.Number:
		return parseNumber(text)
	case dyncrawl.Bool:
		return parseBool(text)
	case dyncrawl.Date:
		return parseDate(text, c.now, c.zone)
	case dyncrawl.URL:
		if c.resolve == nil {
			return text, nil
		}
		return c.resolve(text)
	}
	return text, nil
}

// outerHTML returns the element's markup; text counts as markup already.
func outerHTML(n *node) (any, error) {
	if n.element == nil {
		if text := strings.TrimSpace(n.text()); text != "" {
			return text, nil
		}
		return nil, nil
	}
	var b strings.Builder
	if err := html.Render(&b, n.element); err != nil {
		return nil, fmt.Errorf("write HTML: %w", err)
	}
	return b.String(), nil
}

// jsonValue returns the node's JSON as encoding/json would, but whole numbers as int64.
func jsonValue(n *node) (any, error) {
	value, ok := n.json()
	if ok {
		return plain(value), nil
	}
	text := strings.TrimSpace(n.text())
	if text == "" {
		return nil, nil
	}
	return nil, fmt.Errorf("%q is not JSON", clip(text, 60))
}

// parseBool understands the usual words. Empty text is true, as in the HTML
// attribute checked="" and for an element that is only there when it is true.
func parseBool(text string) (any, error) {
	switch strings.ToLower(text) {
	case "", "true", "yes", "y", "on", "1", "checked", "selected", "disabled", "是", "有", "✓", "✔":
		return true, nil
	case "false", "no", "n", "off", "0", "否", "无", "✗", "✘":
		return false, nil
	}
	return nil, fmt.Errorf("%q is neither true nor false", clip(text, 60))
}

// sizeOf is the length of a value as text.
func sizeOf(value any) int {
	switch v := value.(type) {
	case string:
		return len(v)
	case map[string]any, []any:
		text, err := json.Marshal(v)
		if err != nil {
			return 0
		}
		return len(text)
	}
	return 8
}

// clip cuts text to at most size bytes, between characters.
func clip(text string, size int) string {
	if len(text) <= size {
		return text
	}
	for size > 0 && !utf8.RuneStart(text[size]) {
		size--
	}
	return text[:size]
}
