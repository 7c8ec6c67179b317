package explore

import (
	"encoding/json"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"

	"dyncrawl"
)

// harmfulRequest reports whether sending the request may change more than the page: its
// method says so, its address, or what its body says is to be done. What is only asked
// for may be about harm without doing any, so that a part of its address must say no
// more than that.
func harmfulRequest(r dyncrawl.Request) bool {
	if r.Method == http.MethodDelete {
		return true
	}
	u, err := url.Parse(r.URL)
	if err != nil {
		return false
	}
	asks := r.Method == "" || r.Method == http.MethodGet || r.Method == http.MethodHead
	for part := range strings.SplitSeq(u.Path, "/") {
		if program.MatchString(part) {
			part = strings.TrimSuffix(part, path.Ext(part))
		}
		if dangers.is(part) || !asks && dangers.in(part) {
			return true
		}
	}
	return harmfulValues(u.Query()) || !asks && harmfulBody(r)
}

var (
	// program matches the last part of an address that is a program's.
	program = regexp.MustCompile(`(?i)\.(php\d?|aspx?|ashx|jspx?|do|action|cgi|pl|cfm)$`)
	// verb matches the names of values that say what is to be done.
	verb = regexp.MustCompile(`(?i)^_?(method|action|act|op|operation|operationName|cmd|command|do|task|intent|mode|type|verb)$`)
	// mutation matches what of a GraphQL document changes something, up to what it wants
	// to know of that.
	mutation = regexp.MustCompile(`(?s)^\s*mutation\b[^{]*\{[^({]*`)
)

func harmfulValues(values url.Values) bool {
	for name, list := range values {
		for _, value := range list {
			if verb.MatchString(name) && dangers.in(value) {
				return true
			}
		}
	}
	return false
}

// harmfulBody reports whether a form or JSON says that it does harm.
func harmfulBody(r dyncrawl.Request) bool {
	var value any
	if json.Unmarshal(r.Body, &value) == nil {
		return harmfulJSON(value)
	}
	values, err := url.ParseQuery(string(r.Body))
	return err == nil && harmfulValues(values)
}

func harmfulJSON(value any) bool {
	switch value := value.(type) {
	case []any:
		for _, inner := range value {
			if harmfulJSON(inner) {
				return true
			}
		}
	case map[string]any:
		for name, inner := range value {
			text, _ := inner.(string)
			if verb.MatchString(name) && dangers.in(text) || name == "query" && dangers.in(mutation.FindString(text)) {
				return true
			}
		}
	}
	return false
}
