package browsertest

import (
	"embed"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

//go:embed testdata
var testdata embed.FS

// site serves the fixture pages and a few answers that files cannot give.
type site struct {
	*httptest.Server
	mu   sync.Mutex
	hits map[string]int // requests by path
}

func newSite(t testing.TB) *site {
	files, err := fs.Sub(testdata, "testdata")
	if err != nil {
		t.Fatal(err)
	}
	s := &site{hits: make(map[string]int)}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServerFS(files))
	for path, h := range handlers {
		mux.HandleFunc(path, h)
	}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.hits[r.URL.Path]++
		s.mu.Unlock()
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

func (s *site) count(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hits[path]
}

var handlers = map[string]http.HandlerFunc{
	"/redirect": func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/static.html?from=redirect#end", http.StatusFound)
	},
	"/loop": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) },
	"/404": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Seen", "one")
		w.Header().Add("X-Seen", "two")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, "<title>gone</title>")
	},
	"/explore/echo": func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>%s %s</title>", r.Method, html.EscapeString(string(body)))
	},
	"/204": func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) },
	"/401": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
		w.WriteHeader(http.StatusUnauthorized)
	},
	"/download": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Disposition", "attachment; filename=x.bin")
		fmt.Fprint(w, "x")
	},
	"/silent": func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	"/garbage": func(w http.ResponseWriter, r *http.Request) {
		c, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			c.Close()
		}
	},
	"/api/late": func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(500 * time.Millisecond) // longer than the quiet time
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		fmt.Fprint(w, `{"text":"late words"}`)
	},
	"/api/echo":  func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) },
	"/api/ok":    func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "ok") },
	"/api/never": func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	"/api/events": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "data: x\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	},
	"/api/socket": socket,
	"/api/ticker": ticker,
	"/api/feed":   feed,
	"/api/after": func(w http.ResponseWriter, r *http.Request) {
		wait(r)
		fmt.Fprint(w, "complete")
	},
	"/api/module": func(w http.ResponseWriter, r *http.Request) {
		wait(r)
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, `export const text = "complete";`)
	},
	"/ready/stream": stream,
	"/cookie": func(w http.ResponseWriter, r *http.Request) {
		if v := r.FormValue("set"); v != "" {
			http.SetCookie(w, &http.Cookie{Name: "who", Value: v, Path: "/", HttpOnly: true})
		}
		fmt.Fprintf(w, "<p>%s", r.Header.Get("Cookie"))
	},
	"/agent": func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "<p>%s", r.UserAgent()) },
	"/pixel.png": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(pixel)
	},
	"/drip": func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "<title>drip</title><p>begun")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	},
}
