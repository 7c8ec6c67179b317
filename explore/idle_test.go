package explore_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"dyncrawl/browser"
)

// TestIdleBehindOthers explores a page that waits for an idle moment behind one that drew
// while its window was resized, after which its tab may have no such moment any more.
func TestIdleBehindOthers(t *testing.T) {
	e := newExplorer(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, `<!doctype html><body><script>let n = 0; (function draw() { document.body.textContent = n++; requestAnimationFrame(draw); })()</script>`)
	}))
	t.Cleanup(server.Close)
	tab, err := e.pool.Acquire(t.Context(), browser.SkipQuiet)
	if err == nil {
		err = tab.Goto(t.Context(), server.URL)
	}
	for _, window := range []string{"narrow", "usual"} {
		if err == nil {
			err = tab.Settle(t.Context(), browser.SettleConfig{Frames: true})
		}
		if err == nil {
			err = tab.Perform(t.Context(), browser.Gesture{Kind: browser.Show, Path: "document", Value: window})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	e.pool.Release(tab)
	e.inTab(t).wantMark(t, `<!doctype html><body><script>setTimeout(() => requestIdleCallback(() => fetch('/mark')), 5000)</script><p>`+strings.Repeat("Words of the page. ", 20))
}
