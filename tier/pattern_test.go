package tier_test

import (
	"testing"

	"dyncrawl/tier"
)

func TestPatternOf(t *testing.T) {
	for _, test := range []struct {
		want string
		urls []string
	}{
		{"/people/*/followers", []string{"https://a.example/people/ann/followers", "https://a.example/people/bob/followers"}},
		{"/article/*.htm", []string{"https://a.example:8080/article/80000.htm"}},
		{"/show?id=*&part1=all", []string{"https://a.example/show?id=7&part1=all", "https://a.example/show?id=8&part1=all"}},
		{"/app#/item/*", []string{"https://a.example/app#/item/a", "https://a.example/app#/item/b"}},
		{"/*", []string{"https://a.example/a.htm", "https://a.example/b"}},
		{"", []string{"https://a.example/a", "https://a.example/a/b"}},
	} {
		p, err := tier.PatternOf(test.urls)
		if p.String() != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s: got %q, %v", test.want, p, err)
		}
		for _, u := range test.urls {
			if err == nil && !p.Match(u) {
				t.Errorf("%s does not match %s", p, u)
			}
		}
	}
}
