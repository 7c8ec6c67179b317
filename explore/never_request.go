package explore

import (
	"encoding/json"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"dyncrawl"
)

// harmfulRequest reports whether sending the request may change more than the page: its
// method says so (RFC 9110, section 9.3), its address, or what its body says is to be
// done. POST is what many pages ask with as well. What is only asked for may be about harm
// without doing any, so that a part of its address must say no more than that.
func harmfulRequest(r dyncrawl.Request) bool {
	switch r.Method {
	case http.MethodDelete, http.MethodPut, http.MethodPatch:
		return true
	}
	u, err := url.Parse(r.URL)
	if err != nil {
		return false
	}
	safe := isSafe(r.Method)
	for part := range strings.SplitSeq(u.Path, "/") {
		if program.MatchString(part) {
			part = strings.TrimSuffix(part, path.Ext(part))
		}
		if dangers().is(part) || !safe && dangers().in(part) {
			return true
		}
	}
	return valuesHave(u.Query(), sayHarm) || !safe && (changes(u.Path) || bodyHas(r, sayHarm))
}

// What programmers call what a POST changes, and what it only asks.
var (
	changing = strings.Fields(`accept approve archive assign ban blacklist block buy cancel charge comment comments deactivate decline deploy disable dismiss donate drop empty enroll
		erase evict expel fire flag follow grant hire invitation invitations invite join kick leave like lock merge message messages move mute order orders payout pay payment payments
		purchase purge quit reaction reactions reboot refund refunds reject rename reply report resign restart restore revert revoke rollback rotate sell send share shutdown sign
		subscription subscriptions suspend terminate transfer transfers trash unfollow unlock unpublish unsubscribe upgrade vote votes wipe withdraw`)
	asking = strings.Fields(`autocomplete availability available calculate compare convert count datatable datatables detail details estimate facets feed fetch filter filters find
		fragment get list load lookup more next page partial preview previous prices queries query quote refresh render search show sort suggest suggestions translate typeahead
		validate view`)
)

// changes reports whether the path of an address, in the words of programmers, says that
// something is changed there and not only asked.
func changes(path string) bool { return says(path, changing) && !asks(path) }

// asks reports whether the path of an address says that something is asked for there: its
// end does, which is what is done to the rest.
func asks(path string) bool {
	path = strings.TrimRight(path, "/0123456789")
	return says(path[strings.LastIndexByte(path, '/')+1:], asking)
}

// says reports whether one of the words stands in the text.
func says(text string, words []string) bool {
	return slices.ContainsFunc(wordsOf(plain(text)), func(word string) bool { return slices.Contains(words, word) })
}

// isSafe reports whether requests with the method change nothing (RFC 9110, section 9.2.1).
func isSafe(method string) bool {
	return slices.Contains([]string{"", http.MethodGet, http.MethodHead, http.MethodOptions}, method)
}

// onlyAsks reports whether the request says, by its method, its address or its body, that
// it changes nothing.
func onlyAsks(r dyncrawl.Request) bool {
	u, err := url.Parse(r.URL)
	return isSafe(r.Method) || err == nil && asks(u.Path) || asksInBody(r)
}

var (
	// program matches the last part of an address that is a program's.
	program = regexp.MustCompile(`(?i)\.(php\d?|aspx?|ashx|jspx?|do|action|cgi|pl|cfm)$`)
	// verb matches the names of values that say what is to be done.
	verb = regexp.MustCompile(`(?i)^_?(method|action|act|op|operation|operationName|cmd|command|do|task|intent|mode|type|verb)$`)
	// partNamed matches the names of values that say which part of a list is wanted.
	partNamed = regexp.MustCompile(`(?i)^(page|paged|page_?(no|num|number|size|index)|offset|limit|per_?page|cursor|q|query|search|term|keywords?|filters?|facets?|sort(_?by)?|order_?by|draw)$`)
	// reading matches a GraphQL document that only asks.
	reading = regexp.MustCompile(`^\s*(query\b|\{)`)
	// mutation matches what of a GraphQL document changes something, up to what it wants
	// to know of that.
	mutation = regexp.MustCompile(`(?s)^\s*mutation\b[^{]*\{[^({]*`)
)

// sayHarm reports whether a value says by its name and its text that harm is to be done.
func sayHarm(name, text string) bool {
	return verb.MatchString(name) && dangers().in(text) || name == "query" && dangers().in(mutation.FindString(text))
}

// asksInBody reports whether a form or JSON says that something is asked for: the name of
// a procedure does, or values that say which part of a list is wanted. It does not where a
// GraphQL document changes something, whatever else is told with that.
func asksInBody(r dyncrawl.Request) bool {
	mutates := func(name, text string) bool {
		return name == "query" && strings.Contains(text, "{") && !reading.MatchString(text)
	}
	asks := func(name, text string) bool {
		return partNamed.MatchString(name) || verb.MatchString(name) && says(text, asking)
	}
	return !bodyHas(r, mutates) && bodyHas(r, asks)
}

// bodyHas reports whether a form or JSON has a value for which is holds: it gets its name,
// and its text if it is one.
func bodyHas(r dyncrawl.Request, is func(name, text string) bool) bool {
	var value any
	if json.Unmarshal(r.Body, &value) == nil {
		return jsonHas(value, is)
	}
	values, err := url.ParseQuery(string(r.Body))
	return err == nil && valuesHave(values, is)
}

func valuesHave(values url.Values, is func(name, text string) bool) bool {
	for name, list := range values {
		if slices.ContainsFunc(list, func(text string) bool { return is(name, text) }) {
			return true
		}
	}
	return false
}

func jsonHas(value any, is func(name, text string) bool) bool {
	switch value := value.(type) {
	case []any:
		return slices.ContainsFunc(value, func(inner any) bool { return jsonHas(inner, is) })
	case map[string]any:
		for name, inner := range value {
			if text, _ := inner.(string); is(name, text) || jsonHas(inner, is) {
				return true
			}
		}
	}
	return false
}
