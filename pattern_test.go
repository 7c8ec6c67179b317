package dyncrawl

import "testing"

func TestPatternMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, url string
		want         bool
	}{
		{"/profile", "https://a.example/profile?id=7", true},
		{"/profile?id=*", "https://a.example/profile?id=7", true},
		{"/profile?id=*", "https://a.example/profile", false},
		{"/list/*", "https://a.example/list/7", true},
		{"/list/*", "https://a.example/list/7/8", false},
		{"/list/**", "https://a.example/list/7/8", true},
		{"/list/*", "https://a.example/x/list/7", false},
		{"/", "https://a.example", true},
		{"/?q=*", "https://a.example?q=1", true},
		{"https://a.example/**", "https://a.example/x", true},
		{"https://a.example/**", "https://b.example/x", false},
		{"*/edit", "https://a.example/x/edit", false},
		{"**/edit", "https://a.example/x/y/edit", true},
		{"/spa#/item/*", "https://a.example/spa#/item/3", true},
		{"/spa#/item/*", "https://a.example/spa#/list", false},
		{"/spa", "https://a.example/spa#/list", true},
		{`re:id=\d+$`, "https://a.example/x?id=12", true},
		{`re:id=\d+$`, "https://a.example/x?id=a", false},
	} {
		p, err := ParsePattern(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Match(c.url); got != c.want {
			t.Errorf("%q matches %q: %v, want %v", c.pattern, c.url, got, c.want)
		}
	}
	if !(Pattern{}).Match("https://a.example/") {
		t.Error("the zero Pattern matches every URL")
	}
}

func TestPatternErrors(t *testing.T) {
	for _, text := range []string{"re:(", "list/*"} {
		if _, err := ParsePattern(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
