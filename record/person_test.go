package record_test

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"dyncrawl/browser"
	"dyncrawl/captcha"
	"dyncrawl/liveview/viewtest"
)

//go:embed testdata/spot.js
var spotJS string

// person drives a tab through the live view, as the page of the view does.
type person struct {
	*viewtest.Viewer
	t    *testing.T
	tab  *browser.Tab      // where the eyes are
	tabs chan *browser.Tab // windows as they open
}

// see waits until an element shows and returns where.
func (p *person) see(path string) (x, y float64) {
	p.t.Helper()
	quoted, _ := json.Marshal(path)
	p.Until(path, func() bool {
		var at []float64
		err := p.tab.Eval(p.t.Context(), fmt.Sprintf("(%s)(%s)", spotJS, quoted), &at)
		if err != nil || len(at) != 2 {
			return false
		}
		x, y = at[0], at[1]
		return true
	})
	return x, y
}

func (p *person) mouse(kind string, x, y float64, held bool, clicks int) {
	p.t.Helper()
	m := viewtest.Message{"type": "mouse", "kind": kind, "x": x, "y": y, "clicks": clicks}
	if held || kind != "move" {
		m["button"] = "left"
	}
	if held {
		m["buttons"] = 1
	}
	p.Send(m)
}

// hover moves onto an element and rests there for a moment.
func (p *person) hover(path string) {
	p.t.Helper()
	x, y := p.see(path)
	p.mouse("move", x, y, false, 0)
	p.look()
}

func (p *person) click(path string) {
	p.t.Helper()
	x, y := p.see(path)
	p.clickAt(x, y)
}

func (p *person) clickAt(x, y float64) {
	p.t.Helper()
	p.mouse("move", x, y, false, 0)
	p.mouse("down", x, y, true, 1)
	p.mouse("up", x, y, false, 1)
	p.look()
}

// look waits until the page has had what was sent: nobody acts faster than they see.
// A page that asks something has it, and so has one that was left for another.
func (p *person) look() {
	p.t.Helper()
	p.Send(viewtest.Message{"type": "copy"})
	p.Until("the page to have its turn", func() bool {
		for _, kind := range []string{"clipboard", "error"} {
			if p.Has(kind) {
				return p.Notice(kind) != nil
			}
		}
		return p.Has("dialog") || p.Has("files") || p.tab.Gone()
	})
	time.Sleep(50 * time.Millisecond) // a glance
}

// drag presses on one element and lets go on another.
func (p *person) drag(from, to string) {
	p.t.Helper()
	x, y := p.see(from)
	p.mouse("move", x, y, false, 0)
	p.mouse("down", x, y, true, 1)
	tx, ty := p.see(to)
	for n := 1.0; n <= 5; n++ {
		p.mouse("move", x+(tx-x)*n/5, y+(ty-y)*n/5, true, 0)
		time.Sleep(20 * time.Millisecond)
	}
	p.mouse("up", tx, ty, false, 1)
}

// write types a text letter by letter.
func (p *person) write(text string) {
	p.t.Helper()
	for _, r := range text {
		key := viewtest.Message{"type": "key", "key": string(r), "code": "", "number": 0}
		for _, kind := range []string{"down", "up"} {
			key["kind"], key["text"] = kind, ""
			if kind == "down" {
				key["text"] = string(r)
			}
			p.Send(key)
		}
	}
}

// press types a key that has a name.
func (p *person) press(name string, number int) {
	p.t.Helper()
	text := ""
	if name == "Enter" {
		text = "\r"
	}
	p.Send(viewtest.Message{"type": "key", "kind": "down", "key": name, "code": name, "number": number, "text": text})
	p.Send(viewtest.Message{"type": "key", "kind": "up", "key": name, "code": name, "number": number})
}

// chord presses a key while modifiers are held.
func (p *person) chord(name string, number, modifiers int) {
	p.t.Helper()
	for _, kind := range []string{"down", "up"} {
		p.Send(viewtest.Message{"type": "key", "kind": kind, "key": name, "code": name, "number": number, "modifiers": modifiers})
	}
	p.look()
}

// enter clicks into a field and types.
func (p *person) enter(path, text string) {
	p.t.Helper()
	p.click(path)
	p.write(text)
	p.Until(path+" to hold the text", func() bool {
		var held string
		quoted, _ := json.Marshal(path)
		js := strings.Replace(spotJS, "el.scrollIntoView({ block: 'nearest' });", "return el.value ?? el.innerText;", 1)
		return p.tab.Eval(p.t.Context(), fmt.Sprintf("(%s)(%s)", js, quoted), &held) == nil && strings.TrimSpace(held) == text
	})
}

// window goes on in the window that has opened.
func (p *person) window() (back func()) {
	p.t.Helper()
	outer := p.tab
	select {
	case p.tab = <-p.tabs:
	case <-time.After(10 * time.Second):
		p.t.Fatal("no window has opened")
	}
	return func() { p.tab = outer }
}

// shows reports whether an element is there now.
func (p *person) shows(css string) bool {
	var there bool
	quoted, _ := json.Marshal(css)
	err := p.tab.Eval(p.t.Context(), fmt.Sprintf("document.readyState === 'complete' && !!document.querySelector(%s)", quoted), &there)
	return err == nil && there
}

// clear marks what a field holds, so that typing takes its place.
func (p *person) clear(path string) {
	p.t.Helper()
	p.click(path)
	for _, kind := range []string{"down", "up"} {
		p.Send(viewtest.Message{"type": "key", "kind": kind, "key": "a", "code": "KeyA", "number": 65, "modifiers": 2})
	}
	p.press("Backspace", 8)
}

// read reads the picture of a captcha.
func (p *person) read(reader captcha.Solver, css string) string {
	p.t.Helper()
	var url string
	script := fmt.Sprintf(`(async () => {
		const img = document.querySelector(%q), canvas = document.createElement('canvas');
		await img.decode();
		canvas.width = img.naturalWidth, canvas.height = img.naturalHeight;
		canvas.getContext('2d').drawImage(img, 0, 0);
		return canvas.toDataURL();
	})()`, css)
	if err := p.tab.Eval(p.t.Context(), script, &url); err != nil {
		p.t.Fatal(err)
	}
	picture, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(url, "data:image/png;base64,"))
	if err != nil {
		p.t.Fatal(err)
	}
	answer, err := reader.Solve(p.t.Context(), captcha.Challenge{Image: picture, MinLen: 4, MaxLen: 5, FoldCase: true})
	if err != nil {
		return "none"
	}
	return answer.Text
}
