package explore_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"dyncrawl/explore"
)

// around is a page with what is around its content: a menu that a button opens, one that
// the pointer opens and that lies at the end of the document, and a footer that asks the
// server for something that is the same for all pages and for something that is not.
const around = `<header><h2>Mill</h2><button id=m>Menu</button><div id=d hidden><a href=/about>About</a> <button class=l>Deutsch</button> <button class=l>Suomi</button></div>
	<nav><span id=n tabindex=0>Topics</span></nav></header><main><h1>Page</h1><button>Flour</button></main><footer><button id=f>Hours</button> <button id=w>Where</button><p id=o></p></footer><div id=t hidden></div><script>
	const page = "%s", show = (el, html) => { el.hidden = false; el.innerHTML = html; };
	m.onclick = () => { d.hidden = !d.hidden; }; for (const l of document.querySelectorAll('.l')) l.onclick = () => { location.hash = l.textContent; };
	n.onmouseenter = () => { show(t, '<a href=/topics/rye>Rye</a> <button id=g>Grain</button>'); g.onclick = () => show(t, '<a href=/topics/grain>All grain</a>'); };
	f.onclick = () => fetch('/hours'); w.onclick = () => fetch('/where' + page);
	document.querySelector('main button').onclick = () => fetch('/mark' + page);</script>`

// TestUsual explores pages with the same around their content. What came to the same on
// three of them is left out of the others, and nothing else is.
func TestUsual(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		page := fmt.Sprintf(around, r.URL.Path)
		if r.URL.Path == "/other" { // the same with other code
			page = strings.Replace(page, "d.hidden = !d.hidden", "show(d, '<a href=/jobs>Jobs</a>')", 1)
		}
		_, _ = w.Write([]byte(page))
	}))
	t.Cleanup(server.Close)
	e := newExplorer(t).inTab(t)
	e.base = server.URL
	memory := &explore.Memory{}
	visit := func(path string, links ...string) *explore.Result {
		r := e.explore(t, path, explore.Config{Memory: memory})
		for _, link := range append(links, "/mark"+path, "/where"+path) {
			if !has(r, link) {
				t.Errorf("%s: %s was not found", path, link)
			}
		}
		return r
	}
	first := visit("/1", "/about", "/topics/rye", "/topics/grain", "/hours")
	visit("/2")
	third := visit("/3")
	fourth := visit("/4")
	t.Logf("events: %d, then %d", first.Events, fourth.Events)
	if third.Usual != 0 || fourth.Usual == 0 || 2*fourth.Events > first.Events || has(fourth, "/hours") {
		t.Errorf("%d controls of the third page and %d of the fourth were left out, of %d and %d events", third.Usual, fourth.Usual, first.Events, fourth.Events)
	}
	visit("/other", "/jobs", "/topics/grain", "/hours")
}
