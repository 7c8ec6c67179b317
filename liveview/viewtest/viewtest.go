// Package viewtest is a viewer for tests: it opens a live view's link and speaks
// the view's protocol, as the script of its page does.
package viewtest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// Message is one of the protocol's, such as {"type": "done"}.
type Message map[string]any

// Viewer is a connection to a live view.
type Viewer struct {
	t    *testing.T
	conn *websocket.Conn

	mu      sync.Mutex
	frames  int
	notices []Message
}

// Open opens a view's link, and the connection. It ends with the test.
func Open(t *testing.T, link string) *Viewer {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	res, err := client.Get(link)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(res, err)
	}
	res.Body.Close()
	client.CloseIdleConnections()
	at, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	conn, _, err := websocket.Dial(t.Context(), "ws://"+at.Host+"/live", &websocket.DialOptions{
		HTTPClient: client, HTTPHeader: http.Header{"Origin": {"http://" + at.Host}}})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(16 << 20)
	v := &Viewer{t: t, conn: conn}
	var reading sync.WaitGroup
	reading.Go(v.listen)
	t.Cleanup(func() {
		conn.CloseNow()
		reading.Wait()
	})
	return v
}

// listen takes pictures and notices.
func (v *Viewer) listen() {
	for {
		kind, data, err := v.conn.Read(context.Background())
		if err != nil {
			return
		}
		var n Message
		v.mu.Lock()
		if kind == websocket.MessageBinary && bytes.HasPrefix(data[16:], []byte{0xff, 0xd8}) { // of JPEG
			v.frames++
		} else if json.Unmarshal(data, &n) == nil {
			v.notices = append(v.notices, n)
		}
		v.mu.Unlock()
	}
}

// Send sends a message.
func (v *Viewer) Send(m Message) {
	v.t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		v.t.Fatal(err)
	}
	if err := v.conn.Write(v.t.Context(), websocket.MessageText, text); err != nil {
		v.t.Fatal(err)
	}
}

// Frames returns how many pictures have come.
func (v *Viewer) Frames() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.frames
}

// Has reports whether a message of a type waits to be taken.
func (v *Viewer) Has(kind string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.ContainsFunc(v.notices, func(n Message) bool { return n["type"] == kind })
}

// Notice waits for a message of a type from the view, and takes it.
func (v *Viewer) Notice(kind string) Message {
	v.t.Helper()
	var found Message
	v.Until("a notice "+kind, func() bool {
		v.mu.Lock()
		defer v.mu.Unlock()
		i := slices.IndexFunc(v.notices, func(n Message) bool { return n["type"] == kind })
		if i >= 0 {
			found = v.notices[i]
			v.notices = slices.Delete(v.notices, i, i+1)
		}
		return i >= 0
	})
	return found
}

// Until waits for something, half a minute at most: machines are busy.
func (v *Viewer) Until(what string, is func() bool) {
	v.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			v.mu.Lock()
			defer v.mu.Unlock()
			v.t.Fatalf("waited in vain for %s; the view said %v", what, v.notices)
		}
	}
}
