package liveview

import (
	"context"
	"embed"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"
)

//go:embed page
var page embed.FS

// maxMessage bounds what a viewer sends at once: files that it uploads.
const maxMessage = 64 << 20

// sendTimeout bounds how long a viewer may take to receive a message.
const sendTimeout = 10 * time.Second

// viewer is the connection to the person's browser.
type viewer struct {
	conn *websocket.Conn
	life context.Context
	end  context.CancelFunc
}

func (v *View) routes() http.Handler {
	mux := http.NewServeMux()
	for path, file := range map[string]string{"GET /{$}": "page/view.html", "GET /view.js": "page/view.js", "GET /view.css": "page/view.css"} {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, page, file) })
	}
	mux.HandleFunc("GET /live", v.live)
	return v.door.guard(mux)
}

// live serves one viewer; it takes the place of the one before.
func (v *View) live(w http.ResponseWriter, r *http.Request) {
	if !ownOrigin(r) {
		http.Error(w, "another site asks for this page", http.StatusForbidden)
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // it has been answered
	}
	conn.SetReadLimit(maxMessage)
	one := &viewer{conn: conn}
	one.life, one.end = context.WithCancel(v.life)
	defer conn.CloseNow()
	defer one.end()
	v.mu.Lock()
	last := v.viewer
	v.viewer = one
	v.mu.Unlock()
	if last != nil {
		last.end()
	}
	v.film()
	v.repeat(one)
	v.serve(one)
	v.mu.Lock()
	if v.viewer == one {
		v.viewer = nil
	}
	v.mu.Unlock()
	v.film()
}

// repeat asks a new viewer what the page still waits for.
func (v *View) repeat(one *viewer) {
	v.mu.Lock()
	asked := slices.Clone(v.asked)
	v.mu.Unlock()
	for _, q := range asked {
		one.send(q.notice)
	}
}

// pending is how much of what the person does may wait for the page; what comes
// then is dropped.
const pending = 256

// serve takes what the person does, until they leave. The page is told in a
// goroutine of its own: it may stand still until the person answers a dialog.
func (v *View) serve(one *viewer) {
	inputs := make(chan []byte, pending)
	var passing sync.WaitGroup
	defer passing.Wait()
	defer close(inputs)
	passing.Go(func() {
		for text := range inputs {
			if err := v.pass(one.life, text); err != nil && one.life.Err() == nil {
				v.tell(notice{Type: "error", Text: err.Error()})
			}
		}
	})
	for {
		_, text, err := one.conn.Read(one.life)
		if err != nil {
			one.end()
			return
		}
		if v.decide(text) {
			continue
		}
		select {
		case inputs <- text:
		default:
		}
	}
}

// send gives the viewer a message: bytes as they are, anything else as JSON.
func (one *viewer) send(message any) {
	ctx, cancel := context.WithTimeout(one.life, sendTimeout)
	defer cancel()
	if picture, ok := message.([]byte); ok {
		_ = one.conn.Write(ctx, websocket.MessageBinary, picture) // a viewer that is gone is missed by serve
		return
	}
	if text, err := json.Marshal(message); err == nil {
		_ = one.conn.Write(ctx, websocket.MessageText, text)
	}
}

// notice is what the viewer is told.
type notice struct {
	Type     string   `json:"type"` // state, dialog, files, select, clipboard or error
	Title    string   `json:"title,omitempty"`
	Done     string   `json:"done,omitempty"`
	URL      string   `json:"url,omitempty"`
	Kind     string   `json:"kind,omitempty"` // of a dialog
	Text     string   `json:"text,omitempty"`
	Default  string   `json:"default,omitempty"`
	Several  bool     `json:"several,omitempty"`
	Options  []option `json:"options,omitempty"`
	Selected int      `json:"selected,omitempty"`
}

// option is an entry of a <select>.
type option struct {
	Label    string `json:"label"`
	Disabled bool   `json:"disabled"`
}

func (v *View) tell(n notice) {
	v.mu.Lock()
	viewer := v.viewer
	v.mu.Unlock()
	if viewer != nil {
		viewer.send(n)
	}
}
