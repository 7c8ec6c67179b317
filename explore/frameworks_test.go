package explore_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"dyncrawl/explore"
)

// Each page has one element whose handler its framework keeps to itself, among many that
// nobody listens to.
var frameworks = map[string]string{
	"react": `<div id=root></div><script src=/react.production.min.js></script><script src=/react-dom.production.min.js></script><script>
		const e = React.createElement, words = Array.from({ length: 40 }, (_, n) => e('div', { key: n, className: 'w' }, e('b', null, 'Word ' + n)));
		ReactDOM.createRoot(root).render(e('main', null, words, e('span', { onDoubleClick: () => fetch('/mark') }, 'Map')));</script>`,
	"react, an entry": `<div id=root></div><script src=/react.production.min.js></script><script src=/react-dom.production.min.js></script><script>
		const e = React.createElement, words = Array.from({ length: 40 }, (_, n) => e('div', { key: n, className: 'w' }, e('b', null, 'Word ' + n)));
		ReactDOM.createRoot(root).render(e('main', null, words, e('input', { onKeyDown: (k) => { if (k.key === 'Enter') fetch('/mark'); } })));</script>`,
	"jquery": `<script src=/jquery.min.js></script><main></main><script>
		for (let n = 0; n < 40; n++) $('main').append('<div class=w><b>Word ' + n + '</b></div>');
		$('main').append('<span class=map>Map</span>');
		$(document).on('dblclick', '.map', () => fetch('/mark'));</script>`,
	"solid": `<script type=importmap>{"imports": {"solid-js": "/solid-solid.js", "solid-js/web": "/solid-web.js"}}</script><main id=m></main><script type=module>
		import html from '/solid-html.js';
		import { render } from 'solid-js/web';
		render(() => html` + "`<span onDblClick=${() => fetch('/mark')}>Map</span>${Array.from({ length: 40 }, (_, n) => html`<div class=w><b>Word ${n}</b></div>`)}`" + `, m);</script>`,
	"svelte": `<div id=root></div><script src=/svelte-words.js></script>`,
}

// TestFrameworks: what a framework listens to at the root of the page is for some of its
// elements, and nothing is done to the others, nor to the root.
func TestFrameworks(t *testing.T) {
	t.Parallel()
	most := map[string]int{"react": 40, "react, an entry": 40, "jquery": 6, "solid": 6, "svelte": 6} // 92, 98, 11, 11 and 18 where nothing is known of them
	files := http.FileServer(http.Dir("testdata/frameworks"))
	e := newExplorer(t)
	for name, page := range frameworks {
		e.beside(t, name, func(t *testing.T, e *explorer) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.Path {
				case "/":
					w.Header().Set("Content-Type", "text/html; charset=utf-8")
					io.WriteString(w, "<!doctype html><title>Words</title>"+page)
				default:
					files.ServeHTTP(w, r)
				}
			}))
			t.Cleanup(func() {
				server.CloseClientConnections()
				server.Close()
			})
			e.base = server.URL
			r := e.explore(t, "/", explore.Config{})
			if !has(r, "/mark") || r.Events > most[name] {
				t.Errorf("found: %t, after %d events, at most %d", has(r, "/mark"), r.Events, most[name])
			}
		})
	}
}
