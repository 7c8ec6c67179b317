package liveview_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
	"dyncrawl/liveview"
	"dyncrawl/liveview/viewtest"
)

// board says in its title what came over it.
const board = `<!doctype html><meta charset=utf-8><title>-</title><body style="margin: 0; height: 3000px">
<input style="position: fixed; left: 0; top: 0; width: 300px; height: 40px">
<script>
const say = (text) => (document.title += text + ';');
addEventListener('click', (e) => say('click' + e.detail + e.target.localName));
addEventListener('contextmenu', () => say('menu'));
addEventListener('keydown', (e) => say((e.ctrlKey ? 'ctrl+' : '') + e.key));
addEventListener('compositionupdate', (e) => say('composing:' + e.data));
addEventListener('input', (e) => say('holds:' + e.target.value));
addEventListener('touchend', () => say('touchend'));
addEventListener('scroll', () => scrollY > 90 && document.title.includes('scrolled') || say('scrolled'));
</script>`

// TestInput sends each kind of input to a page that notes it.
func TestInput(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, board) }))
	defer func() { server.CloseClientConnections(); server.Close() }()
	driver, err := chromedp.Launch(t.Context(), chrome.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer driver.Close()
	c, err := browser.NewContext(t.Context(), driver, browser.Config{})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := c.NewTab(t.Context(), browser.RealTime)
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.Goto(t.Context(), server.URL); err != nil {
		t.Fatal(err)
	}
	if err := tab.Settle(t.Context(), browser.SettleConfig{}); err != nil {
		t.Fatal(err)
	}
	view, err := liveview.Serve(liveview.Config{Title: "Look"})
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	if err := view.Show(t.Context(), tab); err != nil {
		t.Fatal(err)
	}
	v := viewtest.Open(t, view.URL())
	v.Until("a picture", func() bool { return v.Frames() > 0 })
	if state := v.Notice("state"); state["title"] != "Look" || state["url"] != server.URL+"/" {
		t.Errorf("state %v", state)
	}
	mouse := func(kind, button string, x, y float64) viewtest.Message {
		return viewtest.Message{"type": "mouse", "kind": kind, "x": x, "y": y, "button": button, "clicks": 1}
	}
	var said string
	defer func() { t.Log("the page said:", said) }()
	for _, c := range []struct {
		send []viewtest.Message
		want string
	}{
		{[]viewtest.Message{mouse("down", "left", 20, 20), mouse("up", "left", 20, 20)}, "click1input"},
		{[]viewtest.Message{{"type": "key", "kind": "down", "key": "é", "text": "é"}, {"type": "key", "kind": "up", "key": "é"}}, "é;holds:é"},
		{[]viewtest.Message{{"type": "compose", "text": "ni"}}, "composing:ni"},
		{[]viewtest.Message{{"type": "text", "text": "你"}}, "holds:é你"},
		{[]viewtest.Message{{"type": "text", "text": " pasted"}}, "holds:é你 pasted"},
		{[]viewtest.Message{{"type": "key", "kind": "down", "key": "a", "code": "KeyA", "number": 65, "modifiers": 2}}, "ctrl+a"},
		{[]viewtest.Message{mouse("down", "right", 200, 300), mouse("up", "right", 200, 300)}, "menu"},
		{[]viewtest.Message{{"type": "wheel", "x": 200, "y": 300, "dx": 0, "dy": 120}}, "scrolled"},
		{[]viewtest.Message{{"type": "touch", "kind": "start", "points": []viewtest.Message{{"x": 200, "y": 300}}}, {"type": "touch", "kind": "end", "points": []viewtest.Message{}}}, "touchend"},
	} {
		for _, m := range c.send {
			v.Send(m)
		}
		v.Until(c.want, func() bool {
			return tab.Eval(t.Context(), "document.title", &said) == nil && strings.Contains(said, c.want)
		})
	}
	v.Send(mouse("down", "left", 20, 20))
	v.Send(mouse("up", "left", 20, 20))
	v.Send(viewtest.Message{"type": "key", "kind": "down", "key": "a", "code": "KeyA", "number": 65, "modifiers": 2})
	v.Send(viewtest.Message{"type": "copy"})
	if n := v.Notice("clipboard"); n["text"] != "é你 pasted" {
		t.Errorf("copied %v", n)
	}
	v.Send(viewtest.Message{"type": "nonsense"})
	if n := v.Notice("error"); !strings.Contains(fmt.Sprint(n["text"]), "nonsense") {
		t.Errorf("said %v", n)
	}
}
