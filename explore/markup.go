package explore

import (
	"regexp"
	"slices"
	"strings"
)

// mayLive reports whether a page of the text holds a control or a script.
func mayLive(text string) bool {
	controls, scripts := holds(text)
	return controls || scripts
}

// elements are those that can be acted on or hold something that can. Those of the
// page's own have a dash in their names.
var elements = []string{"embed", "form", "frame", "iframe", "input", "object", "select", "textarea"}

// attributes matches those that make an element one that can be acted on, in its tag.
var attributes = regexp.MustCompile(`(?i)[\s/"'](on[a-z]+\s*=|shadowroot|contenteditable|popovertarget|commandfor|href\s*=\s*["']?\s*javascript:)`)

// telling are parts of what attributes matches, one of which is in all of it: they are
// looked for in a tenth of the time.
var telling = []string{"on", "shadowroot", "popovertarget", "commandfor", "javascript:"}

// hasControl reports whether the attributes of a tag make it one that can be acted on.
func hasControl(tag string) bool {
	small := strings.ToLower(tag)
	return slices.ContainsFunc(telling, func(part string) bool { return strings.Contains(small, part) }) && attributes.MatchString(tag)
}

// holds reports whether a page of the text holds anything that may be acted on, and
// whether it holds a script. Text that only looks so is told apart by the browser;
// see browser.Tab.Lively.
func holds(text string) (controls, scripts bool) {
	for {
		_, after, found := strings.Cut(text, "<")
		if !found {
			return controls, scripts
		}
		tag := after[:tagEnd(after)]
		text = after[len(tag):]
		name := strings.ToLower(tag[:nameEnd(tag)])
		controls = controls || slices.Contains(elements, name) || strings.Contains(name, "-") ||
			len(name) < len(tag) && hasControl(tag[len(name):])
		scripts = scripts || name == "script"
		if name == "script" || name == "style" {
			text = afterRaw(text, name)
		}
	}
}

// afterRaw is what follows the content of an element whose markup is only text.
func afterRaw(text, name string) string {
	for {
		_, after, found := strings.Cut(text, "</")
		if !found || len(after) >= len(name) && strings.EqualFold(after[:len(name)], name) {
			return after
		}
		text = after
	}
}

// tagEnd is the length of the tag that the text begins with, 0 when it begins with
// none. A value may hold what ends a tag elsewhere.
func tagEnd(text string) int {
	if text == "" || text[0]|0x20 < 'a' || text[0]|0x20 > 'z' {
		return 0
	}
	var quote, last byte // that a value is in, and what came last but spaces
	for i := range len(text) {
		c := text[i]
		switch {
		case quote != 0 && c == quote:
			quote, last = 0, 0
		case quote != 0 || c == ' ' || c == '\t' || c == '\n' || c == '\r':
		case c == '>':
			return i
		case last == '=' && (c == '"' || c == '\''):
			quote = c
		default:
			last = c
		}
	}
	return len(text)
}

// nameEnd is the length of the name that the tag begins with.
func nameEnd(tag string) int {
	if i := strings.IndexAny(tag, " \t\r\n\f/"); i >= 0 {
		return i
	}
	return len(tag)
}
