package learn

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"dyncrawl"
	"dyncrawl/extract"
)

// Recipe is a template as a flow file has it: made to be read and mended by
// people, and for any host.
type Recipe struct {
	Match     dyncrawl.Pattern    `yaml:"match" doc:"URL pattern of the pages that the rule is for."`
	Page      bool                `yaml:"page" doc:"Whether the plain page is asked for, before all else."`
	Ready     map[string][]string `yaml:"ready" doc:"A plain page is all that is needed when it has items of these types, each with these fields."`
	Requests  []recipeRequest     `yaml:"requests" doc:"What to ask for, in this order."`
	Items     []extract.Rule      `yaml:"items" doc:"How the flow's items are taken from the answers and the plain page."`
	Links     []recipeLink        `yaml:"links" doc:"Links that stand in no answer, relative to the page."`
	PageLinks bool                `yaml:"page_links" doc:"Whether the links of the plain page count."`
	Follow    []extract.Follow    `yaml:"follow" doc:"How links are made of the answers."`
	Sources   map[string]string   `yaml:"sources" doc:"What the browser calls the links of a follow rule, by its name, such as a[href]."`
}

// recipeRequest is a request, or a run of them.
type recipeRequest struct {
	Method string           `yaml:"method" doc:"Default GET."`
	URL    string           `yaml:"url" doc:"A path, or with scheme and host when they are not the page's own; each segment * is a value of path."`
	Path   []value          `yaml:"path" doc:"The values of the segments *, in their order."`
	Query  []recipeParam    `yaml:"query" doc:"Parameters of the URL; id#1 is the second one called id."`
	Header []recipeParam    `yaml:"header" doc:"Headers beside those that every request has."`
	Form   []recipeParam    `yaml:"form" doc:"Parameters of a form."`
	Body   string           `yaml:"body" doc:"A body in JSON."`
	JSON   []recipeParam    `yaml:"json" doc:"Values that replace those of body, by JSON Pointer (RFC 6901)."`
	Text   *value           `yaml:"text" doc:"A body that is neither form nor JSON."`
	Next   extract.Selector `yaml:"next" doc:"Where an answer has the URL of the next request; without one it is the last."`
	Until  *end             `yaml:"until" doc:"How an answer says that it is the last one."`
	Expect []expectation    `yaml:"expect" doc:"Signs that every answer must have; one without them has more than this rule asks for."`
}

// recipeParam is a value with a name.
type recipeParam struct {
	Name string `yaml:",key"`
	value
}

// recipeLink is a link; its source is plainSource when it names none.
type recipeLink struct {
	URL    value  `yaml:"url,short" doc:"The link."`
	Source string `yaml:"source" doc:"What the browser calls it. Default a[href]."`
}

const plainSource = "a[href]"

// Validate reports the first thing that cannot work.
func (r *Recipe) Validate() error {
	switch {
	case r.Match.IsZero():
		return errors.New("a rule of api needs match: the pattern of the pages that it is for, such as /item/*")
	case len(r.Items)+len(r.Links)+len(r.Follow) == 0 && !r.PageLinks:
		return errors.New("a rule of api needs items, links or follow: what it brings")
	}
	for i := range r.Links {
		if from := r.Links[i].URL.From; from != fromConst && from != "" && from != fromURL {
			return fmt.Errorf("links: from: %s cannot give a link; write it as text or with from: url", from)
		}
	}
	_, err := r.Template(nil, nil)
	return err
}

// Validate reports the first thing in the request that cannot work.
func (r *recipeRequest) Validate() error {
	switch values := strings.Count(r.URL+"/", "/*/"); {
	case !strings.HasPrefix(r.URL, "/") && !strings.Contains(r.URL, "://"):
		return fmt.Errorf("url %q: write a path such as /api/items/*, or a whole URL", r.URL)
	case strings.Contains(r.URL, "?"):
		return fmt.Errorf("url %q: write the parameters beneath query", r.URL)
	case values != len(r.Path):
		return fmt.Errorf("url %q has %d segments *, and path %d values for them", r.URL, values, len(r.Path))
	case len(r.JSON) > 0 && r.Body == "":
		return errors.New("json replaces values of body, and there is none")
	case r.Until != nil && !r.Next.IsZero():
		return errors.New("next and until are both there; keep one")
	}
	return nil
}

// partName matches the names that urlParts gives.
var partName = regexp.MustCompile(`^((path|route) \d+|query .+?)( digits)?$`)

// Validate reports a value of a recipe that says too little or too much.
func (v *value) Validate() error {
	rest, ok, takes := *v, true, ""
	rest.From = ""
	switch v.From {
	case "":
		rest.Text, takes = "", "text"
	case fromURL:
		ok, takes = partName.MatchString(v.Part), `part ("path 1", "path 1 digits", "query id" or "route 2"), prefix and suffix`
		rest.Part, rest.Prefix, rest.Suffix = "", "", ""
	case fromPage:
		ok, takes = v.Before != "", "before, after and escape"
		rest.Before, rest.After, rest.Escape = "", "", ""
	case fromAnswer, fromEach:
		ok, takes = v.Call > 0 && !v.Select.IsZero(), "call (the number of a request, from 1) and select"
		rest.Call, rest.Select = 0, extract.Selector{}
	case fromCounter:
		ok, takes = v.Step > 0, "start and step"
		rest.Start, rest.Step = 0, 0
	case fromCursor:
		ok, takes = !v.Select.IsZero() && (v.First == nil || v.First.From != fromCursor), "select and first, another value"
		rest.Select, rest.First = extract.Selector{}, nil
	case fromTime:
		ok, takes = v.Unit > 0, "unit, such as 1000 for milliseconds"
		rest.Unit = 0
	case fromRandom:
		takes = "nothing else"
	}
	if !ok || !reflect.ValueOf(rest).IsZero() {
		return fmt.Errorf("a value with from: %q takes %s", v.From, takes)
	}
	return nil
}

// Validate reports a sign of the end that is none.
func (e *end) Validate() error {
	if e.Select.IsZero() == (e.Below == 0) || (e.Below > 0 || e.Count == countElements) && e.List.IsZero() {
		return errors.New("until takes select with text, select with count (and list, for count: elements), or list with below")
	}
	return nil
}

// Validate demands a place.
func (e *expectation) Validate() error {
	if e.Select.IsZero() {
		return errors.New("expect needs select: a place in the answer")
	}
	return nil
}
