package extract

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ohler55/ojg/oj"
)

// maxNesting bounds the depth of JSON, because JSONPath and encoders descend by recursion.
const maxNesting = 512

// maxTries bounds the values that are tried in one script.
const maxTries = 100

// errEmpty marks text that holds nothing to parse.
var errEmpty = errors.New("empty")

// parseJSON parses a JSON text into nil, bool, string, int64, float64,
// json.Number (when it fits neither), []any and *object. When the text is a
// script, it parses the first JSON object or array that is assigned, passed to
// a call or wrapped in a comment.
func parseJSON(text string) (any, error) {
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	if text == "" {
		return nil, errEmpty
	}
	value, err := parseStrict(text)
	if err == nil {
		return value, nil
	}
	for at, tries := 0, 0; at < len(text) && tries < maxTries; at++ {
		if !startsValue(text, at) {
			continue
		}
		tries++
		if end := valueEnd(text[at:]); end > 0 {
			if value, err := parseStrict(text[at : at+end]); err == nil {
				return value, nil
			}
		}
	}
	return nil, fmt.Errorf("not JSON: %w", err)
}

// startsValue reports whether a bracket at text[at] may begin a whole value: one
// that a name is set to, an argument, or what a comment mark precedes.
func startsValue(text string, at int) bool {
	if text[at] != '{' && text[at] != '[' {
		return false
	}
	before := strings.TrimRight(text[:at], " \t\r\n")
	return before == "" || strings.ContainsRune("=(>[-", rune(before[len(before)-1]))
}

// valueEnd returns the length of the bracketed value that text begins with, or 0
// when it does not end.
func valueEnd(text string) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// parseStrict parses a text that is JSON and nothing else.
func parseStrict(text string) (any, error) {
	var b builder
	if err := oj.TokenizeString(text, &b); err != nil {
		return nil, err
	}
	if b.tooDeep {
		return nil, fmt.Errorf("nested deeper than %d levels", maxNesting)
	}
	return b.value, nil
}

// object is a JSON object that keeps the order of its keys, so that wildcards
// find the values in the order of the document. It is a jp.Keyed.
type object struct {
	keys   []string
	values map[string]any
}

// ValueForKey returns the member's value.
func (o *object) ValueForKey(key string) (any, bool) {
	v, ok := o.values[key]
	return v, ok
}

// Keys returns the names of the members in the order of the document.
func (o *object) Keys() []string { return o.keys }

// SetValueForKey sets a member; a name that comes twice keeps its first place.
func (o *object) SetValueForKey(key string, value any) {
	if _, ok := o.values[key]; !ok {
		o.keys = append(o.keys, key)
	}
	o.values[key] = value
}

// RemoveValueForKey does nothing: JSONPath reads only.
func (o *object) RemoveValueForKey(string) {}

// plain returns value with objects as map[string]any.
func plain(value any) any {
	switch v := value.(type) {
	case *object:
		m := make(map[string]any, len(v.keys))
		for key, member := range v.values {
			m[key] = plain(member)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plain(v[i])
		}
		return list
	}
	return value
}

// jsonText returns a string as it is, nothing for null, and the JSON of other values.
func jsonText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	text, err := json.Marshal(plain(value))
	if err != nil {
		return ""
	}
	return string(text)
}
