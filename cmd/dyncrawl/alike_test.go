package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dyncrawl"
)

func TestAlike(t *testing.T) {
	const site = "http://a.example"
	for _, c := range []struct {
		url   string
		links []string
		want  []string
	}{
		{"/item/3", []string{"/item/4", "/item/3", "/about", "/item/5/reviews", "/thing/9"}, []string{"/item/4"}},
		{"/show?id=3&v=1", []string{"/show?v=1&id=4", "/show?id=4&v=2", "/show"}, []string{"/show?v=1&id=4"}},
		{"/item/3/reviews", []string{"/item/3", "/item/4", "/"}, []string{"/item/4/reviews"}},
		{"/hash#/item/3", []string{"/hash#/item/4", "/hash#/about", "/hash"}, []string{"/hash#/item/4"}},
		{"/item/3", []string{"/a/b/c"}, nil},
	} {
		var links []dyncrawl.Link
		for _, l := range c.links {
			links = append(links, dyncrawl.Link{URL: site + l})
		}
		var want []string
		for _, w := range c.want {
			want = append(want, site+w)
		}
		if diff := cmp.Diff(want, alike(site+c.url, links)); diff != "" {
			t.Errorf("%s: %s", c.url, diff)
		}
	}
}
