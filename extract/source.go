package extract

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dyncrawl"
)

// Source says where a rule or a field reads. At most one of its fields is set,
// but for Method, which belongs to Exchange. The zero Source is the page for a
// rule and the match of each for a field.
type Source struct {
	Part     Part             `yaml:"part,short" doc:"page, values, or for a field also root, url or request." json:"part,omitzero"`
	Exchange dyncrawl.Pattern `yaml:"exchange" doc:"The AJAX answers whose URL matches, in the order in which they were asked for. Answers with an error status are left out." json:"exchange,omitzero"`
	Method   string           `yaml:"method" doc:"Only answers to this method, such as POST. Absent: all." json:"method,omitzero"`
	Script   Selector         `yaml:"script" doc:"The JSON in the elements that match: all of their text, or the first value that the script assigns." json:"script,omitzero"`
	JSONLD   string           `yaml:"jsonld" doc:"The JSON-LD objects of this type, such as Product, at the top, in lists and in @graph." json:"jsonld,omitzero"`
	Meta     string           `yaml:"meta" doc:"For a field: the content of the meta element of this name or property, such as og:title." json:"meta,omitzero"`
}

// Part is a part of the page that needs no argument.
type Part string

// The parts.
const (
	PartPage    Part = "page"    // the rendered DOM
	PartRoot    Part = "root"    // the document that holds the match of each: the page, the answer, the object
	PartURL     Part = "url"     // the page's URL after redirects
	PartRequest Part = "request" // the request of the answer: its URL as text, its parameters, its body as JSON
	PartValues  Part = "values"  // what eval steps kept, as one JSON object by name
)

var parts = []Part{PartPage, PartRoot, PartURL, PartRequest, PartValues}

// UnmarshalText refuses what is no part.
func (p *Part) UnmarshalText(text []byte) error {
	*p = Part(text)
	if !slices.Contains(parts, *p) {
		return fmt.Errorf("from: %q is unknown; write one of %v, or {exchange: PATTERN}, {script: SELECTOR}, {jsonld: TYPE}, {meta: NAME}", text, parts)
	}
	return nil
}

// IsZero reports whether s says nothing.
func (s Source) IsZero() bool { return s.said() == 0 && s.Method == "" }

// said counts the places that s names.
func (s Source) said() int {
	n := 0
	for _, is := range []bool{s.Part != "", !s.Exchange.IsZero(), !s.Script.IsZero(), s.JSONLD != "", s.Meta != ""} {
		if is {
			n++
		}
	}
	return n
}

// Validate reports contradictions.
func (s Source) Validate() error {
	if s.said() > 1 {
		return errors.New("from names several places; keep one")
	}
	if s.Method != "" && s.Exchange.IsZero() {
		return errors.New("from: method goes with exchange only")
	}
	return nil
}

// wholeDocuments refuses the sources that only a field can read.
func (s Source) wholeDocuments() error {
	if s.Meta != "" {
		return errors.New("from: meta is for a field; a rule reads page, values, exchange, script or jsonld")
	}
	if s.Part != "" && s.Part != PartPage && s.Part != PartValues {
		return fmt.Errorf("from: %s is for a field; a rule reads page, values, exchange, script or jsonld", s.Part)
	}
	return nil
}

// place is where an item or a field is read.
type place struct {
	match    *node
	source   *node              // the document that holds the match
	exchange *dyncrawl.Exchange // that brought the document; nil for others
}

// name says what the place's document is, for notes.
func (p place) name() string {
	if p.exchange != nil {
		return p.exchange.Method + " " + p.exchange.URL
	}
	if p.source.element != nil && p.source.element.Data != "" {
		return p.source.element.Data + " element"
	}
	return "page"
}

// whole makes a place of each document.
func whole(nodes []*node) []place {
	places := make([]place, len(nodes))
	for i, n := range nodes {
		places[i] = place{match: n, source: n}
	}
	return places
}

// sources returns the documents that s names, read once per page.
func (r *reader) sources(s *Source) []place {
	if known, ok := r.known[s]; ok {
		return known
	}
	found := r.lookUp(s)
	r.known[s] = found
	return found
}

func (r *reader) lookUp(s *Source) []place {
	switch {
	case !s.Exchange.IsZero():
		return r.exchanges(s)
	case !s.Script.IsZero():
		return whole(s.Script.find(r.document()))
	case s.JSONLD != "":
		return whole(r.linkedData(s.JSONLD))
	case s.Meta != "":
		return whole(r.meta(s.Meta))
	case s.Part == PartURL:
		return whole(values([]any{r.url()}))
	case s.Part == PartValues:
		return whole(r.values())
	}
	return whole([]*node{r.document()})
}

// exchanges returns the answers that s selects. One that was asked for twice and
// answered alike is returned once.
func (r *reader) exchanges(s *Source) []place {
	var found []place
	for i := range r.page.Exchanges {
		x := &r.page.Exchanges[i]
		if !s.Exchange.Match(x.URL) || s.Method != "" && !strings.EqualFold(s.Method, x.Method) ||
			x.Status < 100 || x.Status >= 400 {
			continue
		}
		if slices.ContainsFunc(found, func(p place) bool { return sameExchange(p.exchange, x) }) {
			continue
		}
		n := &node{value: string(x.Body)}
		found = append(found, place{match: n, source: n, exchange: x})
	}
	return found
}

func sameExchange(a, b *dyncrawl.Exchange) bool {
	return a.URL == b.URL && a.Method == b.Method &&
		string(a.RequestBody) == string(b.RequestBody) && string(a.Body) == string(b.Body)
}

// values returns what eval steps kept.
func (r *reader) values() []*node {
	text, err := json.Marshal(r.page.Values)
	if err != nil || len(r.page.Values) == 0 {
		return nil
	}
	return []*node{{value: string(text)}}
}
