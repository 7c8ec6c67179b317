package explore_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"dyncrawl/extract"
)

// Which of many alike things was chosen makes no state, that one of them was does. Of a
// few, each makes one.
func TestChosenAmongMany(t *testing.T) {
	t.Parallel()
	for names, want := range map[string]int{
		"ash beech birch cedar elm fir hazel larch lime maple oak pine": 2,
		"ash beech birch": 4,
	} {
		e := newExplorer(t).inTab(t)
		r := e.explorePage(t, inputHead+`<ul id=l><li>`+strings.ReplaceAll(names, " ", "<li>")+`</ul><script>
			for (const li of l.children) li.onclick = () => { l.querySelector('.is-selected')?.classList.remove('is-selected'); li.classList.add('is-selected'); };</script>`)
		if len(r.States) != want {
			t.Errorf("of %s, %d states", names, len(r.States))
		}
	}
}

// What only looks otherwise under the pointer is no state, and what was chosen otherwise is
// nothing new.
func TestLooksUnderThePointer(t *testing.T) {
	t.Parallel()
	e := newExplorer(t).inTab(t)
	r := e.explorePage(t, inputHead+`<nav id=l><button>Ash</button><button>Birch</button><button>Cedar</button></nav><p id=o>Ash trees</p><script>
		for (const b of l.children) {
			b.onmouseenter = () => { l.querySelector('.active')?.classList.remove('active'); b.classList.add('active'); };
			b.onclick = () => { o.textContent = b.textContent + ' trees'; };
		}</script>`)
	for _, edge := range r.Edges {
		if strings.HasPrefix(edge.Label, "hover") {
			t.Errorf("%s led to another state", edge.Label)
		}
	}
	if len(r.States) > 6 {
		t.Errorf("%d states", len(r.States))
	}
}

// calendar is one whose days bring a link each, of the month of June at first. August says
// how many days were pressed before.
const calendar = inputHead + `<a id=p>Last</a> <b id=m></b> <a id=n>Next</a><table id=d></table><p id=o></p><script>
	const months = ['May', 'June', 'July', 'August']; let at = 1, days = 0;
	function show(by) {
		at = Math.min(Math.max(at + by, 0), 3); m.textContent = months[at].split('').join(' '); d.textContent = '';
		if (by > 0 && at === 3) fetch('/august?days=' + days);
		for (let i = 0; i < 28; i++) {
			if (i % 7 === 0) d.insertRow();
			const day = d.rows[d.rows.length - 1].insertCell();
			day.className = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][i % 7] + (i > 12 ? ' past' : ' future');
			day.innerHTML = '<a href="#">' + (i + 1) + '</a>';
			day.onclick = (e) => { e.preventDefault(); days++; o.innerHTML = '<a href="/boats/' + at + '/' + (i + 1) + '">Boats</a>'; };
		}
	}
	p.onclick = () => show(-1); n.onclick = () => show(1); show(0);</script>`

// Most days of a calendar come after other months: they bring what the first ones do.
func TestDaysComeLast(t *testing.T) {
	t.Parallel()
	e := newExplorer(t).inTab(t)
	r := e.explorePage(t, calendar)
	const most = 25 // a sample of each kind of gesture
	for _, l := range r.Links {
		if u, err := url.Parse(l.URL); err == nil && u.Path == "/august" && !extract.IsGuess(l) {
			var days int
			if _, err := fmt.Sscan(u.Query().Get("days"), &days); err != nil || days > most {
				t.Errorf("%d days were pressed before, %v", days, err)
			}
			return
		}
	}
	t.Errorf("August was not reached in %d states with %d events", len(r.States), r.Events)
}
