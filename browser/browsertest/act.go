package browsertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"math"
	"strings"
	"testing"
	"time"

	"dyncrawl/browser"
)

// deed is something done to a page, and what the page must show or the error must say then.
type deed struct {
	name, path string
	do         func(ctx context.Context, tab *browser.Tab) error
	out        string // text of #out in the main frame; empty: not looked at
	fails      string // part of the error; empty: none
}

var actTests = append(deedTests(
	deed{"click in an open shadow root", "shadow.html", click("my-card.first .box > button"), "bought true", ""},
	deed{"click by text in a shadow root", "shadow.html", click("text=buy NOW"), "bought true", ""},
	deed{"click by role in a shadow root", "shadow.html", click(`role=button[name="Buy now"]`), "bought true", ""},

	deed{"in a frame of the site", "frames.html", inFrame("#same"), "", ""},
	deed{"in a frame of another site", "frames.html", inFrame("#cross"), "", ""},
	deed{"nothing in a frame", "frames.html", within(time.Second, click("#same >> #nobody")), "", `find "#same >> #nobody": no such element`},

	deed{"a covered button that becomes free", "ready.html#free", click("#covered"), "clicked covered true", ""},
	deed{"a button that stays covered", "ready.html", within(time.Second, click("#covered")), "", `click "#covered": covered by <div id=`},
	deed{"a moving button", "ready.html#free,move", click("#moving"), "clicked moving true", ""},
	deed{"a button that slips away while it is pressed", "slip.html", click("#go"), "1 clicks", ""},
	deed{"a disabled button that becomes enabled", "ready.html#free,enable", click("#disabled"), "clicked disabled true", ""},
	deed{"a button that stays disabled", "ready.html#free", within(time.Second, click("#disabled")), "", `click "#disabled": disabled`},
	deed{"a hidden button that is shown", "ready.html#free,show", click("#hidden"), "clicked hidden true", ""},
	deed{"a button that stays hidden", "ready.html#free", within(time.Second, click("#hidden")), "", "not visible"},
	deed{"a button far down", "ready.html#free", click("#low"), "clicked low true", ""},
	deed{"double click", "ready.html#free", on("#covered", (*browser.Element).DoubleClick), "clicked covered true twice", ""},
	deed{"hover", "ready.html#free", on("#covered", (*browser.Element).Hover), "over", ""},
	deed{"the second selector of a chain", "ready.html#free", click("#nobody", "#covered"), "clicked covered true", ""},
	deed{"no element", "ready.html", within(time.Second, click("#nobody")), "", `find "#nobody": no such element`},
	deed{"a pseudo-class that no browser knows", "ready.html", click("b:wrong"), "", "not a valid selector"},

	deed{"fill and leave", "form.html", doAll(fill("#text", "new"), press("Tab")), "input text=new [Tab]change text=new", ""},
	deed{"fill a controlled input", "form.html", fill("#controlled", "abc"), "state ABC", ""},
	deed{"fill a masked input", "form.html", doAll(fill("#phone", "13812345678"), holds("#phone", "138-1234-5678")), "", ""},
	deed{"fill a date", "form.html", fill("#day", "2026-03-02"), "input day=2026-03-02 change day=2026-03-02", ""},
	deed{"fill a number", "form.html", fill("#count", "42"), "input count=42", ""},
	deed{"fill a number with words", "form.html", fill("#count", "many"), "", "does not hold the text"},
	deed{"fill too much", "form.html", fill("#short", "hunter2"), "", `fill "#short": the field does not hold the text`},
	deed{"fill a textarea", "form.html", doAll(fill("#area", "two\nlines"), holds("#area", "two\nlines")), "", ""},
	deed{"fill an editable element", "form.html", fill("#rich", "new"), "input rich=new", ""},
	deed{"empty a field", "form.html", fill("#text", ""), "[Delete]input text=", ""},
	deed{"fill what takes no text", "form.html", fill("text=Large", "x"), "", `<input type=radio> takes no text`},
	deed{"fill a select", "form.html", fill("label=City", "Bonn"), "input city=b change city=b", ""},
	deed{"type at the caret", "form.html", doAll(fill("#text", "ac"), press("ArrowLeft"), typed("#text", "b"), holds("#text", "abc")), "", ""},
	deed{"type where the caret is not", "form.html", doAll(fill("#text", "ab"), press("Home"), press("Tab"), typed("#text", "c"), holds("#text", "abc")), "", ""},
	deed{"type behind a number", "form.html", doAll(fill("#count", "42"), press("Tab"), typed("#count", "3"), holds("#count", "423")), "", ""},
	deed{"type into an editable element", "form.html", typed("#rich", "!"), "input rich=old rich!", ""},
	deed{"type what takes no text", "form.html", typed("text=Large", "x"), "", `type into "text=Large": <input type=radio> takes no text`},
	deed{"press keys", "form.html", doAll(pressIn("#text", "Control+A"), press("x")), "[Ctrl a][x]input text=x", ""},

	deed{"select by label once it is there", "form.html", choose("#city", "Bonn"), "input city=b change city=b", ""},
	deed{"select what never comes", "form.html", within(time.Second, choose("#city", "Rom")), "", `it has no option "Rom"`},
	deed{"select several", "form.html", choose("#many", "a", "b"), "input many=a change many=a", ""},
	deed{"tick a box behind its label", "form.html", check("#agree", true), "input agree=on change agree=on", ""},
	deed{"clear a clear box", "form.html", check("#agree", false), "", ""},
	deed{"tick a radio button by its label", "form.html", check("text=Large", true), "input large=on change large=on", ""},
	deed{"clear a radio button", "form.html", check(`[value="s"]`, false), "", "ticking another one"},

	deed{"an element on the page that comes next", "turn.html", click("#go"), "clicked go", ""},
	deed{"an element that is drawn anew all the time", "turn.html?at=redraw", click("#go"), "", ""},
), []test{
	{"find", testFind},
	{"one element of many that is gone", testGone},
	{"picture of an element in a frame", testPicture},
	{"pictures in their own pixels", testOwnPixels},
	{"scroll to the end", testScroll("", 50)},
	{"scroll to the end of a box", testScroll("#box", 50)},
}...)

type action = func(ctx context.Context, tab *browser.Tab) error

// deedTests makes the table into tests.
func deedTests(deeds ...deed) []test {
	var tests []test
	for _, d := range deeds {
		tests = append(tests, test{d.name, func(t *testing.T, s *suite) {
			tab := s.openAct(t, d.path)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			err := d.do(ctx, tab)
			if d.fails == "" && err != nil || d.fails != "" && (err == nil || !strings.Contains(err.Error(), d.fails)) {
				t.Fatalf("error %v, want %q", err, d.fails)
			}
			if d.out != "" {
				wantOut(t, tab, d.out)
			}
		}})
	}
	return tests
}

// openAct takes a tab to a page of testdata/act.
func (s *suite) openAct(t *testing.T, path string) *browser.Tab {
	t.Helper()
	tab := s.tab(t)
	if err := tab.Goto(t.Context(), s.site.URL+"/act/"+path); err != nil {
		t.Fatal(err)
	}
	return tab
}

// wantOut waits until #out shows the text.
func wantOut(t *testing.T, tab *browser.Tab, want string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	var got string
	for ctx.Err() == nil {
		if err := tab.Eval(t.Context(), `new Promise((r) => setTimeout(() => r(document.querySelector("#out").innerText), 20))`, &got); err != nil {
			t.Fatal(err)
		}
		if strings.TrimSpace(got) == want {
			return
		}
	}
	t.Errorf("page shows %q, want %q", got, want)
}

// selectors reads a fallback chain that is known to be right.
func selectors(texts ...string) browser.Selectors {
	s, err := browser.ParseSelectors(texts...)
	if err != nil {
		panic(err)
	}
	return s
}

func on(selector string, do func(*browser.Element, context.Context) error) action {
	return onAny(selectors(selector), do)
}

func onAny(s browser.Selectors, do func(*browser.Element, context.Context) error) action {
	return func(ctx context.Context, tab *browser.Tab) error {
		e, err := tab.Find(ctx, s)
		if err != nil {
			return err
		}
		return do(e, ctx)
	}
}

func click(texts ...string) action { return onAny(selectors(texts...), (*browser.Element).Click) }

func fill(selector, text string) action {
	return on(selector, func(e *browser.Element, ctx context.Context) error { return e.Fill(ctx, text) })
}

func typed(selector, text string) action {
	return on(selector, func(e *browser.Element, ctx context.Context) error { return e.Type(ctx, text) })
}

func choose(selector string, values ...string) action {
	return on(selector, func(e *browser.Element, ctx context.Context) error { return e.Select(ctx, values...) })
}

func check(selector string, want bool) action {
	return on(selector, func(e *browser.Element, ctx context.Context) error { return e.Check(ctx, want) })
}

func pressIn(selector, key string) action {
	return on(selector, func(e *browser.Element, ctx context.Context) error { return e.Press(ctx, key) })
}

// holds fails unless the field has the value.
func holds(selector, want string) action {
	return on(selector, func(e *browser.Element, ctx context.Context) error {
		got, _, err := e.Attr(ctx, "value")
		if err == nil && got != want {
			err = fmt.Errorf("%s holds %q, want %q", selector, got, want)
		}
		return err
	})
}

func press(key string) action {
	return func(ctx context.Context, tab *browser.Tab) error { return tab.Press(ctx, key) }
}

func doAll(actions ...action) action {
	return func(ctx context.Context, tab *browser.Tab) error {
		for _, do := range actions {
			if err := do(ctx, tab); err != nil {
				return err
			}
		}
		return nil
	}
}

// within gives the action less time.
func within(limit time.Duration, do action) action {
	return func(ctx context.Context, tab *browser.Tab) error {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return do(ctx, tab)
	}
}

// inFrame fills and sends the form in a frame, which has to be scrolled inside.
func inFrame(frame string) action {
	return func(ctx context.Context, tab *browser.Tab) error {
		if err := doAll(fill(frame+" >> #name", "Ada"), click(frame+" >> role=button"))(ctx, tab); err != nil {
			return err
		}
		e, err := tab.Find(ctx, selectors(frame+" >> text=hello Ada true"))
		if err != nil {
			return err
		}
		if id, _, err := e.Attr(ctx, "id"); err != nil || id != "out" {
			return errors.Join(err, errors.New("the answer stands in "+id))
		}
		return nil
	}
}

func testFind(t *testing.T, s *suite) {
	tab := s.openAct(t, "find.html")
	for _, c := range []struct{ selector, texts string }{
		{"#a > .x", "One bold|Two"},
		{"#a .x:not(.y), #b li", "One bold|Three"},
		{".y ~ li", "Log In here"},
		{`[title=" >> "]`, "Two"},
		{"#a >> text=o", "bold|Two|Log In here"},
		{"text=log in", "Log In here|Log In|Log In|Log In"},
		{`text="Log In"`, "Log In|Log In|Log In"},
		{`text="Send off"`, ""},
		{`role=button[name="Log In"]`, "Log In"},
		{`role=button[name*="log"]`, "Log In|Log out"},
		{`role=button[name="Close it"]`, "x"},
		{`role=link`, "More news"},
		{`role=*[name="Log In"]`, "Log In|Log In"},
		{`role=*[name="E-mail"] >> nth=0`, ""},
		{`label=close`, "x"},
		{`label="E-Mail"`, ""},
		{`td >> nth=-1`, "v2"},
		{`li >> is=.y`, "Two"},
		{`role=textbox >> is=#mail >> nth=0`, ""},
		{`li >> nth=9`, ""},
		{`#a li >> has-text=o >> nth=1`, "Two"},
		{`li >> has-text="Log In here"`, "Log In here"},
		{`//tr[td="k2"]/td[2]`, "v2"},
		{`table >> //td[2]`, "v1|v2"},
		{`#nobody`, ""},
	} {
		found, err := tab.FindAll(t.Context(), selectors(c.selector))
		if err != nil {
			t.Errorf("%s: %v", c.selector, err)
			continue
		}
		var texts []string
		for _, e := range found {
			text, err := e.Text(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
		if got := strings.Join(texts, "|"); got != c.texts {
			t.Errorf("%s finds %q, want %q", c.selector, got, c.texts)
		}
	}
}

// testGone holds an element of a list that is drawn anew: it must not turn into another one.
func testGone(t *testing.T, s *suite) {
	tab := s.openAct(t, "find.html")
	found, err := tab.FindAll(t.Context(), selectors("#a li"))
	if err != nil || len(found) != 3 {
		t.Fatal(len(found), err)
	}
	inner, err := found[0].Find(t.Context(), selectors(". >> b"))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := inner.Text(t.Context()); text != "bold" || err != nil {
		t.Errorf("text %q, %v", text, err)
	}
	if err := tab.Eval(t.Context(), `a.innerHTML = a.innerHTML`, nil); err != nil {
		t.Fatal(err)
	}
	if err := found[1].Click(t.Context()); err == nil || !strings.Contains(err.Error(), "no longer in the page") {
		t.Errorf("click on an element that is gone: %v", err)
	}
	if _, err := tab.Find(t.Context(), selectors(". >> b")); err == nil {
		t.Error("there is no current element")
	}
}

func testPicture(t *testing.T, s *suite) {
	tab := s.openAct(t, "frames.html")
	e, err := tab.Find(t.Context(), selectors("#same >> #go"))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := e.Screenshot(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	var size []float64
	if err := tab.Eval(t.Context(), `((b) => [b.width, b.height])(document.querySelector("#same").contentDocument.querySelector("#go").getBoundingClientRect())`, &size); err != nil {
		t.Fatal(err)
	}
	wantSize(t, picture, 2*size[0], 2*size[1])
}

// An image or canvas comes out as large as it is, however it is shown.
func testOwnPixels(t *testing.T, s *suite) {
	tab := s.tab(t)
	tab.AllowResources("image")
	if err := tab.Goto(t.Context(), s.site.URL+"/act/picture.html"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		selector      string
		width, height float64
	}{
		{"#small", (30 + 6) * 2, (10 + 6) * 2}, // its padding belongs to the element
		{"#canvas", 80, 40},
		{"#background", 50, 20},
	} {
		wantSize(t, pictureOf(t, tab, c.selector), c.width, c.height)
	}
	for _, selector := range []string{"#gif", "#data"} {
		if file := pictureOf(t, tab, selector); !bytes.HasPrefix(file, []byte("GIF89a")) {
			t.Errorf("%s: no GIF but %.8q", selector, file)
		}
	}
}

func pictureOf(t *testing.T, tab *browser.Tab, selector string) []byte {
	t.Helper()
	e, err := tab.Find(t.Context(), selectors(selector))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Loaded(t.Context()); err != nil {
		t.Fatal(err)
	}
	picture, err := e.Picture(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// wantSize allows for a pixel of rounding.
func wantSize(t *testing.T, picture []byte, width, height float64) {
	t.Helper()
	cfg, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(float64(cfg.Width)-width) > 1 || math.Abs(float64(cfg.Height)-height) > 1 {
		t.Errorf("picture has %d x %d pixels, want %g x %g", cfg.Width, cfg.Height, width, height)
	}
}

func testScroll(hash string, want int) func(t *testing.T, s *suite) {
	return func(t *testing.T, s *suite) {
		tab := s.openAct(t, "scroll.html"+hash)
		if err := tab.ScrollToEnd(t.Context(), browser.ScrollConfig{Settle: settle}); err != nil {
			t.Fatal(err)
		}
		var got int
		if err := tab.Eval(t.Context(), `document.querySelectorAll("p").length`, &got); err != nil || got != want {
			t.Errorf("%d items, want %d (%v)", got, want, err)
		}
	}
}
