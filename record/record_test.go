package record_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
	"dyncrawl/browser/rod"
	"dyncrawl/captcha"
	"dyncrawl/demo"
	"dyncrawl/demo/forms"
	"dyncrawl/flows"
	"dyncrawl/liveview"
	"dyncrawl/liveview/viewtest"
	"dyncrawl/record"
	"dyncrawl/sessions"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rounds is how often each flow is replayed in each skin on each driver.
var rounds = flag.Int("rounds", 0, "replays of each recording in each skin on each driver; 0: one in all")

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

// short are the scenes that are played without -rounds.
var short = []string{"frame", "chooser", "drag", "menu", "popup"}

// TestRoundTrip records scenes, and replays each on a site whose class names and
// order of elements have changed, the drivers in turn; with -rounds all of them, on
// both drivers, and on the site as it was too.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	drivers := map[string]browser.Driver{"chromedp": start(t, chromedp.Launch), "rod": start(t, rod.Launch)}
	t.Run("site", func(t *testing.T) {
		for i, s := range scenes {
			if *rounds == 0 && !slices.Contains(short, s.site) {
				continue
			}
			t.Run(s.site, func(t *testing.T) {
				t.Parallel()
				sites := forms.New()
				server := httptest.NewServer(sites)
				defer func() { server.CloseClientConnections(); server.Close() }()
				file := s.record(t, drivers["chromedp"], server.URL+"/forms/"+s.site+"/", sites)
				for n, name := range []string{"chromedp", "rod"} {
					if *rounds > 0 || i%2 == n {
						s.replayAll(t, name, drivers[name], file, sites)
					}
				}
			})
		}
	})
}

// replayAll replays a flow as often as asked, and says how often it went well.
func (s scene) replayAll(t *testing.T, name string, d browser.Driver, file string, sites *forms.Sites) {
	t.Helper()
	for _, changed := range []bool{true, false} {
		if *rounds == 0 && !changed {
			continue
		}
		if sites != nil {
			sites.Change(changed)
		}
		good := 0
		for range max(*rounds, 1) {
			if err := s.replay(t, d, file, sites); err != nil {
				t.Errorf("%s, changed %v: %v", name, changed, err)
				continue
			}
			good++
		}
		t.Logf("%-10s %-8s changed %-5v %d of %d", s.site, name, changed, good, max(*rounds, 1))
	}
}

// TestPracticeLogin records the login of the practice community, whose captcha the
// person reads with our own reader, as often as it takes.
func TestPracticeLogin(t *testing.T) {
	t.Parallel()
	sites, err := demo.New(demo.Config{Users: 4})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(sites)
	defer func() { server.CloseClientConnections(); server.Close() }()
	account, reader := sites.Secrets(), captcha.NewGeneral()
	s := scene{"renren", func(p *person) {
		for tries := 0; tries < 20 && !p.shows("#logout"); tries++ {
			p.clear("#email")
			p.write(account["RENREN_EMAIL"])
			p.click("#password")
			p.write(account["RENREN_PASSWORD"])
			p.click("#captcha")
			p.write(p.read(reader, "#captcha-image"))
			p.press("Enter", 13)
			p.Until("an answer", func() bool { return p.shows("#logout") || p.shows("#error-captcha") })
		}
	}, "", account["RENREN_PASSWORD"], reader}
	file := s.record(t, start(t, chromedp.Launch), server.URL+"/renren/login?captcha=1", nil)
	for name, launch := range map[string]launcher{"chromedp": chromedp.Launch, "rod": rod.Launch} {
		if *rounds == 0 && name == "chromedp" {
			continue // it recorded
		}
		s.replayAll(t, name, start(t, launch), file, nil)
	}
}

type launcher = func(context.Context, chrome.Config) (browser.Driver, error)

func start(t *testing.T, launch launcher) browser.Driver {
	t.Helper()
	d, err := launch(t.Context(), chrome.Config{Popups: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// newTab opens a tab in a context of its own.
func newTab(t *testing.T, d browser.Driver) *browser.Tab {
	t.Helper()
	c, err := browser.NewContext(t.Context(), d, browser.Config{})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := c.NewTab(t.Context(), browser.RealTime)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.WithoutCancel(t.Context())) })
	return tab
}

// record has a person play the scene and returns the flow file that came of it.
func (s scene) record(t *testing.T, d browser.Driver, url string, sites *forms.Sites) string {
	t.Helper()
	tab := newTab(t, d)
	view, err := liveview.Serve(liveview.Config{Title: "Log in"})
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	p := &person{viewtest.Open(t, view.URL()), t, tab, make(chan *browser.Tab, 1)}
	if err := view.Show(t.Context(), tab); err != nil {
		t.Fatal(err)
	}
	r, err := record.Start(t.Context(), tab, record.Config{
		Name: s.site, URL: url, Log: slog.New(slog.NewTextHandler(testWriter{t}, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Opened: func(popup *browser.Tab) {
			_ = view.Show(context.Background(), popup)
			p.tabs <- popup
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.do(p)
	if s.want != "" {
		got := ""
		p.Until("what was recorded", func() bool { got = sites.Result(s.site); return got != "" })
		if got != s.want {
			t.Fatalf("while it was recorded the site heard %q, want %q", got, s.want)
		}
	}
	p.Until("a picture", func() bool { return p.Frames() > 0 })
	p.Send(viewtest.Message{"type": "done"})
	if err := view.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, err := r.Finish(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s.keep(t, got)
}

// keep writes what was recorded into a folder that the browser can read.
func (s scene) keep(t *testing.T, got record.Recording) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "recorded-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	text, err := got.Flow.YAML()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", text)
	if s.password != "" && strings.Contains(string(text), s.password) {
		t.Error("the flow shows the password")
	}
	for _, f := range got.Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "flow.yaml")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// replay runs the flow in a new context and looks what the site heard.
func (s scene) replay(t *testing.T, d browser.Driver, file string, sites *forms.Sites) error {
	t.Helper()
	flow, err := flows.Load(file, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(t.Context(), flow.Limits.Page)
	defer cancel()
	runner := &flows.Runner{
		Tab: newTab(t, d), Flow: flow, Log: quiet,
		Secrets: flows.FirstSecret(map[string]string{strings.ToUpper(s.site) + "_PASSWORD": s.password}), Solver: s.solver,
	}
	if flow.Session != nil {
		dir := t.TempDir()
		kept := sessions.Folder{Dir: dir, Key: sessions.Key("file:" + filepath.Join(dir, "key"))}.Session("kept")
		_, err := runner.LogIn(ctx, flow.Session, kept, time.Time{})
		return err
	}
	if err := runner.Tab.Goto(ctx, flow.Start[0].URL); err != nil {
		return err
	}
	if err := runner.Tab.Settle(ctx, runner.Settle); err != nil {
		return err
	}
	if err := runner.Run(ctx, flow.Pages[0].Steps); err != nil {
		return err
	}
	if err := runner.Tab.Settle(ctx, runner.Settle); err != nil {
		return err
	}
	if got := sites.Result(s.site); got != s.want {
		return fmt.Errorf("the site heard %q, want %q", got, s.want)
	}
	return nil
}

type testWriter struct{ t *testing.T }

func (w testWriter) Write(p []byte) (int, error) {
	w.t.Log(strings.TrimSpace(string(p)))
	return len(p), nil
}
