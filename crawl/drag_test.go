package crawl_test

import (
	"io"
	"net/http"
	"sync"
	"testing"
	"time"
)

// TestDragCutOff: a page's time is over while its script heeds what has begun to be carried
// there. What the next page in the tab is done to must reach it.
func TestDragCutOff(t *testing.T) {
	t.Parallel()
	var came time.Time
	var first sync.Once
	kept, summary, err := crawlSite(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/cards":
			first.Do(func() { came = time.Now() })
			io.WriteString(w, `<!doctype html><title>Cards</title><a href="/keys">Messages</a><ul><li draggable=true>One<li draggable=true>Two</ul><script>
				addEventListener('dragstart', (e) => {
					e.dataTransfer.setData('text', 'card');
					const asked = new XMLHttpRequest();
					asked.open('GET', '/slow', false);
					asked.send();
				});
				addEventListener('dragover', (e) => e.preventDefault());
				addEventListener('drop', (e) => e.preventDefault());</script>`)
		case "/slow":
			time.Sleep(time.Until(came.Add(2500 * time.Millisecond))) // shortly after the page's time, so that it is the browser that tells of the drag too late
		case "/keys":
			io.WriteString(w, `<!doctype html><title>Messages</title><p>Keys: <kbd>j</kbd> next message, <kbd>k</kbd> the one before</p><script>addEventListener('keydown', (e) => { if (e.key === 'j') fetch('/fo' + 'und'); });</script>`)
		}
	}, `
name: test
vars: {base: ""}
start: ${base}/cards
scope: {include: ["${base}/cards", "${base}/keys"]}
explore: {time: 2s}
`)
	if err != nil {
		t.Fatal(err)
	}
	if n := number(t, kept, `SELECT count(*) FROM links WHERE url LIKE '%/found' AND source NOT LIKE 'guess%'`); n == 0 {
		t.Errorf("no key reached the next page: %+v", summary)
	}
	if n := number(t, kept, `SELECT count(*) FROM explorations WHERE limits LIKE '%time%'`); n == 0 {
		t.Error("no page was cut short")
	}
}
