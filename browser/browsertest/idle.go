package browsertest

import (
	"testing"
	"time"

	"dyncrawl/browser"
)

// testIdle awaits an idle moment behind a press, after which Chromium has none by itself.
func testIdle(t *testing.T, s *suite) {
	tab, _ := s.visit(t, "/idle.html")
	if err := tab.Perform(t.Context(), browser.Gesture{Kind: browser.Press, Path: "#b"}); err != nil {
		t.Fatal(err)
	}
	if err := tab.Settle(t.Context(), settle); err != nil {
		t.Fatal(err)
	}
	var title string
	for _, do := range []string{"document.title", "requestIdleCallback(() => { document.title = 'idle'; }), document.title"} {
		if err := tab.Eval(t.Context(), do, &title); err != nil || title != "pressed" {
			t.Fatalf("%q, %v", title, err)
		}
	}
	if err := tab.AwaitIdle(t.Context(), 3*time.Second); err != nil {
		t.Fatal(err)
	}
	if err := tab.Eval(t.Context(), "document.title", &title); err != nil || title != "idle" {
		t.Errorf("%q, %v", title, err)
	}
}
