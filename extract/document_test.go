package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDocument(t *testing.T) {
	for _, c := range []struct {
		text, selector string
		want           []string
	}{
		{`{"a": [{"b": 1}, {"b": null}, {"b": " x  y "}]}`, "$.a[*].b", []string{"1", "", "x y"}},
		{`<li data-id="7">one</li><li>two</li>`, "li@data-id", []string{"7"}},
		{`{"html": "<i>one</i>"}`, "$.html >> i", []string{"one"}},
		{`not JSON`, "$.a", []string{}},
	} {
		d := NewDocument(c.text)
		for range 2 { // the second time from what was parsed
			if diff := cmp.Diff(c.want, d.Texts(sel(t, c.selector))); diff != "" {
				t.Errorf("%s: %s", c.selector, diff)
			}
		}
	}
}
