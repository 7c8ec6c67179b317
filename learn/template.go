package learn

import (
	"encoding/json"
	"fmt"

	"dyncrawl"
	"dyncrawl/extract"
)

// Template says how a visit of one URL shape is had without a browser. It is
// made by Learn or read from JSON; goroutines may share it.
type Template struct {
	spec
	bodies []any // the JSON body of each call; nil for none
}

// spec is what a template says, as it is kept.
type spec struct {
	Page   bool              `json:"page,omitempty"` // the plain page is asked for, before all else
	Calls  []call            `json:"calls,omitempty"`
	Rules  []extract.Rule    `json:"rules,omitempty"`  // read the plain page and the answers
	Follow []extract.Follow  `json:"follow,omitempty"` // likewise
	Links  []link            `json:"links,omitempty"`
	Source map[string]string `json:"source,omitempty"` // Link.Source of a follow rule's links, by the rule's name
	Ready  *ready            `json:"ready,omitempty"`  // plain pages that need no call; nil when there are none
	Plain  bool              `json:"plain,omitempty"`  // the links of the plain page count
}

// call is a request, or a run of them, that differ only in the values of slots.
type call struct {
	Method  string           `json:"method"`
	Origin  string           `json:"origin,omitempty"` // scheme and host; empty when it is the page's own
	Pattern dyncrawl.Pattern `json:"pattern"`          // of its URLs, as rules name them
	Slots   []filled         `json:"slots"`
	Body    json.RawMessage  `json:"body,omitempty"` // JSON body, whose leaves slots replace
	Next    extract.Selector `json:"next,omitzero"`  // where an answer has the URL of the next request
	End     *end             `json:"end,omitempty"`  // how an answer says that it is the last one
	Expect  []expectation    `json:"expect,omitempty"`
}

// filled is a slot and where its value comes from.
type filled struct {
	slot
	Value value `json:"value"`
}

// The ways to get a value.
const (
	fromConst   = "const"   // Text
	fromNothing = "nothing" // the slot is left out
	fromURL     = "url"     // the Part of the page's URL between Prefix and Suffix
	fromPage    = "page"    // what stands between Before and After in the plain page
	fromAnswer  = "answer"  // the first match of Select in the first answer of Call
	fromEach    = "each"    // every match of Select in the answers of Call: one request for each
	fromCounter = "counter" // Start, growing by Step
	fromCursor  = "cursor"  // Select in the answer before; First in the first request
	fromTime    = "time"    // the present, in Unit a second
	fromRandom  = "random"  // a number below 1
)

// value says where one value of a request comes from.
type value struct {
	From   string           `json:"from" yaml:"from" enum:"url,page,answer,each,counter,cursor,time,random" doc:"Where the value comes from. Absent: it is always the same."`
	Text   string           `json:"text,omitempty" yaml:"text,short" doc:"The value that is always the same."`
	Part   string           `json:"part,omitempty" yaml:"part" doc:"url: the part of the page's URL, such as path 1 (segments count from 0), path 1 digits (the number in it), query id or route 2."`
	Prefix string           `json:"prefix,omitempty" yaml:"prefix" doc:"url: what comes before the part."`
	Suffix string           `json:"suffix,omitempty" yaml:"suffix" doc:"url: what comes after the part."`
	Before string           `json:"before,omitempty" yaml:"before" doc:"page: what stands before the value in the plain page."`
	After  string           `json:"after,omitempty" yaml:"after" doc:"page: what stands after the value in the plain page."`
	Escape string           `json:"escape,omitempty" yaml:"escape" enum:"html,json" doc:"page: how the value is written there. Absent: as it is."`
	Call   int              `json:"call,omitempty" yaml:"call" doc:"answer, each: the number of the request whose answers have the value, from 1."`
	Select extract.Selector `json:"select,omitzero" yaml:"select" doc:"answer: the place of the value; each: of the values, one request for each; cursor: of the value in the answer before."`
	Start  int              `json:"start,omitempty" yaml:"start" doc:"counter: the first number."`
	Step   int              `json:"step,omitempty" yaml:"step" doc:"counter: by how much it grows from request to request."`
	Unit   int64            `json:"unit,omitempty" yaml:"unit" doc:"time: units in a second, such as 1000."`
	First  *value           `json:"first,omitempty" yaml:"first" doc:"cursor: the value in the first request. Absent: it is left out there."`

	fresh bool // every visit has another one; known while learning only
}

// end tells the last answer of a run.
type end struct {
	Select extract.Selector `json:"select,omitzero" yaml:"select" doc:"A place in the answer."`
	Text   string           `json:"text,omitempty" yaml:"text" doc:"What stands there in the last answer."`
	Count  string           `json:"count,omitempty" yaml:"count" enum:"elements,next,this" doc:"Instead of text: the number there is reached by the elements of list so far, by the counter of the next request, or by that of this one."`
	List   extract.Selector `json:"list,omitzero" yaml:"list" doc:"The elements of an answer."`
	Below  int              `json:"below,omitempty" yaml:"below" doc:"The last answer has fewer elements than this."`
}

// expectation is a sign in the answers that was the same in all samples. An
// answer without it has more than the template knows how to ask for.
type expectation struct {
	Select extract.Selector `json:"select" yaml:"select" doc:"A place in the answer."`
	Text   string           `json:"text" yaml:"text" doc:"What stands there."`
}

// link is a link that does not come from the answers.
type link struct {
	URL    value  `json:"url"`
	Source string `json:"source"`
}

// compile readies a template for its visits.
func compile(s spec) (*Template, error) {
	t := &Template{spec: s, bodies: make([]any, len(s.Calls))}
	for i, c := range s.Calls {
		for _, d := range c.sources() {
			if d >= i {
				return nil, fmt.Errorf("request %d takes a value from request %d, which does not come before it", i+1, d+1)
			}
		}
		if len(c.Body) == 0 {
			continue
		}
		body, err := decodeJSON(c.Body)
		if err != nil {
			return nil, fmt.Errorf("body of request %d: %w", i+1, err)
		}
		t.bodies[i] = body
	}
	return t, nil
}

// MarshalJSON writes the template so that UnmarshalJSON reads it again.
func (t *Template) MarshalJSON() ([]byte, error) { return json.Marshal(t.spec) }

// UnmarshalJSON reads a template.
func (t *Template) UnmarshalJSON(text []byte) error {
	var s spec
	if err := json.Unmarshal(text, &s); err != nil {
		return fmt.Errorf("read template: %w", err)
	}
	compiled, err := compile(s)
	if err != nil {
		return fmt.Errorf("read template: %w", err)
	}
	*t = *compiled
	return nil
}

// sources returns the calls that c takes values from.
func (c *call) sources() []int {
	var all []int
	for _, s := range c.Slots {
		v := s.Value
		if v.First != nil {
			v = *v.First
		}
		if v.From == fromAnswer || v.From == fromEach {
			all = append(all, v.Call)
		}
	}
	return all
}

// renumbered returns c with its sources called by their new places.
func (c *call) renumbered(place map[int]int) call {
	moved := *c
	moved.Slots = make([]filled, len(c.Slots))
	for i, s := range c.Slots {
		if s.Value.First != nil {
			first := *s.Value.First
			first.Call = place[first.Call]
			s.Value.First = &first
		}
		s.Value.Call = place[s.Value.Call]
		moved.Slots[i] = s
	}
	return moved
}

// readsPage reports whether anything lies in the plain page.
func (s *spec) readsPage() bool {
	if s.Plain {
		return true
	}
	for _, c := range s.Calls {
		for _, f := range c.Slots {
			if f.Value.From == fromPage || f.Value.First != nil && f.Value.First.From == fromPage {
				return true
			}
		}
	}
	return false
}
