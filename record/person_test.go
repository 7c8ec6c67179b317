package record_test

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dyncrawl/browser"
	"dyncrawl/liveview"
)

//go:embed testdata/spot.js
var spotJS string

// person drives a tab through the live view, as the page of the view does.
type person struct {
	t    *testing.T
	conn *websocket.Conn
	tabs chan *browser.Tab // windows as they open

	mu      sync.Mutex
	tab     *browser.Tab // where the eyes are
	frames  int
	notices []map[string]any
	heard   chan struct{}
}

// visit opens the view's link and its connection.
func visit(t *testing.T, view *liveview.View, tab *browser.Tab) *person {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	res, err := client.Get(view.URL())
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(res, err)
	}
	res.Body.Close()
	at, err := url.Parse(view.URL())
	if err != nil {
		t.Fatal(err)
	}
	conn, _, err := websocket.Dial(t.Context(), "ws://"+at.Host+"/live", &websocket.DialOptions{
		HTTPClient: client, HTTPHeader: http.Header{"Origin": {"http://" + at.Host}}})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(16 << 20)
	p := &person{t: t, conn: conn, tab: tab, tabs: make(chan *browser.Tab, 1), heard: make(chan struct{}, 1)}
	var reading sync.WaitGroup
	reading.Go(p.listen)
	t.Cleanup(func() {
		conn.CloseNow()
		reading.Wait()
	})
	return p
}

// listen takes pictures and notices.
func (p *person) listen() {
	for {
		kind, data, err := p.conn.Read(context.Background())
		if err != nil {
			return
		}
		p.mu.Lock()
		if kind == websocket.MessageBinary && bytes.HasPrefix(data[16:], []byte{0xff, 0xd8}) {
			p.frames++
		} else {
			var n map[string]any
			if json.Unmarshal(data, &n) == nil {
				p.notices = append(p.notices, n)
			}
		}
		p.mu.Unlock()
		select {
		case p.heard <- struct{}{}:
		default:
		}
	}
}

func (p *person) send(message map[string]any) {
	p.t.Helper()
	text, err := json.Marshal(message)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := p.conn.Write(p.t.Context(), websocket.MessageText, text); err != nil {
		p.t.Fatal(err)
	}
}

// notice waits for a notice of a type.
func (p *person) notice(kind string) map[string]any {
	p.t.Helper()
	var found map[string]any
	p.until("a notice "+kind, func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		for i, n := range p.notices {
			if n["type"] == kind {
				found, p.notices = n, append(p.notices[:i:i], p.notices[i+1:]...)
				return true
			}
		}
		return false
	})
	return found
}

// until waits for something, ten seconds at most.
func (p *person) until(what string, is func() bool) {
	p.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.t.Fatalf("waited in vain for %s; the view said %v", what, p.notices)
		}
	}
}

// see waits until an element shows and returns where.
func (p *person) see(path string) (x, y float64) {
	p.t.Helper()
	quoted, _ := json.Marshal(path)
	p.until(path, func() bool {
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
	m := map[string]any{"type": "mouse", "kind": kind, "x": x, "y": y, "clicks": clicks}
	if held || kind != "move" {
		m["button"] = "left"
	}
	if held {
		m["buttons"] = 1
	}
	p.send(m)
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

// look waits until the page has had its turn: nobody acts faster than they see.
func (p *person) look() { time.Sleep(100 * time.Millisecond) }

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
		key := map[string]any{"type": "key", "key": string(r), "code": "", "number": 0}
		for _, kind := range []string{"down", "up"} {
			key["kind"], key["text"] = kind, ""
			if kind == "down" {
				key["text"] = string(r)
			}
			p.send(key)
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
	p.send(map[string]any{"type": "key", "kind": "down", "key": name, "code": name, "number": number, "text": text})
	p.send(map[string]any{"type": "key", "kind": "up", "key": name, "code": name, "number": number})
}

// enter clicks into a field and types.
func (p *person) enter(path, text string) {
	p.t.Helper()
	p.click(path)
	p.write(text)
	p.until(path+" to hold the text", func() bool {
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
