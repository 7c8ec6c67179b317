package interchange

import (
	"encoding/json"
	"errors"
)

// devFlow is a recording of the Chrome DevTools Recorder, as the types of the npm
// package @puppeteer/replay, version 3, describe it.
type devFlow struct {
	Title             string    `json:"title"`
	Timeout           int       `json:"timeout,omitempty"` // of each step, milliseconds
	SelectorAttribute string    `json:"selectorAttribute,omitempty"`
	Steps             []devStep `json:"steps"`
}

// devStep is a step of any type; what its type does not have stays empty.
type devStep struct {
	Type           string        `json:"type"`
	Name           string        `json:"name,omitempty"`       // customStep
	Parameters     *devCustom    `json:"parameters,omitempty"` // customStep
	Timeout        int           `json:"timeout,omitempty"`    // milliseconds
	Target         string        `json:"target,omitempty"`     // main, or the URL of a pop-up
	Frame          []int         `json:"frame,omitempty"`      // numbers of child frames, from the main frame down
	Selectors      []devSelector `json:"selectors,omitempty"`
	AssertedEvents []devEvent    `json:"assertedEvents,omitempty"`

	URL        string   `json:"url,omitempty"`     // navigate
	Value      *string  `json:"value,omitempty"`   // change
	Key        string   `json:"key,omitempty"`     // keyDown, keyUp
	X          float64  `json:"x,omitempty"`       // scroll
	Y          float64  `json:"y,omitempty"`       // scroll
	OffsetX    *float64 `json:"offsetX,omitempty"` // click, doubleClick: from the corner of the element
	OffsetY    *float64 `json:"offsetY,omitempty"`
	Button     string   `json:"button,omitempty"`
	DeviceType string   `json:"deviceType,omitempty"`
	Duration   float64  `json:"duration,omitempty"` // milliseconds between press and release
	Expression string   `json:"expression,omitempty"`

	Operator   string            `json:"operator,omitempty"` // waitForElement: >=, == or <=
	Count      *int              `json:"count,omitempty"`
	Visible    *bool             `json:"visible,omitempty"`
	Properties json.RawMessage   `json:"properties,omitempty"`
	Attributes map[string]string `json:"attributes,omitempty"`

	line int
}

// devEvent is what a step is to bring about: a navigation.
type devEvent struct {
	Type  string `json:"type"`
	URL   string `json:"url,omitempty"`
	Title string `json:"title,omitempty"`
}

// devCustom holds steps that the Recorder has no words for.
type devCustom struct {
	Steps string `json:"steps"` // as they stand in a flow file
}

// customName is the name of our custom steps.
const customName = "dyncrawl"

// UnmarshalJSON takes the parameters of other people's custom steps as well: they
// are left empty.
func (c *devCustom) UnmarshalJSON(text []byte) error {
	type plain devCustom
	if err := json.Unmarshal(text, (*plain)(c)); err != nil {
		*c = devCustom{}
	}
	return nil
}

// devSelector is a selector: one part, or the parts of a chain through shadow roots.
type devSelector []string

// UnmarshalJSON reads a text or a list of texts.
func (s *devSelector) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*s = devSelector{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(s))
}

// MarshalJSON writes a list, as the Recorder does.
func (s devSelector) MarshalJSON() ([]byte, error) {
	if len(s) == 0 {
		return nil, errors.New("a selector has a part at least")
	}
	return json.Marshal([]string(s))
}
