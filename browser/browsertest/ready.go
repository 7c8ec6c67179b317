package browsertest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"

	"dyncrawl/browser"
)

// readyPages are pages that are complete at a moment of their own: they say so
// in their text, and keep the moment in window.readyAt, in milliseconds.
var readyPages = []string{
	"late-xhr", "chain", "beacon", "socket-ticker", "socket-content", "events", "animation", "skeleton", "lazy-chunk", "worker",
	"module-preload", "idle", "timers", "poll", "longpoll", "element", "frame", "frames", "busy", "route", "database", "kept",
	"stream", "ten-seconds",
}

func readyPath(name string) string {
	if name == "stream" {
		return "/ready/stream"
	}
	return "/ready/" + name + ".html"
}

var readyTests = func() (tests []test) {
	tests = append(tests, test{"a page that waits for its clock while that stands still", testBusyWait},
		test{"a long press lasts on a busy page", testLongPress},
		test{"time that is left over", testLeftOver},
		test{"complete: ten-seconds, though it was slow", testSlow},
		test{"an answer that nobody reads", testUnread},
		test{"frames of a page that was busy", testFramesLater})
	for _, name := range readyPages {
		tests = append(tests, test{"complete: " + name, func(t *testing.T, s *suite) {
			_, p := s.visit(t, readyPath(name))
			if p.Partial != "" || !strings.Contains(p.HTML, `<p id="out">complete</p>`) {
				t.Errorf("partial %q: %s", p.Partial, p.HTML)
			}
		}})
	}
	return tests
}()

// testBusyWait: such a page is said to hang, so that it is visited in real time.
func testBusyWait(t *testing.T, s *suite) {
	_, p := s.visit(t, "/ready/slices.html")
	if p.Partial != browser.ScriptHang {
		t.Errorf("partial %q: %s", p.Partial, p.HTML)
	}
}

// testLongPress: the press lasts by the page's clock, however long that takes.
func testLongPress(t *testing.T, s *suite) {
	tab := s.held(t, "/explore/busy.html")
	do(t, tab, browser.Gesture{Kind: browser.PressLong, Path: "#box"})
	var title string
	if err := tab.Eval(t.Context(), "document.title", &title); err != nil || title != "Held" {
		t.Errorf("%s, %v", title, err)
	}
}

// testLeftOver: what was granted to a page that did not take its time must not stop
// its clock again and again later.
func testLeftOver(t *testing.T, s *suite) {
	tab := s.tab(t)
	if err := tab.Goto(t.Context(), s.site.URL+"/open.html"); err != nil {
		t.Fatal(err)
	}
	for n := range 30 {
		_, err := cdp.Call(t.Context(), tab.Session(), emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{
			Policy: emulation.VirtualTimePolicyPauseIfNetworkFetchesPending, Budget: new(float64(200 + 10*n))})
		if err != nil {
			t.Fatal(err)
		}
	}
	err := tab.Eval(t.Context(), "waiting.abort()", nil)
	if err == nil {
		err = tab.Settle(t.Context(), browser.SettleConfig{Budget: time.Second})
	}
	if err != nil {
		t.Fatal(err)
	}
	if p, err := tab.Snapshot(t.Context()); err != nil || p.Partial != "" {
		t.Errorf("partial %q, %v", p.Partial, err)
	}
}

// testSlow: a page whose quiet time is real, as it is where the page took too long
// over skipped time, is asked all the same what it does much later.
func testSlow(t *testing.T, s *suite) {
	tab := s.tab(t)
	cfg := settle
	cfg.Real = true
	if err := errors.Join(tab.Goto(t.Context(), s.site.URL+readyPath("ten-seconds")), tab.Settle(t.Context(), cfg)); err != nil {
		t.Fatal(err)
	}
	p, err := tab.Snapshot(t.Context())
	if err != nil || p.Partial != "" || !strings.Contains(p.HTML, `<p id="out">complete</p>`) {
		t.Errorf("partial %q, %v: %s", p.Partial, err, p.HTML)
	}
}

// testFramesLater: Chromium draws late by as much as the page's clock is behind, so it
// must catch up when the page was busy.
func testFramesLater(t *testing.T, s *suite) {
	tab := s.tab(t)
	if err := tab.Goto(t.Context(), s.site.URL+"/open.html"); err != nil {
		t.Fatal(err)
	}
	const (
		count = `new Promise((done) => {
			const request = new XMLHttpRequest();
			request.open("GET", "/api/after?ms=1500", false);
			request.send();
			let frames = 0;
			const draw = () => { frames++; requestAnimationFrame(draw); };
			draw();
			const end = performance.now() + 2000;
			const check = () => performance.now() < end ? setTimeout(check, 50) : done(frames);
			check();
		})`
		few = 10 // of 120
	)
	var frames int
	if err := tab.Eval(t.Context(), count, &frames); err != nil || frames < few {
		t.Errorf("%d frames in two seconds, %v", frames, err)
	}
}

// testUnread: Chromium does not tell that such an answer is complete.
func testUnread(t *testing.T, s *suite) {
	tab := s.tab(t)
	cfg := settle
	cfg.Budget = 3 * time.Second // less than a long poll is waited for
	if err := errors.Join(tab.Goto(t.Context(), s.site.URL+readyPath("unread")), tab.Settle(t.Context(), cfg)); err != nil {
		t.Fatal(err)
	}
	p, err := tab.Snapshot(t.Context())
	if err != nil || p.Partial != "" || !strings.Contains(p.HTML, `<p id="out">complete</p>`) {
		t.Errorf("partial %q, %v: %s", p.Partial, err, p.HTML)
	}
}

// BenchmarkSettle holds the time that Settle takes against the moment at which
// each of the pages is complete, as the page itself measures it in real time.
func BenchmarkSettle(b *testing.B, open Open) {
	s := &suite{open: open, site: newSite(b), driver: launch(b, open)}
	for b.Loop() {
		var ratios []float64
		for _, name := range readyPages {
			ready, settled := s.readyAt(b, name), s.settledAt(b, name)
			ratio := settled.Seconds() / ready.Seconds()
			b.Logf("%-15s complete after %5d ms, settled after %5d ms: %.2f", name, ready.Milliseconds(), settled.Milliseconds(), ratio)
			ratios = append(ratios, ratio)
		}
		slices.Sort(ratios)
		b.ReportMetric(ratios[len(ratios)*95/100], "p95-ratio")
		b.ReportMetric(ratios[len(ratios)/2], "median-ratio")
	}
}

// readyAt returns when the page is complete in a tab that keeps real time.
func (s *suite) readyAt(b *testing.B, name string) time.Duration {
	tab := newTab(b, s.context(b), browser.RealTime)
	if err := tab.Goto(b.Context(), s.site.URL+readyPath(name)); err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(b.Context(), 20*time.Second)
	defer cancel()
	var ms float64
	for ms == 0 {
		if err := tab.Eval(ctx, "new Promise((go) => setTimeout(() => go(window.readyAt ?? 0), 20))", &ms); err != nil {
			b.Fatalf("%s: %v", name, err)
		}
	}
	return time.Duration(ms * float64(time.Millisecond))
}

func (s *suite) settledAt(b *testing.B, name string) time.Duration {
	tab := newTab(b, s.context(b), browser.SkipQuiet)
	if err := tab.Goto(b.Context(), s.site.URL+readyPath(name)); err != nil {
		b.Fatal(err)
	}
	if err := tab.Settle(b.Context(), settle); err != nil {
		b.Fatalf("%s: %v", name, err)
	}
	p, err := tab.Snapshot(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	if !strings.Contains(p.HTML, "complete</p>") {
		b.Errorf("%s is not complete", name)
	}
	return p.Timing.Settled
}

// wait sleeps as many milliseconds as the request says.
func wait(r *http.Request) {
	ms, _ := strconv.Atoi(r.FormValue("ms"))
	select {
	case <-time.After(time.Duration(ms) * time.Millisecond):
	case <-r.Context().Done():
	}
}

// feed is an event stream that counts, ten times a second.
func feed(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for n := 1; r.Context().Err() == nil; n++ {
		time.Sleep(100 * time.Millisecond)
		fmt.Fprintf(w, "data: %d\n\n", n)
		w.(http.Flusher).Flush()
	}
}

// stream is a document that comes in parts.
func stream(w http.ResponseWriter, r *http.Request) {
	fmt.Fprint(w, `<!doctype html><title>Parts</title><p id="out">loading</p>`)
	for n := range 5 {
		fmt.Fprintf(w, "<p>part %d</p>", n)
		w.(http.Flusher).Flush()
		time.Sleep(100 * time.Millisecond)
	}
	fmt.Fprint(w, `<script>out.textContent = "complete"; window.readyAt = performance.now();</script>`)
}
