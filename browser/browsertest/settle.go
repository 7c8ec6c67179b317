package browsertest

import (
	"strings"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
)

// shows is a page and what its settled DOM must show.
type shows struct{ name, path, html, partial string }

var settleTests = append([]test{
	{"the request that a click sets off late is waited for", testClick},
	{"a page that never finishes loading is kept", func(t *testing.T, s *suite) {
		p := s.hurry(t, "/drip")
		if p.Partial != browser.LoadTimeout || !strings.Contains(p.HTML, "begun") {
			t.Errorf("partial %q: %s", p.Partial, p.HTML)
		}
	}},
	{"a page that grows for ever is kept", func(t *testing.T, s *suite) {
		p := s.hurry(t, "/growing.html")
		if p.Partial != browser.NeverSettled || !strings.Contains(p.HTML, "<li>9</li>") {
			t.Errorf("partial %q: %s", p.Partial, p.HTML)
		}
	}},
	{"a page that keeps navigating", func(t *testing.T, s *suite) {
		tab := s.tab(t)
		if err := tab.Goto(t.Context(), s.site.URL+"/reload.html"); err != nil {
			t.Fatal(err)
		}
		wantClass(t, tab.Settle(t.Context(), settle), dyncrawl.ClassNavLoop)
	}},
}, showTests(
	shows{"late XHR", "/late-xhr.html", `<p id="out">late words</p>`, ""},
	shows{"streams and beacons are not waited for", "/streams.html", "complete", ""},
	shows{"polls are not waited for", "/poll.html", "complete", ""},
	shows{"pages fetched one after the other are no poll", "/pages.html", "page 11, page 12", ""},
	shows{"a long poll is not waited for", "/longpoll.html", "complete", ""},
	shows{"a clock is not waited for", "/clock.html", "Clock", ""},
	shows{"DOM of frames", "/frames.html", "around", ""},
)...)

func showTests(rows ...shows) []test {
	var tests []test
	for _, row := range rows {
		tests = append(tests, test{row.name, func(t *testing.T, s *suite) {
			_, p := s.visit(t, row.path)
			if p.Partial != row.partial || !strings.Contains(p.HTML, row.html) {
				t.Errorf("partial %q, HTML without %q:\n%s", p.Partial, row.html, p.HTML)
			}
		}})
	}
	return tests
}

// hurry visits a page with a small budget.
func (s *suite) hurry(t *testing.T, path string) *dyncrawl.Page {
	t.Helper()
	tab := s.tab(t)
	if err := tab.Goto(t.Context(), s.site.URL+path); err != nil {
		t.Fatal(err)
	}
	if err := tab.Settle(t.Context(), browser.SettleConfig{Budget: time.Second}); err != nil {
		t.Fatal(err)
	}
	p, err := tab.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func testClick(t *testing.T, s *suite) {
	tab, _ := s.visit(t, "/click.html")
	if err := tab.Eval(t.Context(), "more.click()", nil); err != nil {
		t.Fatal(err)
	}
	if err := tab.Settle(t.Context(), settle); err != nil {
		t.Fatal(err)
	}
	if html, err := tab.HTML(t.Context()); err != nil || !strings.Contains(html, `<p id="out">late words</p>`) {
		t.Errorf("%v: %s", err, html)
	}
}
