package explore_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"dyncrawl/browser"
)

// Entries of what comes up under a field are told by where they are: of a calendar days that
// are to be had, of a list that is too short for the second one those for other letters.
func TestTakenFromUnderAField(t *testing.T) {
	t.Parallel()
	const page = `<!doctype html><meta charset=utf-8><title>Fields</title><style>div{position:relative}table,ul{position:absolute;background:#fff;margin:0;padding:0}</style>
		<div><label>Day<br><input id=day readonly></label><table hidden></table></div><p>Words<div><label>Town<br><input id=town></label><ul></ul></div><script>
		const month = document.querySelector('table'), list = document.querySelector('ul');
		day.onfocus = () => { month.hidden = false; month.innerHTML = '<caption>June' + [...Array(35)].map((_, i) => (i % 7 ? '' : '<tr>') + '<td class="' + (i < 30 ? i < 25 ? 'disabled' : 'day' : 'nextMonth') + '">' + (i % 30 + 1)).join(''); };
		month.onclick = (e) => { day.value = e.target.className + ' ' + e.target.textContent; month.hidden = true; };
		town.oninput = () => { list.innerHTML = ['Danzig', 'Stargard', 'Anholt'].filter((n) => n.toLowerCase().includes(town.value)).map((n) => '<li>' + n).join(''); if (town.value.length < 2) list.innerHTML = ''; };
		list.onclick = (e) => { town.value = e.target.textContent; list.textContent = ''; };</script>`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(page)) }))
	defer server.Close()
	e := newExplorer(t).inTab(t)
	e.base = server.URL
	e.open(t, "/")
	for _, c := range []struct{ field, number, want string }{{"day", "1", "day 29"}, {"town", "1", "Danzig"}, {"town", "2", "Anholt"}} {
		for _, g := range []browser.Gesture{{Kind: browser.Press, Path: "#" + c.field}, {Kind: browser.Take, Path: "#" + c.field, Value: c.number}} {
			if err := e.tab.Perform(t.Context(), g); err != nil {
				t.Fatal(err)
			}
		}
		var got string
		if err := e.tab.Eval(t.Context(), c.field+".value", &got); err != nil {
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("number %s at %s: %q, want %q", c.number, c.field, got, c.want)
		}
	}
}
