// Package forms serves a dozen small practice sites, one for each way in which
// forms on the web are awkward to record and to replay. Each can be shown in
// another skin: with other class names, and its elements in another order.
package forms

import (
	"bytes"
	"embed"
	"fmt"
	"hash/fnv"
	"html/template"
	"net/http"
	"path"
	"strings"
	"sync"
)

//go:embed page
var files embed.FS

// The published account of the sites that have a login.
const (
	User     = "ann@example.com"
	Password = "tulip-4711"
)

// account is what the index tells of the login.
var account = map[string]string{"User": User, "Password": Password}

// Sites serves the practice sites, each at /forms/NAME/.
type Sites struct {
	mux   *http.ServeMux
	pages *template.Template

	mu      sync.Mutex
	changed bool
	results map[string]string
	logins  map[string]bool // what the browsers keep that are logged in
}

// New returns the sites in their first skin.
func New() *Sites {
	s := &Sites{mux: http.NewServeMux(), results: map[string]string{}, logins: map[string]bool{}}
	s.pages = template.Must(template.New("").Funcs(template.FuncMap{"class": plainClass, "link": plainLink}).ParseFS(files, "page/*.html"))
	s.mux.HandleFunc("GET /forms/{$}", func(w http.ResponseWriter, r *http.Request) { s.show(w, r, "index", account) })
	s.mux.HandleFunc("GET /forms/{file}", asset)
	for _, name := range []string{"controlled", "shadow", "frame", "frame/inner", "chooser", "dialog", "drag", "menu", "date", "complete", "rich", "vault"} {
		s.mux.HandleFunc("GET /forms/"+name+"/{$}", func(w http.ResponseWriter, r *http.Request) { s.show(w, r, strings.ReplaceAll(name, "/", "-"), nil) })
	}
	s.mux.HandleFunc("POST /forms/{site}/done", s.done)
	s.mux.HandleFunc("GET /forms/complete/suggest", suggest)
	s.twoPages()
	s.popup()
	s.vault()
	return s
}

// ServeHTTP answers a request to any of the sites.
func (s *Sites) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	s.mux.ServeHTTP(w, r)
}

// Change puts on the other skin, or the first one again.
func (s *Sites) Change(changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed = changed
}

// Result returns what was last entered at a site, and forgets it.
func (s *Sites) Result(site string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer delete(s.results, site)
	return s.results[site]
}

// done notes what a page says was entered.
func (s *Sites) done(w http.ResponseWriter, r *http.Request) {
	var body bytes.Buffer
	if _, err := body.ReadFrom(http.MaxBytesReader(w, r.Body, 1<<16)); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.results[r.PathValue("site")] = body.String()
}

// show answers with a page in the present skin.
func (s *Sites) show(w http.ResponseWriter, r *http.Request, name string, data any) {
	s.mu.Lock()
	changed := s.changed
	s.mu.Unlock()
	pages := template.Must(s.pages.Clone())
	if changed {
		pages.Funcs(template.FuncMap{"class": otherClass})
	}
	pages.Funcs(template.FuncMap{"link": func(path string) string { return "http://" + otherHost(r.Host) + path }})
	var html bytes.Buffer
	err := pages.ExecuteTemplate(&html, name+".html", struct {
		Changed bool
		Data    any
	}{changed, data})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(html.Bytes())
}

// asset serves a script or a style.
func asset(w http.ResponseWriter, r *http.Request) {
	switch name := r.PathValue("file"); path.Ext(name) {
	case ".js", ".css":
		http.ServeFileFS(w, r, files, "page/"+name)
	default:
		http.NotFound(w, r)
	}
}

// otherHost returns another name of this machine: to a browser it is another site.
func otherHost(host string) string {
	if port, ok := strings.CutPrefix(host, "127.0.0.1:"); ok {
		return "localhost:" + port
	}
	return host
}

func plainLink(path string) string { return path }

func plainClass(names string) string { return names }

// otherClass returns class names as a build tool would make them anew.
func otherClass(names string) string {
	h := fnv.New32a()
	h.Write([]byte(names))
	return fmt.Sprintf("css-%x", h.Sum32())
}
