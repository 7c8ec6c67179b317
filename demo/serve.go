package demo

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"time"
)

// files holds the pages, styles and scripts of the sites, a folder a site.
//
//go:embed index renren shop articles people spa delayed bench course logins
var files embed.FS

// router registers the handlers of the sites.
type router struct {
	*http.ServeMux
	latency time.Duration
}

// ajax registers a handler that only scripts call: its answers come late.
func (r router) ajax(pattern string, handle http.HandlerFunc) {
	r.HandleFunc(pattern, func(w http.ResponseWriter, req *http.Request) {
		select {
		case <-time.After(r.latency):
			handle(w, req)
		case <-req.Context().Done():
		}
	})
}

// assets registers every embedded style and script under its own path.
func (r router) assets() {
	for _, pattern := range []string{"*/*.js", "*/*.css"} {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			panic(err) // a malformed pattern above
		}
		for _, name := range names {
			r.HandleFunc("GET /"+name, func(w http.ResponseWriter, req *http.Request) {
				http.ServeFileFS(w, req, files, name)
			})
		}
	}
}

// pages are the templates of one site.
type pages struct{ set *template.Template }

// parsePages reads the templates in a site's folder.
func parsePages(folder string) pages {
	set := template.New(folder).Funcs(template.FuncMap{"clock": showTime, "control": neverControl, "digits": func() int { return 6 }})
	return pages{template.Must(set.ParseFS(files, path.Join(folder, "*.html")))}
}

// show answers with a page in UTF-8.
func (p pages) show(w http.ResponseWriter, status int, name string, data any) {
	html, err := p.render(name, data)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(html)
}

func (p pages) render(name string, data any) ([]byte, error) {
	var html bytes.Buffer
	if err := p.set.ExecuteTemplate(&html, name, data); err != nil {
		return nil, fmt.Errorf("render %s: %w", name, err)
	}
	return html.Bytes(), nil
}

// showTime writes a time as the sites show it to a reader.
func showTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

// writeJSON answers with value as JSON.
func writeJSON(w http.ResponseWriter, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		http.Error(w, fmt.Sprintf("encode answer: %v", err), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(body)
}
