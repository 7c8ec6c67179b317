package explore_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"dyncrawl/explore"
)

// A feed is read as it came: the browser dresses it up as plain text, in which its links
// are none.
func TestFeed(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/atom+xml; charset=utf-8")
		io.WriteString(w, `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/m/"><entry><link href="ark"/></entry></feed>`)
	}))
	defer site.Close()
	e := newExplorer(t).inTab(t)
	e.base = site.URL
	if r := e.explore(t, "/", explore.Config{HTML: "<pre>&lt;feed&gt;</pre>"}); !has(r, site.URL+"/m/ark") {
		t.Errorf("links: %+v", r.Links)
	}
}
