package explore_test

import (
	"strings"
	"testing"
)

// TestIdleBehindOthers explores a page that waits for an idle moment in the tab of one that
// drew while its window was resized, after which Chromium has no such moment any more.
func TestIdleBehindOthers(t *testing.T) {
	e := newExplorer(t)
	t.Run("drawing", func(t *testing.T) {
		e.inTab(t).explorePage(t, `<!doctype html><body><p id=p></p><script>let n = 0; (function draw() { p.textContent = n++; requestAnimationFrame(draw); })()</script>`)
	})
	t.Run("idle", func(t *testing.T) {
		e.inTab(t).wantMark(t, `<!doctype html><body><script>setTimeout(() => requestIdleCallback(() => fetch('/mark')), 5000)</script><p>`+strings.Repeat("Words of the page. ", 20))
	})
}
