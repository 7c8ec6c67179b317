package browsertest

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
)

var exploreTests = []test{
	{"held page stays", testHold},
	{"page that waits for an idle moment behind a press", testIdle},
	{"held page may load itself anew", func(t *testing.T, s *suite) {
		tab := s.held(t, "/explore/reload.html")
		if n := s.site.count("/explore/reload.html"); n != 2 {
			t.Errorf("loaded %d times", n)
		}
		if s.site.count("/explore/away") != 0 {
			t.Error("it left")
		}
		if !traced(tab, "navigation", "/explore/away") {
			t.Errorf("traces: %+v", tab.Traces(0))
		}
	}},
	{"held page that leaves while it loads is whole", func(t *testing.T, s *suite) {
		tab := s.held(t, "/explore/replaces.html")
		p, err := tab.Snapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if p.Partial != "" || !strings.Contains(p.HTML, "What comes after it.") {
			t.Errorf("partial %q: %s", p.Partial, p.HTML)
		}
		if !traced(tab, "navigation", "/explore/replaced") || s.site.count("/explore/replaced") != 0 {
			t.Errorf("traces: %+v", tab.Traces(0))
		}
	}},
	{"held page that posts while it loads", func(t *testing.T, s *suite) {
		tab := s.held(t, "/explore/posts.html")
		if p, err := tab.Snapshot(t.Context()); err != nil || p.Partial != "" {
			t.Errorf("partial %q, %v", p.Partial, err)
		}
		if !traced(tab, "form", "/explore/away") || traced(tab, "navigation", "/explore/away") || s.site.count("/explore/away") != 0 {
			t.Errorf("traces: %+v", tab.Traces(0))
		}
	}},
	{"a picture of ours stands in for others", testStandIn},
	{"surveyed page is typed into as before", func(t *testing.T, s *suite) {
		tab := s.held(t, "/explore/controls.html")
		if _, err := tab.Survey(t.Context()); err != nil {
			t.Fatal(err)
		}
		e, err := tab.Find(t.Context(), selectors("[name=q]"))
		if err == nil {
			err = e.Type(t.Context(), "2")
		}
		if err != nil {
			t.Fatal(err)
		}
		var value string
		if err := tab.EvalIsolated(t.Context(), "document.querySelector('[name=q]').value", &value); err != nil || value != "12" {
			t.Errorf("%q, %v", value, err)
		}
	}},
	{"released page leaves", func(t *testing.T, s *suite) {
		tab := s.held(t, "/explore/controls.html")
		if err := tab.Reset(t.Context()); err != nil {
			t.Fatal(err)
		}
		if p := s.revisit(t, tab, "/explore/leaves.html"); !strings.HasSuffix(p.FinalURL, "/static.html") {
			t.Errorf("at %s", p.FinalURL)
		}
	}},
	{"request with a body", testOpen},
	{"survey", testSurvey},
	{"survey of what passes", testPassing},
	{"gestures", testGestures},
	{"dragged", testDragged},
	{"a drag that is cut off", testDragCutOff},
	{"a hold that is cut off", testHoldCutOff},
	{"a press on something else", testSwapped},
	{"a pointer whose ways nobody heeds", testUnheeded},
}

// held takes a new tab that is held to the path and settles it.
func (s *suite) held(t *testing.T, path string) *browser.Tab {
	t.Helper()
	tab := s.tab(t)
	if err := tab.Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.revisit(t, tab, path)
	return tab
}

func traced(tab *browser.Tab, source, path string) bool {
	return slices.ContainsFunc(tab.Traces(0), func(tr browser.Trace) bool {
		return tr.Source == source && strings.HasSuffix(tr.Request.URL, path)
	})
}

// do makes a gesture and waits for what comes of it.
func do(t *testing.T, tab *browser.Tab, g browser.Gesture) {
	t.Helper()
	if err := tab.Perform(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	if err := tab.Settle(t.Context(), settle); err != nil {
		t.Fatal(err)
	}
}

func testHold(t *testing.T, s *suite) {
	tab := s.held(t, "/explore/controls.html")
	for path, source := range map[string]string{"#assign": "navigation", "#post": "form", "#open": "window.open", "#push": "history", "#beacon": "ping"} {
		do(t, tab, browser.Gesture{Kind: browser.Press, Path: path})
		if want := "/explore/" + path[1:] + "ed"; !traced(tab, source, want) {
			t.Errorf("no trace %s of %s: %+v", source, want, tab.Traces(0))
		}
	}
	for _, asked := range []string{"/explore/assigned", "/explore/posted", "/explore/opened"} {
		if n := s.site.count(asked); n != 0 {
			t.Errorf("%s was asked for %d times", asked, n)
		}
	}
	var alive bool
	if err := tab.Eval(t.Context(), "alive", &alive); err != nil || !alive {
		t.Errorf("the document did not stay: %v", err)
	}
}

func testStandIn(t *testing.T, s *suite) {
	tab := s.held(t, "/explore/picture.html")
	before := s.site.count("/pixel.png")
	show := func() string {
		t.Helper()
		do(t, tab, browser.Gesture{Kind: browser.Press, Path: "#show"})
		var said string
		if err := tab.Eval(t.Context(), "said.textContent", &said); err != nil {
			t.Fatal(err)
		}
		return said
	}
	if said := show(); said != "none" {
		t.Errorf("refused picture: %s", said)
	}
	if err := tab.StandIn(t.Context()); err != nil {
		t.Fatal(err)
	}
	if said := show(); said != "wider than high" {
		t.Errorf("picture of ours: %s", said)
	}
	if err := tab.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := tab.Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.revisit(t, tab, "/explore/picture.html")
	if said := show(); said != "none" {
		t.Errorf("refused picture of the next page: %s", said)
	}
	if n := s.site.count("/pixel.png") - before; n != 0 {
		t.Errorf("%d pictures were asked for", n)
	}
}

func testOpen(t *testing.T, s *suite) {
	tab := s.tab(t)
	if err := tab.Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := dyncrawl.Request{URL: s.site.URL + "/explore/echo", Method: "POST", Body: []byte("a=1&b=2"), Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}}
	if err := tab.Open(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if err := tab.Settle(t.Context(), settle); err != nil {
		t.Fatal(err)
	}
	p, err := tab.Snapshot(t.Context())
	if err != nil || p.Title != "POST a=1&b=2" {
		t.Errorf("the server saw %q, %v", p.Title, err)
	}
	source, err := tab.Source(t.Context())
	if err != nil || !strings.HasPrefix(source, "<title>POST") {
		t.Errorf("source %q, %v", source, err)
	}
	for _, c := range []struct{ from, told string }{
		{s.site.URL + "/explore/list?page=2#end", s.site.URL + "/explore/list?page=2"}, {"https://elsewhere.example/list", ""}, {"", ""},
	} {
		var told string
		err := tab.Open(t.Context(), dyncrawl.Request{URL: s.site.URL + "/explore/echo", Referrer: c.from})
		if err == nil {
			err = tab.Eval(t.Context(), "document.referrer", &told)
		}
		if err != nil || told != c.told {
			t.Errorf("from %q, the page was told %q, %v", c.from, told, err)
		}
	}
}

// BenchmarkSurvey looks over a page of 700 elements and a hundred controls.
func BenchmarkSurvey(b *testing.B, open Open) {
	s := &suite{open: open, site: newSite(b), driver: launch(b, open)}
	tab := newTab(b, s.context(b), browser.SkipQuiet)
	if err := tab.Goto(b.Context(), s.site.URL+"/explore/many.html"); err != nil {
		b.Fatal(err)
	}
	if err := tab.Settle(b.Context(), settle); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		survey, err := tab.Survey(b.Context())
		if err != nil || len(survey.Controls) == 0 {
			b.Fatal("nothing to press: ", err)
		}
	}
}

func testSurvey(t *testing.T, s *suite) {
	tab := s.held(t, "/explore/controls.html")
	survey, err := tab.Survey(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	byLabel := map[string]*browser.Control{}
	for i := range survey.Controls {
		byLabel[survey.Controls[i].Label] = &survey.Controls[i]
	}
	for label, event := range map[string]string{"listens": "click", "has a property": "dblclick", "in a shadow": "click", "in the dark": "mouseover", "in a frame": "click"} {
		if c := byLabel[label]; c == nil || !slices.Contains(c.Own, event) {
			t.Errorf("%s: no listener for %s in %+v", label, event, c)
		}
	}
	if c := byLabel["hidden"]; c == nil || c.Visible {
		t.Errorf("hidden: %+v", c)
	}
	if !slices.Contains(survey.Window, "keydown") || len(survey.Forms) != 1 || survey.Forms[0].Method != "post" {
		t.Errorf("window %v, forms %+v", survey.Window, survey.Forms)
	}
	if !slices.Equal(survey.Holds, []string{"Shift"}) || !slices.Equal(survey.Mentions, []string{"opening hours", "/stations"}) {
		t.Errorf("holds %q, mentions %q", survey.Holds, survey.Mentions)
	}
	again, err := tab.Survey(t.Context())
	if err != nil || !slices.Equal(again.Texts, survey.Texts) || !slices.Equal(again.Acts, survey.Acts) {
		t.Errorf("the same page looks different the second time: %v", err)
	}
}

// testPassing wants controls to look the same while they move into sight, and with the next
// number that a script draws for them.
func testPassing(t *testing.T, s *suite) {
	tab := s.held(t, "/explore/passing.html")
	moving, err := tab.Survey(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.Eval(t.Context(), "stay()", nil); err != nil {
		t.Fatal(err)
	}
	still, err := tab.Survey(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range moving.Controls {
		if d := still.Controls[i]; c.Mark != d.Mark || c.Group != d.Group || c.Path != d.Path {
			t.Errorf("%s: mark, group and path %d, %s, %s; then %d, %s, %s", c.Label, c.Mark, c.Group, c.Path, d.Mark, d.Group, d.Path)
		}
	}
	if len(moving.Controls) != 3 {
		t.Errorf("%d controls", len(moving.Controls))
	}
}

// testDragged drags what the browser takes for data and what it does not. Either must
// have come to its end before the next gesture.
func testDragged(t *testing.T, s *suite) {
	tab := s.held(t, "/explore/dragged.html")
	const times = 3
	for range times {
		for _, g := range []browser.Gesture{
			{Kind: browser.PressTwice, Path: "#knob"}, {Kind: browser.Drag, Path: "#knob"}, {Kind: browser.Press, Path: "#button"},
			{Kind: browser.Drag, Path: "#card"}, {Kind: browser.Press, Path: "#button"},
		} {
			do(t, tab, g)
		}
	}
	var seen struct {
		Dragstart             []string
		Dragend, Click, Moved int
	}
	if err := tab.Eval(t.Context(), "seen", &seen); err != nil {
		t.Fatal(err)
	}
	if want := slices.Repeat([]string{"card"}, times); !slices.Equal(seen.Dragstart, want) || seen.Dragend != times || seen.Click != 2*times || seen.Moved == 0 {
		t.Errorf("after %d times both the page saw %+v", times, seen)
	}
}

// testDragCutOff ends drags in their midst, as the end of a page's time does: what the
// next page is done to must reach it.
func testDragCutOff(t *testing.T, s *suite) {
	tab := s.held(t, "/explore/dragged.html")
	const slow = `for (const kind of ["dragenter", "dragover"]) addEventListener(kind, () => { for (let n = 0; n < 5e7; n++); })`
	for after := range 15 {
		if err := tab.Eval(t.Context(), slow, nil); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(20*after)*time.Millisecond)
		_ = tab.Perform(ctx, browser.Gesture{Kind: browser.Drag, Path: "#card"}) // it may have come to its end
		cancel()
		if err := tab.Goto(t.Context(), s.site.URL+"/explore/dragged.html"); err != nil {
			t.Fatal(err)
		}
		do(t, tab, browser.Gesture{Kind: browser.Press, Path: "#button"})
		var clicks int
		if err := tab.Eval(t.Context(), "seen.click", &clicks); err != nil || clicks != 1 {
			t.Fatalf("cut off after %d ms: the next page saw %d clicks, %v", 20*after, clicks, err)
		}
	}
}

// testHoldCutOff ends long presses once they have begun: the button is let go of, and
// the finger is taken away.
func testHoldCutOff(t *testing.T, s *suite) {
	for _, kind := range []browser.GestureKind{browser.PressLong, browser.TouchLong} {
		t.Run(string(kind), func(t *testing.T) { s.holdCutOff(t, kind) })
	}
}

func (s *suite) holdCutOff(t *testing.T, kind browser.GestureKind) {
	tab := s.held(t, "/explore/dragged.html")
	const count = `var downs = 0, ups = 0; addEventListener("pointerdown", () => { downs++; }); for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => { ups++; })`
	if err := tab.Eval(t.Context(), count, nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- tab.Perform(ctx, browser.Gesture{Kind: kind, Path: "#button"}) }()
	counted := func() (n [2]int) {
		if err := tab.Eval(t.Context(), "[downs, ups]", &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for counted()[0] == 0 {
		select {
		case err := <-ended:
			t.Fatalf("nothing was pressed: %v", err)
		default:
		}
	}
	cancel()
	<-ended
	if got := counted(); got != [2]int{1, 1} {
		t.Errorf("%d times pressed and %d times let go of", got[0], got[1])
	}
}

// testSwapped: what says something else than was meant is not pressed, be it there
// already or only once the pointer has come.
func testSwapped(t *testing.T, s *suite) {
	tab := s.held(t, "/explore/swapped.html")
	for _, g := range []browser.Gesture{
		{Kind: browser.Press, Path: "#still", Says: "Hide"},
		{Kind: browser.Press, Path: "#place>button", Says: "Show"},
	} {
		if err := tab.Perform(t.Context(), g); !errors.Is(err, browser.ErrOutOfReach) {
			t.Errorf("%s: %v", g.Path, err)
		}
	}
	do(t, tab, browser.Gesture{Kind: browser.Press, Path: "#still", Says: "Show"})
	var seen []string
	if err := tab.Eval(t.Context(), "seen", &seen); err != nil || !slices.Equal(seen, []string{"Show"}) {
		t.Errorf("pressed %q, %v", seen, err)
	}
}

// testUnheeded: the pointer that rests on something moves there once, and about on it where
// a script hears that.
func testUnheeded(t *testing.T, s *suite) {
	tab := s.held(t, "/explore/swapped.html")
	for _, c := range []struct{ told, want int }{{0, 1}, {1, 6}} {
		var moves int
		err := tab.Eval(t.Context(), "globalThis.moves ?? addEventListener('mousemove', () => { moves++; }); globalThis.moves = 0", nil)
		if err == nil && c.told > 0 { // what a page has listened to since is told of by the next survey
			_, err = tab.Survey(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		do(t, tab, browser.Gesture{Kind: browser.Rest, Path: "#still"})
		if err := tab.Eval(t.Context(), "moves", &moves); err != nil || moves != c.want {
			t.Errorf("surveyed %d times: %d moves, want %d, %v", c.told, moves, c.want, err)
		}
		do(t, tab, browser.Gesture{Kind: browser.Leave, Path: "#still"})
	}
}

func testGestures(t *testing.T, s *suite) {
	tab := s.held(t, "/explore/gestures.html")
	for _, g := range []browser.Gesture{
		{Kind: browser.Press, Path: "#box"}, {Kind: browser.PressTwice, Path: "#box"}, {Kind: browser.PressRight, Path: "#box"},
		{Kind: browser.PressMiddle, Path: "#box"}, {Kind: browser.Rest, Path: "#other"}, {Kind: browser.Leave, Path: "#other"},
		{Kind: browser.PressLong, Path: "#long"}, {Kind: browser.Touch, Path: "#box"}, {Kind: browser.Swipe, Path: "#box"},
		{Kind: browser.Wheel, Path: "#box"}, {Kind: browser.Keys, Path: "#field", Value: "Enter"}, {Kind: browser.Focus, Path: "#field"},
		{Kind: browser.Type, Path: "#field", Value: "words"}, {Kind: browser.Choose, Path: "#list"},
		{Kind: browser.Drag, Path: "#card", Onto: "#bin"}, {Kind: browser.Emit, Path: "#box", Value: "own:event"},
	} {
		do(t, tab, g)
	}
	file := filepath.Join(t.TempDir(), "file.txt")
	if err := os.WriteFile(file, []byte("words"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, g := range []browser.Gesture{
		{Kind: browser.PressThrice, Path: "#box"}, {Kind: browser.Press, Path: "#box", Value: "Shift"}, {Kind: browser.Pinch, Path: "#box"},
		{Kind: browser.Wheel, Path: "#box", Value: "up"}, {Kind: browser.Keys, Path: "#menu", Value: "ArrowDown Enter"},
		{Kind: browser.DropFile, Path: "#bin", Value: file}, {Kind: browser.Mark, Path: "#words"},
		{Kind: browser.Clip, Path: "#words", Value: "copy"}, {Kind: browser.Clip, Path: "#field", Value: "cut"},
		{Kind: browser.Show, Path: "document", Value: "media"}, {Kind: browser.Show, Path: "document", Value: "narrow"},
		{Kind: browser.Show, Path: "document", Value: "usual"}, {Kind: browser.TouchTwice, Path: "#box"},
		{Kind: browser.Press, Path: "#spots", At: &browser.Share{X: 0.9, Y: 0.25}}, {Kind: browser.Drag, Path: "#spots", Value: "back"}, {Kind: browser.Press, Path: "#frame>>>#in"},
		{Kind: browser.Press, Path: "#town"}, {Kind: browser.Take, Path: "#town", Value: "2"},
	} {
		do(t, tab, g)
	}
	var seen []string
	if err := tab.Eval(t.Context(), "[...seen]", &seen); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"click", "dblclick", "contextmenu", "auxclick", "mouseenter", "mouseleave", "long", "touchend", "touchmove", "wheel",
		"keydown Enter", "focus", "blur", "input words", "change words", "change two", "drop card", "own:event",
		"click 3 false", "click 1 true", "fingers 2", "wheel -1", "touch property", "menu ArrowDown", "on two", "files 1", "selectionchange", "copy", "cut",
		"print true", "(prefers-color-scheme: dark) true", "(max-width: 500px) true", "(max-width: 500px) false", "frame",
		"touch again", "spot 180 10", "pulled up", "town Oslo"} {
		if !slices.Contains(seen, want) {
			t.Errorf("the page did not see %s; it saw %v", want, seen)
		}
	}
	if err := tab.Perform(t.Context(), browser.Gesture{Kind: browser.Take, Path: "#box"}); !errors.Is(err, browser.ErrOutOfReach) {
		t.Errorf("taken from what opens no list: %v", err)
	}
	for path, why := range map[string]string{"#covered": "covered", "#gone": "gone", "#hidden": "not visible"} {
		err := tab.Perform(t.Context(), browser.Gesture{Kind: browser.Press, Path: path})
		if !errors.Is(err, browser.ErrOutOfReach) || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
