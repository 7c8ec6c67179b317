package flows_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
	"dyncrawl/captcha"
	"dyncrawl/flows"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(&closing{m}) }

// closing ends the browser of the tests before it is looked for what they left.
type closing struct{ *testing.M }

func (c *closing) Run() int {
	code := c.M.Run()
	if launched == nil {
		return code
	}
	if err := launched.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// launched is the browser of all tests, once one has asked for it.
var launched browser.Driver

var launch = sync.OnceValues(func() (browser.Driver, error) {
	var err error
	launched, err = chromedp.Launch(context.Background(), chrome.Config{Popups: true})
	return launched, err
})

// sharedBrowser returns the browser of all tests, which run side by side in it.
func sharedBrowser(t *testing.T) browser.Driver {
	t.Helper()
	driver, err := launch()
	if err != nil {
		t.Fatal(err)
	}
	return driver
}

// rig is a context of the browser with a site before it.
type rig struct {
	context *browser.Context
	site    *httptest.Server
	door    *door
}

// newRig lets the test run beside others.
func newRig(t *testing.T) *rig {
	t.Helper()
	t.Parallel()
	c, err := browser.NewContext(t.Context(), sharedBrowser(t), browser.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	r := &rig{context: c, door: &door{}}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir("testdata/run")))
	mux.Handle("/door/", r.door)
	r.site = httptest.NewServer(mux)
	t.Cleanup(func() {
		r.site.CloseClientConnections()
		r.site.Close()
	})
	return r
}

// run parses the steps, which are YAML, and runs them in a new tab.
func (r *rig) run(t *testing.T, steps string, change func(*flows.Runner)) (*flows.Runner, error) {
	t.Helper()
	text := "name: test\nstart: http://a.example/\nlimits: {step: 3s}\nactions:\n  plus: [{click: '#list button'}]\n" +
		"extract: {prices: {fields: {price: b}}}\nvars: {site: '" + r.site.URL + "'}\npages:\n  - steps:\n" + steps
	flow, err := flows.Parse("test.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := r.context.NewTab(t.Context(), browser.RealTime)
	if err != nil {
		t.Fatal(err)
	}
	runner := &flows.Runner{
		Tab: tab, Flow: flow, Log: slog.New(slog.DiscardHandler),
		Settle: browser.SettleConfig{Quiet: 100 * time.Millisecond},
	}
	if change != nil {
		change(runner)
	}
	return runner, runner.Run(t.Context(), flow.PageSteps("http://a.example/"))
}

func TestRun(t *testing.T) {
	r := newRig(t)
	for _, c := range []struct{ name, steps, out string }{
		{"fill, select, check", `
    - fill: {selector: "#q", value: cable}
    - select: {selector: "#kind", value: Cables}
    - check: "#new"
    - press: Tab`, "q=cable kind=c new=true"},
		{"if and else", `
    - if: {selector: "#more"}
      then: [{click: "#list button"}]
    - if: {selector: "#cover"}
      then: [{click: "#more"}]
      else: [{use: plus}]`, "plus one plus one"},
		{"repeat while a button is there", `
    - repeat: {while: "#more", steps: [{click: "#more"}, {wait: network}]}`, "more1 more2 more3"},
		{"repeat until a text is shown", `
    - repeat: {until: {text: "more2"}, steps: [{click: "#more"}, {wait: network}]}`, "more1 more2"},
		{"for each element", `
    - for_each: {selector: "#list li", steps: [{click: ". >> text=+"}]}`, "plus one plus two"},
		{"for each value, and variables in scripts", `
    - for_each: {in: [Cables, Phones], as: kind, steps: [{select: {selector: "#kind", value: "${kind}"}}, {eval: "say('${kind}')"}]}`,
			"kind=c Cables kind=p Phones"},
		{"set and keep", `
    - set: {word: blue}
    - eval: {script: "1 + 1", as: sum}
    - fill: {selector: "#q", value: "${word} ${sum} $${word}"}
    - press: Tab
    - expect: {eval: "q.value.includes('${word}')"}`, "q=blue 2 ${word}"},
		{"wait and expect", `
    - eval: "setTimeout(() => { cover.hidden = false; history.pushState(null, '', '/steps.html?done') }, 300)"
    - wait: {selector: "#cover", url: "/steps.html?done"}
    - expect: {text: "cover", eval: "cover.hidden === false"}
    - eval: "setTimeout(() => cover.remove(), 200)"
    - wait: {absent: "#cover"}
    - eval: say("gone")`, "gone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			runner, err := r.run(t, "    - goto: ${site}/steps.html"+c.steps, func(runner *flows.Runner) {
				runner.Settle.Quiet = 0 // the page answers clicks later than the other tests wait
			})
			if err != nil {
				t.Fatal(err)
			}
			var got string
			if err := runner.Tab.Eval(t.Context(), `out.textContent.trim()`, &got); err != nil || got != c.out {
				t.Errorf("page shows %q, want %q (%v)", got, c.out, err)
			}
		})
	}
}

func TestRunKeepsAndTakes(t *testing.T) {
	r := newRig(t)
	file := t.TempDir() + "/page.png"
	var taken []string
	runner, err := r.run(t, `
    - goto: ${site}/steps.html
    - eval: {script: "({n: 7})", as: kept}
    - extract: [prices]
    - screenshot: {file: `+file+`, selector: "#list"}`, func(runner *flows.Runner) {
		runner.OnExtract = func(_ context.Context, names []string) error {
			taken = append(taken, names...)
			return nil
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(runner.Values["kept"]); got != "map[n:7]" || strings.Join(taken, " ") != "prices" {
		t.Errorf("kept %s, took %q", got, taken)
	}
	picture, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.DecodeConfig(bytes.NewReader(picture)); err != nil {
		t.Error(err)
	}
}

func TestRunFails(t *testing.T) {
	r := newRig(t)
	closed := httptest.NewServer(nil)
	closed.Close()
	secrets := func(name string) (string, error) { return "hunter2", nil }
	for _, c := range []struct {
		name, step string
		class      dyncrawl.Class
		says       []string
	}{
		{"no element", `    - {name: press it, click: "#nobody", timeout: 500ms}`, dyncrawl.ClassStep, []string{"test.yaml:11", "press it", `"#nobody"`, "no such element"}},
		{"inside of others", `    - {if: "#more", then: [{repeat: {max: 1, steps: [{click: "#nobody", timeout: 500ms}]}}]}`, dyncrawl.ClassStep, []string{"test.yaml:11", "click #nobody"}},
		{"expectation", `    - {expect: {text: Welcome}, timeout: 500ms}`, dyncrawl.ClassStep, []string{"Welcome"}},
		{"wrong selector", `    - expect: "b:wrong"`, dyncrawl.ClassStep, []string{"not a valid selector"}},
		{"script", `    - eval: nothing.here`, dyncrawl.ClassStep, []string{"nothing is not defined"}},
		{"secret", `    - fill: {selector: "#kind", value: "${secret:PASSWORD}"}`, dyncrawl.ClassStep, []string{"it has no option"}},
		{"secret in the URL", `    - eval: "location.hash = 'hunter2'"
    - fill: {selector: "#q", value: "${secret:PASSWORD}"}
    - {click: "#nobody", timeout: 500ms}`, dyncrawl.ClassStep, []string{"#nobody"}},
		{"unreachable", `    - goto: ` + closed.URL, dyncrawl.ClassConnect, []string{"test.yaml:11"}},
		{"captcha without a solver", `    - captcha: {image: img, into: "#q", rejected: .no}`, dyncrawl.ClassStep, []string{"captcha"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			artifacts := t.TempDir()
			_, err := r.run(t, "    - goto: ${site}/steps.html\n"+c.step, func(runner *flows.Runner) {
				runner.Artifacts, runner.Secrets = artifacts, secrets
			})
			if err == nil {
				t.Fatal("no error")
			}
			if got := dyncrawl.ClassOf(err); got != c.class {
				t.Errorf("class %s, want %s", got, c.class)
			}
			for _, part := range append(c.says, "http://127.0.0.1", artifacts) {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error without %q: %v", part, err)
				}
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("error with the secret: %v", err)
			}
			if files, _ := os.ReadDir(artifacts); len(files) != 1 {
				t.Errorf("%d pictures, want 1", len(files))
			}
		})
	}
}

func TestRunStops(t *testing.T) {
	r := newRig(t)
	runner, err := r.run(t, "    - goto: ${site}/steps.html", nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = runner.Run(ctx, []flows.Step{{Eval: &flows.Eval{Script: "1"}}})
	if !errors.Is(err, context.Canceled) || dyncrawl.ClassOf(err) != dyncrawl.ClassInterrupted {
		t.Errorf("%v of class %s", err, dyncrawl.ClassOf(err))
	}
}

// door is a login form with a captcha. Its picture is one colour; the code of a
// picture is the red of its pixels. A wrong code clears the form, and the password
// of eve is wrong.
type door struct {
	mu     sync.Mutex
	code   uint8
	frozen bool   // the picture stays the same, whatever comes
	page   string // shown in place of the form
	sent   []string
}

func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	note := ""
	switch {
	case d.page != "":
		fmt.Fprint(w, "<!doctype html><title>door</title>", d.page)
		return
	case strings.HasSuffix(r.URL.Path, "/picture.png"):
		img := image.NewRGBA(image.Rect(0, 0, 40, 20))
		for i := range img.Bounds().Dx() * img.Bounds().Dy() {
			img.Set(i%40, i/40, color.RGBA{d.code, 0, 0, 255})
		}
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "no-store")
		_ = png.Encode(w, img)
		return
	case r.Method == http.MethodPost:
		d.sent = append(d.sent, r.FormValue("user")+":"+r.FormValue("code"))
		switch {
		case r.FormValue("code") != fmt.Sprint(d.code):
			note = "<p class=no>wrong code"
		case r.FormValue("user") == "eve":
			note = "<p>wrong password"
		default:
			fmt.Fprint(w, "<title>in</title><p id=in>welcome")
			return
		}
	}
	if !d.frozen {
		d.code += 10
	}
	fmt.Fprintf(w, `<title>door</title>%s<form method=post action=/door/>
		<input name=user> <img id=c src="/door/picture.png?%d"> <input name=code> <button>in</button></form>`, note, d.code)
}

// colours reads the door's pictures; it answers the first wrong of them wrongly.
type colours struct {
	unreadable, wrong int
	pictures          []string
}

func (s *colours) Solve(_ context.Context, c captcha.Challenge) (captcha.Answer, error) {
	img, err := png.Decode(bytes.NewReader(c.Image))
	if err != nil {
		return captcha.Answer{}, err
	}
	red, _, _, _ := img.At(20, 10).RGBA()
	text := fmt.Sprint(red >> 8)
	s.pictures = append(s.pictures, text)
	switch {
	case s.unreadable > 0:
		s.unreadable--
		return captcha.Answer{}, captcha.ErrUnreadable
	case s.wrong > 0:
		s.wrong--
		return captcha.Answer{Text: "0"}, nil
	}
	return captcha.Answer{Text: text}, nil
}

const captchaSteps = `
    - goto: ${site}/door/
    - captcha:
        image: "#c"
        into: "[name=code]"
        submit: button
        rejected: .no
        max_tries: 3
        before: [{fill: {selector: "[name=user]", value: ada}}]
    - expect: "#in"`

func TestCaptcha(t *testing.T) {
	r := newRig(t)
	for _, c := range []struct {
		name   string
		solver colours
		sent   string
	}{
		{"read at once", colours{}, "ada:10"},
		{"read at the third time", colours{wrong: 2}, "ada:0 ada:0 ada:30"},
		{"another picture for one that cannot be read", colours{unreadable: 2, wrong: 1}, "ada:0 ada:40"},
	} {
		t.Run(c.name, func(t *testing.T) {
			*r.door = door{}
			if _, err := r.run(t, captchaSteps, func(runner *flows.Runner) {
				runner.Solver = &c.solver
				runner.Tab.AllowResources("image")
			}); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(r.door.sent, " "); got != c.sent {
				t.Errorf("sent %q, want %q", got, c.sent)
			}
		})
	}
}

func TestCaptchaFails(t *testing.T) {
	r := newRig(t)
	for _, c := range []struct {
		name   string
		frozen bool
		solver colours
		sent   int
	}{
		{"wrong every time", false, colours{wrong: 99}, 3},
		{"never read", false, colours{unreadable: 99}, 0},
		{"the same picture is not answered twice", true, colours{wrong: 99}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			*r.door = door{frozen: c.frozen, code: 200}
			_, err := r.run(t, captchaSteps, func(runner *flows.Runner) {
				runner.Solver = &c.solver
				runner.Tab.AllowResources("image")
			})
			if dyncrawl.ClassOf(err) != dyncrawl.ClassCaptcha || dyncrawl.HintOf(err) == "" {
				t.Errorf("class %s: %v", dyncrawl.ClassOf(err), err)
			}
			if len(r.door.sent) != c.sent {
				t.Errorf("sent %q, want %d answers", r.door.sent, c.sent)
			}
		})
	}
}
