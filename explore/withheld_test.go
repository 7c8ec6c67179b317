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
<button id=a>One</button> <button id=b>Two</button> <button id=c>Three</button> <button id=d>Four</button> <button id=e>Five</button>
<script>
a.onclick = () => fetch('/notes/3', { method: 'DELETE' });
b.onclick = () => { const x = new XMLHttpRequest(); x.open('POST', '/users/7/ban'); x.send(); };
c.onclick = () => navigator.sendBeacon('/unsubscribe', 'n=1');
d.onclick = () => fetch('/graphql', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query: 'mutation { deleteNote(id: 3) { id } }' }) });
e.onclick = () => fetch('/notes/list', { method: 'POST', body: 'page=2' });
</script>`

// TestWithheld: what a button says is not all that tells what it does. A request that
// would do harm is a link, but is not sent, unless the flow says that all is.
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
	harmful := []string{"/graphql", "/notes/3", "/unsubscribe", "/users/7/ban"}
	for _, c := range []struct {
		forms explore.Forms
		want  []string
	}{
		{explore.FillForms, nil},
		{explore.AllForms, harmful},
	} {
		t.Run(string(c.forms), func(t *testing.T) {
			mu.Lock()
			sent = nil
			mu.Unlock()
			r := e.explore(t, "/", explore.Config{Forms: c.forms})
			mu.Lock()
			defer mu.Unlock()
			for _, path := range append([]string{"/notes/list"}, c.want...) {
				if !slices.Contains(sent, path) {
					t.Errorf("%s was not sent", path)
				}
			}
			for _, path := range harmful {
				if c.want == nil && slices.Contains(sent, path) {
					t.Errorf("%s was sent", path)
				}
				if !has(r, path) {
					t.Errorf("%s is no link", path)
				}
			}
			if c.want == nil && r.Refused < len(harmful) {
				t.Errorf("%d things were left alone", r.Refused)
			}
		})
	}
}
