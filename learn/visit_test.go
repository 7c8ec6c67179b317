package learn_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"dyncrawl"
	"dyncrawl/learn"
)

// kept is a template as it lies in a store: one call whose answers were all the
// last of their list.
const kept = `{"calls": [{"method": "GET", "pattern": "/api/list", "slots": [
	{"in": "path", "name": "0", "value": {"from": "const", "text": "api"}}, {"in": "path", "name": "1", "value": {"from": "const", "text": "list"}},
	{"in": "query", "name": "of", "value": {"from": "url", "part": "query id"}}],
	"expect": [{"select": "$.more", "text": "false"}]}],
	"rules": [{"name": "post", "from": {"exchange": "/api/list"}, "each": "$.posts[*]", "key": ["id"], "fields": [{"name": "id", "select": "$.id", "type": "int"}]}],
	"links": [{"url": {"from": "const", "text": "/top"}, "source": "a[href]"}]}`

func TestVisitTellsWhatSpeaksAgainstTheTemplate(t *testing.T) {
	down := errors.New("down")
	for name, c := range map[string]struct {
		url    string
		status int
		body   string
		fails  error
		class  dyncrawl.Class // empty: no error
		unlike bool
	}{
		"as learned":       {"?id=7", 200, `{"more": false, "posts": [{"id": 1}]}`, nil, "", false},
		"there is more":    {"?id=7", 200, `{"more": true, "posts": [{"id": 1}]}`, nil, dyncrawl.ClassUnknown, true},
		"another page":     {"?no=7", 200, `{"more": false, "posts": []}`, nil, dyncrawl.ClassUnknown, true},
		"not there":        {"?id=7", 404, ``, nil, dyncrawl.ClassNotFound, true},
		"forbidden":        {"?id=7", 403, ``, nil, dyncrawl.ClassHTTP4xx, true},
		"logged out":       {"?id=7", 401, ``, nil, dyncrawl.ClassHTTPAuth, true},
		"too fast":         {"?id=7", 429, ``, nil, dyncrawl.ClassHTTP429, false},
		"server error":     {"?id=7", 502, ``, nil, dyncrawl.ClassHTTP5xx, false},
		"connection fails": {"?id=7", 0, ``, &dyncrawl.Error{Class: dyncrawl.ClassConnect, Err: down}, dyncrawl.ClassConnect, false},
	} {
		var tpl learn.Template
		if err := json.Unmarshal([]byte(kept), &tpl); err != nil {
			t.Fatal(err)
		}
		var asked dyncrawl.Request
		page, items, links, err := tpl.Visit(t.Context(), "http://a.example/page"+c.url, func(_ context.Context, r dyncrawl.Request) (*dyncrawl.Page, error) {
			asked = r
			return &dyncrawl.Page{Status: c.status, HTML: c.body}, c.fails
		})
		if errors.Is(err, learn.ErrUnlike) != c.unlike || err != nil && dyncrawl.ClassOf(err) != c.class || (err == nil) != (c.class == "") {
			t.Errorf("%s: got %v", name, err)
		}
		if err != nil {
			continue
		}
		if asked.URL != "http://a.example/api/list?of=7" || asked.Method != "GET" || asked.Referrer != "http://a.example/page?id=7" {
			t.Errorf("%s: asked for %+v", name, asked)
		}
		if len(items) != 1 || items[0].Fields["id"] != int64(1) || len(links) != 1 || links[0].URL != "http://a.example/top" || len(page.Exchanges) != 1 {
			t.Errorf("%s: got %v and %v on %+v", name, items, links, page)
		}
	}
}

func TestUnmarshalRefusesWhatCannotRun(t *testing.T) {
	for text, want := range map[string]string{
		`{"calls": [{"method": "GET", "pattern": "/x", "slots": [{"in": "query", "name": "q", "value": {"from": "answer", "call": 1, "select": "$.q"}}]}]}`: "does not come before",
		`{"rules": [{"name": "a", "each": "li:wrong"}]}`: "selector",
		`[]`: "read template",
	} {
		var tpl learn.Template
		if err := json.Unmarshal([]byte(text), &tpl); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", text, err, want)
		}
	}
}

func TestLearnSaysWhyNot(t *testing.T) {
	flow := practiceFlow(t, "people")
	samples := visits(t, "people-followers", flow)
	if _, err := learn.Learn(samples[:1], flow.Extract, flow.Follow); err == nil || !strings.Contains(err.Error(), "too few visits") {
		t.Errorf("one visit: got %v", err)
	}
	mixed := append(visits(t, "people-member", flow)[:2], samples[:2]...)
	if _, err := learn.Learn(mixed, flow.Extract, flow.Follow); err == nil || !strings.Contains(err.Error(), "not of one shape") {
		t.Errorf("two shapes: got %v", err)
	}
	samples[1].Links = append(samples[1].Links, dyncrawl.Link{URL: "http://elsewhere.example/made-up"})
	if _, err := learn.Learn(samples, flow.Extract, flow.Follow); err == nil || !strings.Contains(err.Error(), "http://elsewhere.example/made-up") {
		t.Errorf("a link from nowhere: got %v", err)
	}
}
