package explore_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/explore"
)

const withheldPage = `<!doctype html><title>Buttons that do not say what they do</title>
<button id=a>One</button> <button id=b>Two</button> <button id=c>Three</button> <button id=d>Four</button> <button id=e>Five</button> <button id=f>Six</button> <button id=g>Seven</button>
<button id=h>Show the note</button> <button id=i>Eight</button> <button id=j>Nine</button> <button id=k>Ten</button> <form id=l><button>Eleven</button></form> <form method=post action=/notes/5/pin><button>Thirteen</button></form> <label>Copies <input id=m></label> <a href=/notes/4 id=n>Twelve</a>
<button aria-label="Fourteen" id=o>14</button> <form id=p><input type=email aria-label="Fifteen"><button>Fifteen</button></form> <button id=q>&rsaquo;</button>
<nav><ul><li>Twenty<ul id=x><li>Hoist</ul></ul></nav> <ul><li id=r>Sixteen folders</li><li id=s>16</li></ul> <button id=t>Seventeen</button> <ul id=u hidden><li>Eighteen</li></ul> <label>Town <input id=v autocomplete=off></label> <ul id=w></ul>
<script>
a.onclick = () => fetch('/notes/3', { method: 'DELETE' });
b.onclick = () => { const x = new XMLHttpRequest(); x.open('POST', '/users/7/ban'); x.send(); };
c.onclick = () => navigator.sendBeacon('/unsubscribe', 'n=1');
d.onclick = () => fetch('/graphql', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query: 'mutation { deleteNote(id: 3) { id } }' }) });
fetch('/notes/mine', { method: 'POST' });
e.onclick = () => fetch('/notes/list', { method: 'POST', body: 'page=2' });
f.onclick = () => fetch('/notes/3/star', { method: 'POST' });
const post = (path, body) => fetch(path, { method: 'POST', body });
h.onclick = () => post('/notes/3/text');
i.onclick = () => post('/graphql/notes', JSON.stringify({ query: 'mutation { starNote(id: 3) { id } }' }));
j.onclick = () => post('/rpc', JSON.stringify({ method: 'getNote' }));
k.onclick = () => post('/notes/mine', '4');
l.onsubmit = (e) => { e.preventDefault(); post('/notes/3/pin'); };
m.onchange = () => post('/notes/copies', m.value);
o.onclick = () => post('/notes/3/heart');
p.onsubmit = (e) => { e.preventDefault(); post('/notes/3/readers'); };
q.onclick = () => post('/notes/5');
r.onclick = () => post('/folders/16');
s.onclick = () => post('/notes/16');
x.firstChild.onclick = () => post('/notes/3/hoist');
t.onclick = () => { u.hidden = false; };
u.firstChild.onclick = () => post('/notes/3/lift');
v.oninput = () => { w.innerHTML = '<li>Nineteen</li>'; w.firstChild.onclick = () => post('/towns/19'); };
document.onclick = (e) => { if (e.target === document.documentElement || e.target === document.body) post('/menus'); };
n.onclick = (e) => { e.preventDefault(); post('/notes/4'); };
g.onclick = () => fetch('/data', { method: 'POST', body: JSON.stringify({ query: '{ note(id: 3) { text } }' }) });
</script>`

// TestWithheld: what a button says is not all that tells what it does. A request that
// would do harm is a link, but is not sent, unless the flow says that all is; nor is one of
// which nothing says that it asks. Where the flow says that nothing is sent, only what asks
// is, and what the page is made of.
func TestWithheld(t *testing.T) {
	t.Parallel()
	e := newExplorer(t)
	all := []string{"/data", "/folders/16", "/graphql", "/graphql/notes", "/menus", "/notes/16", "/notes/3", "/notes/3/heart", "/notes/3/hoist", "/notes/3/lift", "/notes/3/pin", "/notes/3/readers", "/notes/3/star", "/notes/3/text", "/notes/4", "/notes/5", "/notes/copies", "/notes/list", "/notes/mine", "/rpc", "/towns/19", "/unsubscribe", "/users/7/ban"}
	for forms, withheld := range map[explore.Forms][]string{
		explore.AllForms:  nil,
		explore.FillForms: {"/graphql", "/graphql/notes", "/notes/16", "/notes/3", "/notes/3/heart", "/notes/3/hoist", "/notes/3/lift", "/notes/3/pin", "/notes/3/readers", "/notes/3/star", "/unsubscribe", "/users/7/ban"},
		explore.NoForms:   {"/folders/16", "/graphql", "/graphql/notes", "/menus", "/notes/16", "/notes/3", "/notes/3/heart", "/notes/3/hoist", "/notes/3/lift", "/notes/3/pin", "/notes/3/readers", "/notes/3/star", "/notes/3/text", "/notes/4", "/notes/5", "/notes/copies", "/towns/19", "/unsubscribe", "/users/7/ban"},
	} {
		e.beside(t, string(forms), func(t *testing.T, e *explorer) {
			var sent sync.Map
			site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				sent.Store(r.URL.Path, true)
				w.Header().Set("Content-Type", "text/html")
				io.WriteString(w, withheldPage)
			}))
			defer site.Close()
			e.base = site.URL
			r := e.explore(t, "/", explore.Config{Forms: forms})
			for _, path := range all {
				_, was := sent.Load(path)
				if want := !slices.Contains(withheld, path); was != want {
					t.Errorf("%s was sent: %t, want %t", path, was, want)
				}
				if inForm := path == "/notes/3/pin" || path == "/notes/3/readers"; !has(r, path) && (!inForm || forms != explore.NoForms) {
					t.Errorf("%s is no link", path)
				}
			}
			if got := slices.ContainsFunc(r.Requests, func(r dyncrawl.Request) bool { return strings.HasSuffix(r.URL, "/notes/5/pin") }); got != (forms == explore.AllForms) {
				t.Errorf("the form with nothing to fill in is a request: %t", got)
			}
			if r.Refused < len(withheld) {
				t.Errorf("%d things were left alone", r.Refused)
			}
		})
	}
}

// notSelected are pages whose only words would be pressed or carried by selecting them, and
// the paths that they are selected at.
var notSelected = map[string]struct {
	page  string
	paths []string
}{
	"covered": {`<p id=p>A long text that tells what is in the folder and what is not</p>
		<button id=b style="position:absolute;left:0;top:0;width:100%;height:90px">Remove all</button><script>b.onclick = () => fetch('/harm');</script>`, []string{"document", "#p"}},
	"carried": {`<div draggable=true>Words that are carried as a whole</div><script>document.ondragstart = () => fetch('/harm');</script>`, []string{"document"}},
}

// TestWordsThatAreNotSelected: the pointer does not press at words that something lies over,
// which would be pressed, nor at those of what is carried.
func TestWordsThatAreNotSelected(t *testing.T) {
	t.Parallel()
	e := newExplorer(t)
	for name, c := range notSelected {
		e.beside(t, name, func(t *testing.T, e *explorer) {
			var sent atomic.Bool
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/harm" {
					sent.Store(true)
				}
				_, _ = w.Write([]byte("<!doctype html><meta charset=utf-8><title>Folder</title>" + c.page))
			}))
			defer server.Close()
			e.base = server.URL
			e.open(t, "/")
			for _, path := range c.paths {
				if err := e.tab.Perform(t.Context(), browser.Gesture{Kind: browser.Mark, Path: path}); name == "covered" && !errors.Is(err, browser.ErrOutOfReach) {
					t.Errorf("%s: %v", path, err)
				}
			}
			if err := e.tab.Settle(t.Context(), browser.SettleConfig{}); err != nil {
				t.Fatal(err)
			}
			if sent.Load() {
				t.Error("something was pressed")
			}
		})
	}
}
