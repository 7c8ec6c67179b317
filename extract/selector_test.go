package extract

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const people = `<ul><li id="a" data-j='{"n":[1,2]}'>Ann <b>x</b></li><li id="b" title="x@y">Bo</li></ul>`

const numbers = `{"z": {"id": 5}, "a": {"id": 2, "html": "<i>one</i><i>two</i>"}, "list": [{"id": 3}, {"id": 1}], "a.b": 9}`

func TestSelector(t *testing.T) {
	for _, test := range []struct {
		selector, document string
		want               []string
	}{
		{"li", people, []string{"Ann x", "Bo"}},
		{"li@id", people, []string{"a", "b"}},
		{"li@title", people, []string{"x@y"}},
		{"li:contains('Bo')@id", people, []string{"b"}},
		{`li[title="x@y"]`, people, []string{"Bo"}},
		{"li, b", people, []string{"Ann x", "x", "Bo"}},
		{"xpath=//li[2]", people, []string{"Bo"}},
		{"xpath=//li/@id", people, []string{"a", "b"}},
		{"xpath=//b/text()", people, []string{"x"}},
		{"xpath=count(//li)", people, []string{"2"}},
		{"xpath=string(//li[1]/@id)", people, []string{"a"}},
		{"ul >> #b", people, []string{"Bo"}},
		{"li@data-j >> $.n[1]", people, []string{"2"}},
		{"$.list[*].id", numbers, []string{"3", "1"}},
		{"$.*.id", numbers, []string{"5", "2"}},
		{"$.list[?(@.id > 2)].id", numbers, []string{"3"}},
		{"$['a.b']", numbers, []string{"9"}},
		{"$.a.html >> i", numbers, []string{"one", "two"}},
		{"$.none", numbers, nil},
		{"$.x", people, nil},
		{"li", numbers, nil},
		{"$.b", `jsonp123({"b": "c"});`, []string{"c"}},
		{"$.b", `/**/ var x = [1; y = {"b": "}"}; z({"b": 2})`, []string{"}"}},
		{"$.b", "\ufeff{\"b\": 1.50}", []string{"1.5"}},
		{"$.b", `{"b": 123456789012345678901234567890}`, []string{"123456789012345678901234567890"}},
		{"$.b", `{"b": ` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}`, nil},
	} {
		var got []string
		for _, n := range sel(t, test.selector).find(&node{value: test.document}) {
			got = append(got, fold(n.text()))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", test.selector, diff)
		}
	}
}

func TestSelectorRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "not CSS",
		"a >>  >> b":               "not CSS",
		"a:visible":                ":visible",
		"a::text":                  "not CSS",
		"> a":                      "not CSS",
		"xpath=//a[":               "not XPath",
		"xpath=starts-with(1, 2)":  "not XPath",
		"$.a[":                     "not JSONPath",
		"json=$.a":                 "JSONPath starts with $",
		"text=next":                "steps only",
		`role=button[name="next"]`: "steps only",
	} {
		if _, err := ParseSelector(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", text, err, want)
		}
	}
}

func TestSelectorSharedByGoroutines(t *testing.T) {
	shared := []Selector{sel(t, "xpath=count(//li)"), sel(t, "xpath=//li[b]"), sel(t, "li@data-j >> $.n[?(@ > 1)]")}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				for i, want := range []string{"2", "Ann x", "2"} {
					found := shared[i].find(&node{value: people})
					if len(found) != 1 || fold(found[0].text()) != want {
						t.Errorf("%s: got %d matches, want %q", shared[i], len(found), want)
						return
					}
				}
			}
		})
	}
	all.Wait()
}

func FuzzParseJSON(f *testing.F) {
	for _, seed := range []string{people, numbers, `x={"a":1}`, `[[[`, `({"a":"\`, `={"a":1}}`, "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value, err := parseJSON(text)
		if err == nil {
			jsonText(value)
		}
	})
}
