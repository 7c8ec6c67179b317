package browser_test

import (
	"context"
	"testing"
	"time"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
)

// TestResizeClosesIdleTabs: a pool that shrinks keeps no tab open for nothing,
// and takes none away that is on loan.
func TestResizeClosesIdleTabs(t *testing.T) {
	var driver browser.Driver
	pool := browser.NewPool(func(ctx context.Context) (_ browser.Driver, err error) {
		driver, err = chromedp.Launch(ctx, chrome.Config{})
		return driver, err
	}, browser.PoolConfig{Tabs: 3})
	t.Cleanup(func() { pool.Close() })
	tabs := make([]*browser.Tab, 3)
	for i := range tabs {
		var err error
		if tabs[i], err = pool.Acquire(t.Context(), browser.RealTime); err != nil {
			t.Fatal(err)
		}
	}
	pool.Release(tabs[0])
	pool.Release(tabs[1])
	if n := openPages(t, driver); n != 3 {
		t.Fatalf("%d pages are open, want 3", n)
	}
	pool.Resize(1)
	n := openPages(t, driver)
	for range 100 { // Chromium answers before a page is closed
		if n == 1 {
			break
		}
		time.Sleep(20 * time.Millisecond)
		n = openPages(t, driver)
	}
	if n != 1 || pool.Tabs() != 1 {
		t.Errorf("%d pages are open in %d tabs, want 1", n, pool.Tabs())
	}
	if tabs[2].Broken() {
		t.Error("the tab on loan was closed")
	}
	pool.Release(tabs[2])
	if again, err := pool.Acquire(t.Context(), browser.RealTime); err != nil || again != tabs[2] {
		t.Errorf("the last tab is not lent again: %v", err)
	}
}

// openPages counts the pages of the browser.
func openPages(t *testing.T, d browser.Driver) (n int) {
	t.Helper()
	var all struct {
		TargetInfos []struct {
			Type string `json:"type"`
		} `json:"targetInfos"`
	}
	if err := d.Browser().Call(t.Context(), "Target.getTargets", nil, &all); err != nil {
		t.Fatal(err)
	}
	for _, target := range all.TargetInfos {
		if target.Type == "page" {
			n++
		}
	}
	return n
}
