package explore_test

import (
	"context"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
	"dyncrawl/demo"
	"dyncrawl/explore"
	"dyncrawl/extract"
)

// explorer opens pages of the practice sites in a tab.
type explorer struct {
	pool  *browser.Pool
	tab   *browser.Tab
	sites *demo.Sites
	base  string
}

// newExplorer returns an explorer that has no tab yet.
func newExplorer(t *testing.T) *explorer {
	sites, err := demo.New(demo.Config{})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(sites)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	open := func(context.Context) (browser.Driver, error) {
		return chromedp.Launch(t.Context(), chrome.Config{KeepFrames: true})
	}
	pool := browser.NewPool(open, browser.PoolConfig{Tabs: runtime.GOMAXPROCS(0)})
	t.Cleanup(func() { pool.Close() })
	return &explorer{pool: pool, sites: sites, base: server.URL}
}

// inTab returns an explorer with a tab of its own.
func (e *explorer) inTab(t *testing.T) *explorer {
	t.Helper()
	tab, err := e.pool.Acquire(t.Context(), browser.SkipQuiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.pool.Release(tab) })
	return &explorer{e.pool, tab, e.sites, e.base}
}

// beside runs the test beside others, in a tab of its own: a page is mostly waited for.
func (e *explorer) beside(t *testing.T, name string, test func(t *testing.T, e *explorer)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		test(t, e.inTab(t))
	})
}

// open shows a page of the course without exploring it.
func (e *explorer) open(t *testing.T, path string) {
	t.Helper()
	if err := e.tab.Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := e.tab.Goto(t.Context(), e.base+path); err != nil {
		t.Fatal(err)
	}
	if err := e.tab.Settle(t.Context(), browser.SettleConfig{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.tab.Reset(context.WithoutCancel(t.Context())) })
}

func (e *explorer) explore(t *testing.T, path string, cfg explore.Config) *explore.Result {
	t.Helper()
	return e.exploreUntil(t.Context(), t, path, cfg)
}

// exploreUntil is explore until the end of ctx.
func (e *explorer) exploreUntil(ctx context.Context, t *testing.T, path string, cfg explore.Config) *explore.Result {
	t.Helper()
	e.open(t, path)
	r, err := explore.Page(ctx, e.tab, cfg)
	if err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	return r
}

// has reports whether the mark of a case was found by more than a guess.
func has(r *explore.Result, mark string) bool {
	return slices.ContainsFunc(r.Links, func(l dyncrawl.Link) bool { return strings.Contains(l.URL, mark) && !extract.IsGuess(l) })
}

// TestPage explores a few pages of the course; make course explores all.
func TestPage(t *testing.T) {
	t.Parallel()
	e := newExplorer(t)
	for _, name := range []string{"click-delegated", "drag-drop", "frame-same", "hover-menu", "nav-stay", "press-long", "shadow-closed", "form-wizard", "content-storage", "widget-map"} {
		e.beside(t, name, func(t *testing.T, e *explorer) {
			if r := e.explore(t, "/course/c/"+name, explore.Config{}); !has(r, "/course/mark/"+name) {
				t.Errorf("not found in %d states after %d events, %v", len(r.States), r.Events, r.Limits)
			}
		})
	}
	e.beside(t, "form", testForm)
	e.beside(t, "never", testNever)
	e.beside(t, "rows", testRows)
	e.beside(t, "limits", testLimits)
	e.beside(t, "undisturbed", testUndisturbed)
}

// testForm wants the request that a form makes, and nothing of it sent.
func testForm(t *testing.T, e *explorer) {
	r := e.explore(t, "/course/c/form-pattern", explore.Config{})
	if len(r.Requests) != 1 {
		t.Fatalf("requests: %+v", r.Requests)
	}
	got := r.Requests[0]
	if got.Method != "POST" || !strings.HasSuffix(got.URL, "/course/form/form-pattern") || !strings.HasPrefix(string(got.Body), "code=") ||
		got.Header.Get("Content-Type") != "application/x-www-form-urlencoded" {
		t.Errorf("%s %s %q %v", got.Method, got.URL, got.Body, got.Header)
	}
	if n := e.sites.Hits()["/course/form/form-pattern"]; n != 0 {
		t.Errorf("the form was sent %d times", n)
	}
	off := e.explore(t, "/course/c/form-pattern", explore.Config{Forms: explore.NoForms})
	if len(off.Requests) != 0 {
		t.Errorf("without forms: %+v", off.Requests)
	}
}

// testNever wants sixty dangerous controls left alone.
func testNever(t *testing.T, e *explorer) {
	r := e.explore(t, "/course/never", explore.Config{})
	if r.Refused < 60 {
		t.Errorf("%d controls were refused", r.Refused)
	}
	for path, n := range e.sites.Hits() {
		if strings.HasPrefix(path, "/course/harm/") {
			t.Errorf("%s was touched %d times", path, n)
		}
	}
}

// testRows wants a few of 500 rows tried, and what stands beside them.
func testRows(t *testing.T, e *explorer) {
	r := e.explore(t, "/course/c/content-rows", explore.Config{})
	if !has(r, "/course/mark/content-rows") || r.Events > 40 {
		t.Errorf("found: %v, after %d events", has(r, "/course/mark/content-rows"), r.Events)
	}
}

// testLimits wants every limit told.
func testLimits(t *testing.T, e *explorer) {
	for limit, cfg := range map[string]explore.Config{
		"events": {Events: 1}, "states": {States: 2, Events: 4}, "depth": {Depth: 1, Events: 6}, "time": {Time: 50 * time.Millisecond},
	} {
		if r := e.explore(t, "/course/store", cfg); !slices.Contains(r.Limits, limit) {
			t.Errorf("%s: limits %v after %d events in %d states", limit, r.Limits, r.Events, len(r.States))
		}
	}
}

// globals describes what a page can see of its own world.
const globals = `JSON.stringify([Object.getOwnPropertyNames(window).sort(), Object.getOwnPropertyNames(document), Object.getOwnPropertyNames(navigator),
	[history.pushState, history.replaceState, fetch, open, setTimeout, addEventListener, EventTarget.prototype.addEventListener, XMLHttpRequest.prototype.open,
	Element.prototype.attachShadow, HTMLFormElement.prototype.submit, document.write].map((f) => f.toString() + Object.hasOwn(f, 'toString')),
	Object.values(Object.getOwnPropertyDescriptors(Location.prototype)).map((d) => String(d.get)), navigator.webdriver, document.documentElement.attributes.length,
	Object.getOwnPropertyNames(EventTarget.prototype), Object.getOwnPropertyNames(Element.prototype).length])`

// testUndisturbed wants a page to see of its world after the exploration what it
// saw before.
func testUndisturbed(t *testing.T, e *explorer) {
	var before, after string
	e.open(t, "/course/c/click-listener")
	if err := e.tab.Eval(t.Context(), globals, &before); err != nil {
		t.Fatal(err)
	}
	if _, err := explore.Page(t.Context(), e.tab, explore.Config{}); err != nil {
		t.Fatal(err)
	}
	if err := e.tab.Eval(t.Context(), globals, &after); err != nil {
		t.Fatal(err)
	}
	if before != after || !strings.Contains(before, "pushState") || !strings.Contains(before, "[native code]") {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}
