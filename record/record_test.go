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
	"strings"
	"testing"

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
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// scene is what a person does at one of the sites of demo/forms, and what the site
// must have heard then; for a login, nothing.
type scene struct {
	site string
	do   func(p *person)
	want string

	password string         // must not be in the flow
	solver   captcha.Solver // of the replay
}

var scenes = []scene{
	{"controlled", func(p *person) {
		p.enter("[autocomplete=name]", "Ann Lee")
		p.enter("#m", "ann@example.com")
		p.click("select")
		p.Notice("select")
		p.Send(viewtest.Message{"type": "choose", "index": 2})
		p.click("[type=checkbox]")
		p.click("=by phone")
		p.click("=Create account")
	}, "Ann Lee|ann@example.com|Pro|true|phone", "", nil},
	{"shadow", func(p *person) {
		p.enter("x-ticket >> [name=subject]", "Broken")
		p.enter("x-ticket >> [name=details]", "It is")
		p.click("x-ticket >> x-button >> =Send ticket")
	}, "Broken|It is", "", nil},
	{"frame", func(p *person) {
		p.enter("[title=Address] >> input", "Elm 5")
		p.click("[title=Address] >> button")
		near, far := point(p, "[title=Address]"), point(p, "[title=Note]")
		x, y := p.see("[title=Address] >> input")
		p.clickAt(x+far[0]-near[0], y+far[1]-near[1])
		p.write("Ring twice")
		p.press("Enter", 13)
	}, "Elm 5|Ring twice", "", nil},
	{"chooser", func(p *person) {
		p.click("=Choose a photo")
		p.Notice("files")
		p.Send(viewtest.Message{"type": "files", "files": []map[string]any{{"name": "me.txt", "data": []byte("a face\n")}}})
		p.Until("the file", func() bool {
			var n int
			return p.tab.Eval(p.t.Context(), "document.querySelector('[type=file]').files.length", &n) == nil && n == 1
		})
		p.click("=Save photo")
	}, "me.txt|a face", "", nil},
	{"dialog", func(p *person) {
		p.click("=New list")
		p.Notice("dialog")
		p.Send(viewtest.Message{"type": "dialog", "accept": true, "text": "Garden"})
		p.click("=Delete all")
		p.Notice("dialog")
		p.Send(viewtest.Message{"type": "dialog", "accept": false})
	}, "kept Garden", "", nil},
	{"drag", func(p *person) {
		p.drag("=Paint", "[aria-label=Done]")
		p.Until("the drop", func() bool {
			var n int
			return p.tab.Eval(p.t.Context(), "document.querySelector('[aria-label=Done]').children.length", &n) == nil && n == 1
		})
		p.drag("[data-part=token]", "[data-part=tray]")
	}, "Paint|token", "", nil},
	{"menu", func(p *person) {
		p.hover("=Products")
		p.hover("=Paper")
		p.click("=A4 sheets")
	}, "A4 sheets", "", nil},
	{"date", func(p *person) {
		p.click("[readonly]")
		p.click("[aria-label^=Next]")
		p.click("table >> =17")
		p.click("[type=date]")
		p.write("06202026")
		p.click("=Book")
	}, "2026-06-17|2026-06-20", "", nil},
	{"complete", func(p *person) {
		p.enter("input", "Be")
		p.click("=Bergen")
		p.click("=Search")
	}, "Bergen", "", nil},
	{"rich", func(p *person) {
		p.enter("[contenteditable]", "Hello you")
		p.Send(viewtest.Message{"type": "text", "text": ", 世界"})
		p.click("=Publish")
	}, "Hello you, 世界", "", nil},
	{"twopage", func(p *person) {
		p.enter("[name=user]", forms.User)
		p.click("=Next")
		p.enter("[name=password]", forms.Password)
		p.press("Enter", 13)
		p.see("=Log out")
	}, "", forms.Password, nil},
	{"popup", func(p *person) {
		p.click("=Sign in with Example")
		back := p.window()
		p.enter("[name=user]", forms.User)
		p.enter("[name=password]", forms.Password)
		p.click("=Allow")
		back()
		p.see("=Sign out")
	}, "", forms.Password, nil},
}

func point(p *person, path string) [2]float64 {
	x, y := p.see(path)
	return [2]float64{x, y}
}

// rounds is how often each flow is replayed in each skin on each driver; once, the
// skins are shared out among the drivers.
var rounds = flag.Int("rounds", 1, "replays of each recording in each skin on each driver")

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

// TestRoundTrip records each scene, and replays it with both drivers on a site
// whose class names and order of elements have changed, and on the one that it was.
func TestRoundTrip(t *testing.T) {
	drivers := map[string]browser.Driver{"chromedp": start(t, chromedp.Launch), "rod": start(t, rod.Launch)}
	for _, s := range scenes {
		t.Run(s.site, func(t *testing.T) {
			sites := forms.New()
			server := httptest.NewServer(sites)
			defer func() { server.CloseClientConnections(); server.Close() }()
			file := s.record(t, drivers["chromedp"], server.URL+"/forms/"+s.site+"/", sites)
			for name, driver := range drivers {
				for _, changed := range []bool{true, false} {
					if *rounds == 1 && changed != (name == "chromedp") {
						continue
					}
					good := 0
					for range *rounds {
						sites.Change(changed)
						if err := s.replay(t, driver, file, sites); err != nil {
							t.Errorf("%s, changed %v: %v", name, changed, err)
							continue
						}
						good++
					}
					t.Logf("%-10s %-8s changed %-5v %d of %d", s.site, name, changed, good, *rounds)
				}
			}
		})
	}
}

// TestPracticeLogin records the login of the practice community, whose captcha the
// person reads with our own reader, as often as it takes.
func TestPracticeLogin(t *testing.T) {
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
		good, driver := 0, start(t, launch)
		for range *rounds {
			if err := s.replay(t, driver, file, nil); err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			good++
		}
		t.Logf("%-10s %-8s %d of %d", s.site, name, good, *rounds)
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
	p := &person{viewtest.Open(t, view), t, tab, make(chan *browser.Tab, 1)}
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
		return runner.LogIn(ctx, flow.Session, filepath.Join(t.TempDir(), "state.json"))
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
