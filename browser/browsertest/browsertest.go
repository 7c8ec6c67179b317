// Package browsertest holds what every driver must pass.
package browsertest

import (
	"context"
	"slices"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
)

// Open starts a browser for a test. The browser must be a child process.
type Open func(ctx context.Context) (browser.Driver, error)

// Run checks a driver. The tests share one browser, each in a context of its
// own; those that kill one start another.
func Run(t *testing.T, open Open) {
	s := newSuite(t, open)
	s.sideBySide(t, "Page", slices.Concat(snapshotTests, stateTests, proxyTests))
	s.sideBySide(t, "Act", actTests)
	s.sideBySide(t, "Explore", exploreTests)
	skipping := &suite{open: open, site: s.site, driver: s.driver, clock: browser.SkipQuiet}
	skipping.sideBySide(t, "Skipping", slices.Concat(gotoTests, settleTests, hostileTests, readyTests))
	t.Run("Pool", func(t *testing.T) { // one after the other: they count processes
		for _, c := range poolTests {
			t.Run(c.name, func(t *testing.T) { c.run(t, s) })
		}
	})
}

// RunRealTime checks what Run does with skipped time in tabs that keep real time.
// That does not depend on the driver: one of them is enough.
func RunRealTime(t *testing.T, open Open) {
	newSuite(t, open).sideBySide(t, "Page", slices.Concat(gotoTests, settleTests, hostileTests))
}

func newSuite(t *testing.T, open Open) *suite {
	t.Helper()
	return &suite{open: open, site: newSite(t), driver: launch(t, open)}
}

func (s *suite) sideBySide(t *testing.T, name string, tests []test) {
	t.Run(name, func(t *testing.T) {
		for _, c := range tests {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				c.run(t, s)
			})
		}
	})
}

// test is one behaviour of the list.
type test struct {
	name string
	run  func(t *testing.T, s *suite)
}

type suite struct {
	open   Open
	site   *site
	driver browser.Driver
	clock  browser.Clock
}

func launch(t testing.TB, open Open) browser.Driver {
	t.Helper()
	d, err := open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("close browser: %v", err)
		}
	})
	return d
}

// settle bounds pages that would not settle.
var settle = browser.SettleConfig{Budget: 10 * time.Second}

// tab opens a tab in a context of its own.
func (s *suite) tab(t *testing.T) *browser.Tab {
	t.Helper()
	return newTab(t, s.context(t), s.clock)
}

func (s *suite) context(t testing.TB) *browser.Context {
	t.Helper()
	c, err := browser.NewContext(t.Context(), s.driver, browser.Config{UserAgent: "dyncrawl-test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Errorf("close context: %v", err)
		}
	})
	return c
}

func newTab(t testing.TB, c *browser.Context, clock browser.Clock) *browser.Tab {
	t.Helper()
	tab, err := c.NewTab(t.Context(), clock)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// visit takes a new tab to the path and settles it.
func (s *suite) visit(t *testing.T, path string) (*browser.Tab, *dyncrawl.Page) {
	t.Helper()
	tab := s.tab(t)
	return tab, s.revisit(t, tab, path)
}

func (s *suite) revisit(t *testing.T, tab *browser.Tab, path string) *dyncrawl.Page {
	t.Helper()
	return visit(t, tab, s.site.URL+path)
}

func visit(t *testing.T, tab *browser.Tab, url string) *dyncrawl.Page {
	t.Helper()
	if err := tab.Goto(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	if err := tab.Settle(t.Context(), settle); err != nil {
		t.Fatal(err)
	}
	p, err := tab.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func wantClass(t *testing.T, err error, want dyncrawl.Class) {
	t.Helper()
	if err == nil || dyncrawl.ClassOf(err) != want {
		t.Errorf("class %q of error %v, want %q", dyncrawl.ClassOf(err), err, want)
	}
}
