package explore_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"dyncrawl/explore"
)

const withheldPage = `<!doctype html><title>Buttons that do not say what they do</title>
<button id=a>One</button> <button id=b>Two</button> <button id=c>Three</button> <button id=d>Four</button> <button id=e>Five</button> <button id=f>Six</button> <button id=g>Seven</button>
<script>
a.onclick = () => fetch('/notes/3', { method: 'DELETE' });
b.onclick = () => { const x = new XMLHttpRequest(); x.open('POST', '/users/7/ban'); x.send(); };
c.onclick = () => navigator.sendBeacon('/unsubscribe', 'n=1');
d.onclick = () => fetch('/graphql', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query: 'mutation { deleteNote(id: 3) { id } }' }) });
fetch('/notes/mine', { method: 'POST' });
e.onclick = () => fetch('/notes/list', { method: 'POST', body: 'page=2' });
f.onclick = () => fetch('/notes/3/star', { method: 'POST' });
g.onclick = () => fetch('/data', { method: 'POST', body: JSON.stringify({ query: '{ note(id: 3) { text } }' }) });
</script>`

// TestWithheld: what a button says is not all that tells what it does. A request that
// would do harm is a link, but is not sent, unless the flow says that all is. Where it says
// that nothing is, only what asks is, and what the page is made of.
func TestWithheld(t *testing.T) {
	var mu sync.Mutex
	var sent []string
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.URL.Path != "/" {
			sent = append(sent, r.URL.Path)
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, withheldPage)
	}))
	defer site.Close()
	e := newExplorer(t).inTab(t)
	e.base = site.URL
	all := []string{"/data", "/graphql", "/notes/3", "/notes/3/star", "/notes/list", "/notes/mine", "/unsubscribe", "/users/7/ban"}
	for forms, withheld := range map[explore.Forms][]string{
		explore.AllForms:  nil,
		explore.FillForms: {"/graphql", "/notes/3", "/unsubscribe", "/users/7/ban"},
		explore.NoForms:   {"/graphql", "/notes/3", "/notes/3/star", "/unsubscribe", "/users/7/ban"},
	} {
		t.Run(string(forms), func(t *testing.T) {
			mu.Lock()
			sent = nil
			mu.Unlock()
			r := e.explore(t, "/", explore.Config{Forms: forms})
			mu.Lock()
			defer mu.Unlock()
			for _, path := range all {
				if was, want := slices.Contains(sent, path), !slices.Contains(withheld, path); was != want {
					t.Errorf("%s was sent: %t, want %t", path, was, want)
				}
				if !has(r, path) {
					t.Errorf("%s is no link", path)
				}
			}
			if r.Refused < len(withheld) {
				t.Errorf("%d things were left alone", r.Refused)
			}
		})
	}
}
