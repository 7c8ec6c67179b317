// Package torture serves pages that harm whoever opens them: scripts that never
// end, memory without bounds, floods of dialogs, windows and requests, answers
// that break the protocol. Beside each page stands how a crawl of it must end;
// /_truth/torture.json publishes the list. Everything is served on the loopback
// interface and needs nothing from outside.
package torture

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

// pages holds the pages that are files; x.html is served as /x.
//
//go:embed pages
var pages embed.FS

// flowFiles are the flows that crawl one page.
//
//go:embed flow.yaml flows
var flowFiles embed.FS

// Site is a running server of the pages.
type Site struct {
	// Strike ends, from outside, what a page names: "renderer", "browser",
	// "gpu" or "network"; "freeze" stops the browser. Nil: nothing happens.
	Strike func(what string)

	hosts   *strings.Replacer // ${name} to what stands for it in the path of a case
	closers []func() error

	mu   sync.Mutex
	hits map[string]int
}

// Serve serves the pages until Close.
func Serve() (*Site, error) {
	s := &Site{hits: map[string]int{}}
	if err := s.listen(); err != nil {
		return nil, errors.Join(fmt.Errorf("serve the hostile pages: %w", err), s.Close())
	}
	return s, nil
}

// listen starts the servers: one of pages under two names, one of broken HTTP,
// one that is silent, one that does not accept, and those with odd certificates.
func (s *Site) listen() error {
	home, err := s.serveHTTP(http.HandlerFunc(s.serve))
	if err != nil {
		return err
	}
	raw, err := s.serveRaw(s.answerRaw)
	if err != nil {
		return err
	}
	mute, err := s.serveRaw(func(conn net.Conn, _ string) { hold(conn) })
	if err != nil {
		return err
	}
	full, err := s.serveFull()
	if err != nil {
		return err
	}
	names := []string{
		"${home}", "http://" + home, "${twin}", "http://" + strings.Replace(home, "127.0.0.1", "localhost", 1),
		"${raw}", "http://" + raw, "${mute}", "https://" + mute, "${full}", "http://" + full,
		"${longlabel}", strings.Repeat("no-such-host-", 6),
	}
	more, err := s.serveRobots()
	if err != nil {
		return err
	}
	names = append(names, more...)
	for _, kind := range certificates {
		addr, err := s.serveTLS(kind)
		if err != nil {
			return err
		}
		names = append(names, "${"+kind.name+"}", "https://"+addr)
	}
	s.hosts = strings.NewReplacer(names...)
	return nil
}

// serveHTTP serves h at a free port of 127.0.0.1 and returns the address.
func (s *Site) serveHTTP(h http.Handler) (addr string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 4 << 20}
	s.closers = append(s.closers, server.Close)
	go server.Serve(l)
	return l.Addr().String(), nil
}

// URL returns the absolute URL of the case's page.
func (s *Site) URL(c Case) string {
	if strings.HasPrefix(c.Path, "/") {
		return s.hosts.Replace("${home}" + c.Path)
	}
	return s.hosts.Replace(c.Path)
}

// After returns the URL of the harmless page that is visited after the case.
func (s *Site) After(c Case) string { return s.hosts.Replace("${home}/ok?after=" + c.ID) }

// Hits returns how often the path was asked for, whatever its query and host; a
// path that ends in * stands for all that begin so.
func (s *Site) Hits(path string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	prefix, open := strings.CutSuffix(path, "*")
	for p, hits := range s.hits {
		if p == path || open && strings.HasPrefix(p, prefix) {
			n += hits
		}
	}
	return n
}

// hit counts a request and returns how many there were for its path.
func (s *Site) hit(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hits[path]++
	return s.hits[path]
}

// Close ends all servers.
func (s *Site) Close() error {
	var errs []error
	for _, end := range s.closers {
		errs = append(errs, end())
	}
	return errors.Join(errs...)
}

// serve answers with a page that is a file, or as the routes say.
func (s *Site) serve(w http.ResponseWriter, r *http.Request) {
	n := s.hit(r.URL.Path)
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	for _, file := range []string{name + ".html", name} {
		if _, err := fs.Stat(pages, path.Join("pages", file)); err == nil && name != "" {
			http.ServeFileFS(w, r, pages, path.Join("pages", file))
			return
		}
	}
	first, rest, _ := strings.Cut(name, "/")
	answer, ok := routes[first]
	if !ok {
		http.NotFound(w, r)
		return
	}
	answer(s, w, &request{Request: r, rest: rest, n: n})
}

// truth publishes the list of cases.
func truth(_ *Site, w http.ResponseWriter, _ *request) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Write(casesJSON)
}
