package learn

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"dyncrawl"
	"dyncrawl/extract"
)

// Recipe returns the template as a flow file has it, for the pages that match.
func (t *Template) Recipe(match dyncrawl.Pattern) Recipe {
	r := Recipe{Match: match, Page: t.Page, Items: t.Rules, PageLinks: t.Plain, Follow: t.Follow, Sources: t.Source}
	if t.Ready != nil {
		r.Ready = t.Ready.Filled
	}
	for i := range t.Calls {
		r.Requests = append(r.Requests, t.Calls[i].written())
	}
	for _, l := range t.Links {
		written := recipeLink{URL: *l.URL.written(), Source: l.Source}
		if l.Source == plainSource {
			written.Source = ""
		}
		r.Links = append(r.Links, written)
	}
	return r
}

// written is the call as a recipe has it. Parameters that are left out are not
// in it.
func (c *call) written() recipeRequest {
	r := recipeRequest{Body: string(c.Body), Next: c.Next, Until: c.End, Expect: c.Expect}
	if c.Method != http.MethodGet {
		r.Method = c.Method
	}
	lists := map[string]*[]recipeParam{inQuery: &r.Query, inHeader: &r.Header, inForm: &r.Form, inJSON: &r.JSON}
	r.URL = c.Origin
	for _, s := range c.Slots {
		v := s.Value.written()
		switch {
		case s.Value.From == fromNothing:
		case s.In == inPath && s.Value.From == fromConst:
			r.URL += "/" + url.PathEscape(s.Value.Text)
		case s.In == inPath:
			r.URL += "/*"
			r.Path = append(r.Path, *v)
		case s.In == inBody:
			r.Text = v
		default:
			*lists[s.In] = append(*lists[s.In], recipeParam{s.Name, *v})
		}
	}
	return r
}

// written is the value as a recipe has it; nil for one that is left out.
func (v *value) written() *value {
	w := *v
	w.fresh = false
	switch v.From {
	case fromNothing:
		return nil
	case fromConst:
		w.From = ""
	case fromAnswer, fromEach:
		w.Call++
	case fromCursor:
		w.First = v.First.written()
	}
	return &w
}

// Template readies the recipe for its visits; rules and follow are those of its flow.
func (r *Recipe) Template(rules []extract.Rule, follow []extract.Follow) (*Template, error) {
	s := spec{Page: r.Page, Rules: r.Items, Follow: r.Follow, Source: r.Sources, Plain: r.PageLinks}
	if r.Ready != nil {
		s.Ready = &ready{Rules: rules, Follow: follow, Filled: r.Ready}
	}
	for i := range r.Requests {
		c, err := r.Requests[i].call()
		if err != nil {
			return nil, fmt.Errorf("request %d: %w", i+1, err)
		}
		s.Calls = append(s.Calls, c)
	}
	for _, l := range r.Links {
		s.Links = append(s.Links, link{URL: l.URL.read(), Source: cmp.Or(l.Source, plainSource)})
	}
	s.Page = s.Page || s.readsPage()
	return compile(s)
}

// call reads the request.
func (r *recipeRequest) call() (call, error) {
	c := call{Method: cmp.Or(r.Method, http.MethodGet), Next: r.Next, End: r.Until, Expect: r.Expect}
	if r.Body != "" {
		c.Body = json.RawMessage(r.Body)
	}
	path := r.URL
	if strings.Contains(path, "://") {
		c.Origin = originOf(path)
		path = strings.TrimPrefix(path, c.Origin)
	}
	var err error
	if c.Pattern, err = dyncrawl.ParsePattern(r.URL); err != nil {
		return c, err
	}
	values := slices.Clone(r.Path)
	for i, segment := range strings.Split(strings.TrimPrefix(path, "/"), "/") {
		v := value{Text: unescape(segment)}
		if segment == "*" && len(values) > 0 {
			v, values = values[0], values[1:]
		}
		c.put(inPath, fmt.Sprint(i), v)
	}
	for _, list := range []struct {
		in     string
		params []recipeParam
	}{{inQuery, r.Query}, {inForm, r.Form}, {inJSON, r.JSON}, {inHeader, r.Header}} {
		for _, p := range list.params {
			c.put(list.in, p.Name, p.value)
		}
	}
	if r.Text != nil {
		c.put(inBody, "text", *r.Text)
	}
	return c, nil
}

func (c *call) put(in, name string, v value) {
	c.Slots = append(c.Slots, filled{slot{in, name}, v.read()})
}

// read is the opposite of written.
func (v *value) read() value {
	r := *v
	switch v.From {
	case "":
		r.From = fromConst
	case fromAnswer, fromEach:
		r.Call--
	case fromCursor:
		first := value{From: fromNothing}
		if v.First != nil {
			first = v.First.read()
		}
		r.First = &first
	}
	return r
}
