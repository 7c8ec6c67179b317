package chromedp

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
)

// rich is a page that asks for all kinds of files.
const rich = `<!DOCTYPE html><title>rich</title>
<style>@font-face { font-family: own; src: url(/own.woff2) } h1 { font-family: own; background: url(/back.png) }</style>
<script src="/script.js"></script>
<h1>rich</h1><img src="/picture.png"><video src="/film.mp4?part=1" preload="auto" autoplay muted></video>
<audio src="/sound.mp3" preload="auto"></audio>`

// TestLean: a lean browser loads neither pictures nor fonts nor media, and
// everything else.
func TestLean(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, r.URL.Path)
		if !strings.HasSuffix(r.UserAgent(), " own/1.0") {
			t.Errorf("%s was asked for by %s", r.URL, r.UserAgent())
		}
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, rich)
		case "/script.js":
			fmt.Fprint(w, `addEventListener("DOMContentLoaded", () => fetch("/data.json"))`)
		}
	}))
	defer server.Close()
	driver, err := Launch(t.Context(), chrome.Config{Lean: true, KeepFrames: true, UserAgent: "own/1.0"})
	if err != nil {
		t.Fatal(err)
	}
	defer driver.Close()
	c, err := browser.NewContext(t.Context(), driver, browser.Config{Lean: true, UserAgent: "own/1.0"})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := c.NewTab(t.Context(), browser.SkipQuiet)
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.Goto(t.Context(), server.URL+"/"); err != nil {
		t.Fatal(err)
	}
	if err := tab.Settle(t.Context(), browser.SettleConfig{}); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	slices.Sort(asked)
	if want := []string{"/", "/data.json", "/script.js"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %v, want %v", asked, want)
	}
}

// TestUserAgentOfAllTabs: the user agent that a browser is started with is the
// one that it has by itself, with our words behind it.
func TestUserAgentOfAllTabs(t *testing.T) {
	agent := func(cfg chrome.Config) string {
		driver, err := Launch(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer driver.Close()
		version, err := cdp.Call(t.Context(), driver.Browser(), cdpbrowser.GetVersion, cdp.Empty{})
		if err != nil {
			t.Fatal(err)
		}
		return version.UserAgent
	}
	if got, want := agent(chrome.Config{UserAgent: "own/1.0"}), agent(chrome.Config{})+" own/1.0"; got != want {
		t.Errorf("user agent %q, want %q", got, want)
	}
}
