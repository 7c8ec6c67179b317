package crawl

import (
	"testing"

	"dyncrawl"
)

func TestLeadsToPage(t *testing.T) {
	for source, want := range map[string]bool{
		"guess:button[hx-get]": true, "guess:button[hx-post]": false, "guess:a[data-hx-delete]": false, "a[href]": true, "area[href]": true, "follow:friends": true, "link[rel=alternate]": true, "navigation": true, "history": true,
		"window.open": true, "xml loc": true, "robots disallow": true, "guess:script": true, "guess:request": false, "guess:part": false, "comment a[href]": true, "p[data-url]": true,
		"img[src]": false, "script[src]": false, "stylesheet": false, "a[rel=nofollow]": false, "xhr": false, "table[background]": false,
		"form[action]": false, "button[formaction]": false, "form": false, "a[ping]": false, "img[srcset]": false, "css": false, "p[style]": false,
	} {
		if got := leadsToPage(dyncrawl.Link{Source: source}); got != want {
			t.Errorf("%s: %v", source, got)
		}
	}
}

func TestGuessesComeLast(t *testing.T) {
	s := scope{names: []string{"a.example"}}
	links := []dyncrawl.Link{{URL: "https://a.example/g", Source: "guess:script"}, {URL: "https://a.example/l", Source: "a[href]"}}
	requests := s.requests(dyncrawl.Request{}, links)
	if len(requests) != 2 || requests[0].Priority >= requests[1].Priority {
		t.Errorf("%+v", requests)
	}
}
