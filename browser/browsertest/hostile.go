package browsertest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/target"

	"dyncrawl"
	"dyncrawl/browser"
)

var hostileTests = []test{
	{"dialogs are dismissed", func(t *testing.T, s *suite) {
		_, p := s.visit(t, "/dialogs.html")
		if !strings.Contains(p.HTML, "confirm false, prompt null") {
			t.Error(p.HTML)
		}
	}},
	{"endless dialogs", func(t *testing.T, s *suite) {
		tab := s.tab(t)
		err := tab.Goto(t.Context(), s.site.URL+"/dialog-loop.html")
		if err == nil {
			err = tab.Settle(t.Context(), settle)
		}
		wantClass(t, err, dyncrawl.ClassDialogLoop)
		wantClosable(t, tab)
	}},
	{"a script that never yields", func(t *testing.T, s *suite) {
		tab := s.tab(t)
		if err := tab.Goto(t.Context(), s.site.URL+"/hang.html"); err != nil {
			t.Fatal(err)
		}
		wantClass(t, tab.Settle(t.Context(), browser.SettleConfig{Budget: time.Second}), dyncrawl.ClassScriptHang)
	}},
	{"a script that hangs after the load event", func(t *testing.T, s *suite) {
		p := s.hurry(t, "/hang-late.html")
		if p.Partial != browser.ScriptHang || !strings.Contains(p.HTML, "seen") {
			t.Errorf("partial %q: %s", p.Partial, p.HTML)
		}
	}},
	{"Reset gives up a page that does not let go", func(t *testing.T, s *suite) {
		tab := s.tab(t)
		if err := tab.Goto(t.Context(), s.site.URL+"/hang-leaving.html"); err != nil {
			t.Fatal(err)
		}
		awaitHang(t, tab)
		wantClass(t, tab.Reset(t.Context()), dyncrawl.ClassScriptHang)
		wantClosable(t, tab)
	}},
	{"a crash fails pending calls at once", testCrash},
	{"a process that ends before its document is there", testLostBefore},
	{"lone surrogates", func(t *testing.T, s *suite) {
		_, p := s.visit(t, "/surrogate.html")
		if p.Title != "Lone surrogate" || !strings.Contains(p.HTML, "after ") || len(p.Exchanges) != 1 {
			t.Errorf("title %q, %d exchanges: %s", p.Title, len(p.Exchanges), p.HTML)
		}
	}},
	{"pop-ups never open", testPopups},
}

// awaitHang returns when the page's script lets nobody have a turn.
func awaitHang(t *testing.T, tab *browser.Tab) {
	t.Helper()
	for range 100 {
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		err := tab.Eval(ctx, "0", nil)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			return
		}
	}
	t.Fatal("the page does not hang")
}

func testCrash(t *testing.T, s *suite) {
	tab, _ := s.visit(t, "/static.html")
	crashed := make(chan error, 1)
	go func() { crashed <- tab.Session().Call(t.Context(), "Page.crash", nil, nil) }()
	wantClass(t, tab.Eval(t.Context(), "new Promise(() => {})", nil), dyncrawl.ClassCrashRenderer)
	wantClass(t, <-crashed, dyncrawl.ClassCrashRenderer)
	if !tab.Broken() {
		t.Error("the tab does not know that it is broken")
	}
	wantClass(t, tab.Goto(t.Context(), s.site.URL+"/static.html"), dyncrawl.ClassCrashRenderer)
	wantClosable(t, tab)
}

func wantClosable(t *testing.T, tab *browser.Tab) {
	t.Helper()
	if !tab.Broken() {
		t.Error("the tab does not know that it is broken")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := tab.Close(ctx); err != nil {
		t.Error(err)
	}
}

func testPopups(t *testing.T, s *suite) {
	tab, _ := s.visit(t, "/popups.html")
	if got := tab.Popups(); len(got) != 5 || got[0] != s.site.URL+"/static.html?popup=0" {
		t.Errorf("Popups = %v", got)
	}
	var res target.GetTargetsResult
	if err := s.driver.Browser().Call(t.Context(), "Target.getTargets", target.GetTargetsParams{}, &res); err != nil {
		t.Fatal(err)
	}
	for _, info := range res.TargetInfos {
		if strings.Contains(info.URL, "popup=") {
			t.Errorf("open: %s", info.URL)
		}
	}
}
