// Package tier decides which pages may be had without a browser, and never
// trusts that decision blindly: it compares what two ways of visiting a URL
// bring, gathers the evidence for each shape of URL, and says which pages the
// browser must judge. It is pure: no network, no store.
package tier

import (
	"net/url"
	"slices"
	"strings"
	"sync"

	"dyncrawl/extract"
)

// manyWords is how many different words may stand at a place of a URL before it
// is taken for a variable, and longWord how many bytes a word has at most.
const (
	manyWords = 8
	longWord  = 40
)

// Marks of a variable place in a shape.
const (
	number  = "{n}" // a word with a digit, or a long one
	anyWord = "*"   // more than manyWords different ones were seen here
)

// Shaper sorts URLs into shapes: URLs of one shape are expected to be answered
// by the same program of the site. A shape is the host; the path with its
// variable segments replaced; the query, keys sorted, with its variable values
// replaced; the route in the fragment treated as a path; and the names of the
// flow's rules that read such a page.
//
// A segment or value is variable when it has a digit or more than 40 bytes; an
// extension stays ("80000.htm" becomes "{n}.htm"). It is variable, too, when
// more than eight different words were seen at its place, after the same
// beginning: /people/ann and /people/bob are two shapes until then, and
// /people/* from then on. So a shape depends on what was seen before; once a
// place has opened it stays open.
type Shaper struct {
	rules  []extract.Rule
	follow []extract.Follow

	mu    sync.Mutex
	words map[string][]string // seen after a beginning; nil once the place is open
}

// NewShaper returns a Shaper for a flow with these rules.
func NewShaper(rules []extract.Rule, follow []extract.Follow) *Shaper {
	return &Shaper{rules: rules, follow: follow, words: map[string][]string{}}
}

// Shape returns the shape of an absolute URL. A URL without a variable place is
// alone in its shape: varies is false.
func (s *Shaper) Shape(rawURL string) (shape string, varies bool) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return rawURL, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	shape = s.path(u.Host, u.EscapedPath())
	shape = s.query(shape, u.RawQuery)
	if route := u.EscapedFragment(); route != "" {
		shape = s.path(shape+"#", route)
	}
	varies = strings.Contains(shape, number) || strings.Contains(shape, anyWord)
	if names := s.readers(rawURL); len(names) > 0 {
		shape += " [" + strings.Join(names, " ") + "]"
	}
	return shape, varies
}

// path appends the segments of path.
func (s *Shaper) path(before, path string) string {
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		if segment != "" {
			before += s.place(before, segment)
		}
		if i < len(segments)-1 {
			before += "/"
		}
	}
	return before
}

// query appends the keys with their values.
func (s *Shaper) query(before, query string) string {
	if query == "" {
		return before
	}
	pairs := strings.Split(query, "&")
	slices.Sort(pairs)
	separator := "?"
	for _, pair := range pairs {
		key, value, valued := strings.Cut(pair, "=")
		before += separator + key
		if valued {
			before += "="
		}
		if value != "" {
			before += s.place(before, value)
		}
		separator = "&"
	}
	return before
}

// place returns what stands for a word after the beginning.
func (s *Shaper) place(before, word string) string {
	words, seen := s.words[before]
	if seen && words == nil {
		return anyWord
	}
	stem, extension := cutExtension(word)
	if strings.ContainsAny(stem, "0123456789") || len(stem) > longWord {
		return number + extension
	}
	if slices.Contains(words, word) {
		return word
	}
	if len(words) == manyWords {
		s.words[before] = nil
		return anyWord
	}
	s.words[before] = append(words, word)
	return word
}

// cutExtension cuts an extension such as ".html" from a file name.
func cutExtension(word string) (stem, extension string) {
	i := strings.LastIndexByte(word, '.')
	if i <= 0 || len(word)-i > 6 || strings.ContainsAny(word[i+1:], "0123456789%") {
		return word, ""
	}
	return word[:i], word[i:]
}

// readers names the rules that read the page.
func (s *Shaper) readers(rawURL string) []string {
	var names []string
	for i := range s.rules {
		if s.rules[i].Match.Match(rawURL) {
			names = append(names, s.rules[i].Name)
		}
	}
	for i := range s.follow {
		if s.follow[i].Match.Match(rawURL) {
			names = append(names, s.follow[i].Name)
		}
	}
	return names
}

// Know opens the places that were open when the shape was found in an earlier run.
func (s *Shaper) Know(shape string) {
	shape, _, _ = strings.Cut(shape, " [")
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range shape {
		if shape[i:i+1] == anyWord {
			s.words[shape[:i]] = nil
		}
	}
}
