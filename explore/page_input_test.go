package explore_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"dyncrawl/explore"
)

// inputs are pages that show a link to /mark, which stands nowhere in their source,
// once something was typed, chosen or pressed with keys.
var inputs = []struct{ name, page string }{
	{"an option before the present one", `<select id=s><option>a<option>b<option selected>c<option>d</select><p id=o></p><script>
		s.onchange = () => { if (s.value === 'a') show(); };</script>`},
	{"an option of a select that the page draws", `<style>#s, #s::picker(select) { appearance: base-select }</style>
		<select id=s><option value="">Choose<option>b<option>c<option>d</select><p id=o></p><script>
		s.onchange = () => { if (s.value === 'c') show(); };</script>`},
	{"another colour than the present one", `<input type=color id=c value=#336699><p id=o></p><script>
		c.onchange = () => { if (c.value !== '#336699') show(); };</script>`},
	{"another number than the present one", `<input type=number id=c value=1><p id=o></p><script>
		c.onchange = () => { if (c.value !== '1') show(); };</script>`},
	{"digits", `<label>Kilometres <input id=c inputmode=numeric></label><p id=o></p><script>
		c.onblur = () => { if (/^\d+$/.test(c.value)) show(); };</script>`},
	{"a code of as many digits as there is room for", `<form onsubmit="return false"><input id=c inputmode=numeric maxlength=5></form><p id=o></p><script>
		c.oninput = () => { if (/^\d{5}$/.test(c.value)) show(); };</script>`},
	{"a code that was sent", `<form onsubmit="return false"><input id=c autocomplete=one-time-code></form><p id=o></p><script>
		c.oninput = () => { if (/^\d{6}$/.test(c.value)) show(); };</script>`},
	{"a register of things", `<form onsubmit="show(); return false"><label>Part <input required pattern="[A-Z]{2}[0-9]{3}"></label>
		<label>Built <input type=date max=2020-01-01 required></label><label><input type=checkbox required> It is mine</label><button>Register</button></form><p id=o></p>`},
	{"numbers that depend on one another", `<form id=f onsubmit="show(); return false"><input type=number name=a min=1 max=9 required><input type=number name=b min=1 max=9 required>
		<button>Go</button></form><p id=o></p><script>
		f.oninput = () => f.a.setCustomValidity(+f.a.value > +f.b.value ? '' : 'The first must be greater');</script>`},
	{"dates that depend on one another", `<form id=f onsubmit="show(); return false"><input type=date name=a required><input type=date name=b required>
		<button>Go</button></form><p id=o></p><script>
		f.oninput = () => f.b.setCustomValidity(f.a.value < f.b.value ? '' : 'It must end later');</script>`},
}

const inputHead = `<!doctype html><meta charset=utf-8><title>Input</title><script>
function show() { o.innerHTML = '<a href="/' + ['ma', 'rk'].join('') + '">More</a>'; }</script>`

func TestPageInputs(t *testing.T) {
	var page string
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, inputHead+page)
	}))
	defer site.Close()
	e := newExplorer(t)
	e.base = site.URL
	for _, c := range inputs {
		t.Run(c.name, func(t *testing.T) {
			page = c.page
			if r := e.explore(t, "", explore.Config{}); !has(r, "/mark") {
				t.Errorf("not found in %d states after %d events, %v", len(r.States), r.Events, r.Limits)
			}
		})
	}
}
