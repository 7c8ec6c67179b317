package extract

import (
	"cmp"
	"encoding/json"
	"net/url"
	"strings"

	"dyncrawl"

	"golang.org/x/net/html"
)

// reader reads one page. It parses the document when it is first needed.
type reader struct {
	page   *dyncrawl.Page
	parsed *node
	base   string
	begin  resolver
	known  map[*Source][]place
}

func newReader(page *dyncrawl.Page) *reader {
	return &reader{page: page, known: map[*Source][]place{}}
}

// url is the page's URL after redirects.
func (r *reader) url() string { return cmp.Or(r.page.FinalURL, r.page.URL) }

// document is the rendered DOM, empty when it cannot be parsed.
func (r *reader) document() *node {
	if r.parsed == nil {
		text := r.page.HTML
		if !isDocument(text) {
			text = "<!DOCTYPE html>" + text
		}
		r.parsed = &node{}
		if r.parsed.element, r.parsed.fragment.err = parseHTML(text); r.parsed.element == nil {
			r.parsed.element = &html.Node{Type: html.DocumentNode}
		}
	}
	return r.parsed
}

// resolve makes a reference found on the page absolute, as the browser does.
func (r *reader) resolve(ref string) (string, error) {
	if r.base == "" {
		r.base = baseOf(r.document().element, r.url())
	}
	return r.begin.resolve(r.base, ref)
}

// nodes returns what the field selects.
func (r *reader) nodes(f *Field, at place) []*node {
	if f.Param != "" {
		return params(r.query(f, at), f.Param)
	}
	var found []*node
	for _, p := range r.places(f, at) {
		found = append(found, f.Select.find(p.match)...)
	}
	return found
}

// places returns where the field reads.
func (r *reader) places(f *Field, at place) []place {
	switch {
	case f.From.IsZero():
		return []place{at}
	case f.From.Part == PartRoot:
		return []place{{match: at.source}}
	case f.From.Part == PartRequest && at.exchange == nil:
		return nil
	case f.From.Part == PartRequest && f.Select.IsZero():
		return whole(values([]any{at.exchange.URL}))
	case f.From.Part == PartRequest:
		return whole(values([]any{string(at.exchange.RequestBody)}))
	}
	return r.sources(&f.From)
}

// query returns the parameters that the field may name.
func (r *reader) query(f *Field, at place) []url.Values {
	if at.exchange == nil || f.From.Part == PartURL {
		return queries(r.url())
	}
	form, _ := url.ParseQuery(string(at.exchange.RequestBody))
	return append(queries(at.exchange.URL), form, members(at.exchange.RequestBody))
}

// queries returns the parameters of a URL and of a route in its fragment.
func queries(rawURL string) []url.Values {
	rawURL, fragment, _ := strings.Cut(rawURL, "#")
	var all []url.Values
	for _, part := range []string{rawURL, fragment} {
		_, query, _ := strings.Cut(part, "?")
		values, _ := url.ParseQuery(query) // keeps what is readable
		all = append(all, values)
	}
	return all
}

// members returns the plain members of a request body in JSON.
func members(body []byte) url.Values {
	value, err := parseStrict(string(body))
	o, ok := value.(*object)
	if err != nil || !ok {
		return nil
	}
	all := url.Values{}
	for _, key := range o.keys {
		switch v := o.values[key].(type) {
		case string, bool, int64, float64, json.Number:
			all.Set(key, jsonText(v))
		}
	}
	return all
}

// params returns the values of the first query that has the parameter.
func params(queries []url.Values, name string) []*node {
	for _, q := range queries {
		if len(q[name]) == 0 {
			continue
		}
		var found []*node
		for _, v := range q[name] {
			found = append(found, &node{value: v})
		}
		return found
	}
	return nil
}
