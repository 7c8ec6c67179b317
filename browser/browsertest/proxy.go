package browsertest

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"sync/atomic"
	"testing"

	"dyncrawl"
	"dyncrawl/browser"
)

var proxyTests = []test{
	{"a proxy is told who we are", testProxy},
}

// strictProxy passes on what comes with the right name and password, and counts it.
type strictProxy struct {
	*httptest.Server
	passed atomic.Int64
}

func newStrictProxy(t *testing.T) *strictProxy {
	p := &strictProxy{}
	forward := &httputil.ReverseProxy{Rewrite: func(*httputil.ProxyRequest) {}}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		as := http.Request{Header: http.Header{"Authorization": r.Header["Proxy-Authorization"]}}
		if user, password, _ := as.BasicAuth(); user != "ann" || password != "p/ss:w@rd" {
			w.Header().Set("Proxy-Authenticate", `Basic realm="strict"`)
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		p.passed.Add(1)
		if r.Method == http.MethodConnect {
			tunnel(w, r.Host)
			return
		}
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		p.CloseClientConnections()
		p.Close()
	})
	return p
}

// tunnel joins the connection of a request with one to the host, until either ends.
func tunnel(w http.ResponseWriter, host string) {
	far, err := net.Dial("tcp", host)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer far.Close()
	w.WriteHeader(http.StatusOK)
	near, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer near.Close()
	go func() { _, _ = io.Copy(far, buffered) }()
	_, _ = io.Copy(near, far)
}

func testProxy(t *testing.T, s *suite) {
	proxy := newStrictProxy(t)
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	defer secure.Close()
	for _, c := range []struct {
		password string
		lean     bool
		status   int
	}{
		{"p%2Fss%3Aw%40rd", false, 200},
		{"p%2Fss%3Aw%40rd", true, 200},
		{"wrong", false, 407},
	} {
		through, err := browser.NewContext(t.Context(), s.driver, browser.Config{Proxy: "http://ann:" + c.password + "@" + proxy.Listener.Addr().String(), Lean: c.lean})
		if err != nil {
			t.Fatal(err)
		}
		defer through.Close(context.WithoutCancel(t.Context()))
		for range 2 { // tabs
			before := proxy.passed.Load()
			tab := newTab(t, through, s.clock)
			if p := visit(t, tab, s.site.URL+"/static.html"); p.Status != c.status || (proxy.passed.Load() > before) != (c.status == 200) {
				t.Errorf("%s: status %d, want %d; %d requests passed", c.password, p.Status, c.status, proxy.passed.Load()-before)
			}
			err := tab.Goto(t.Context(), secure.URL)
			if c.status == 200 {
				wantClass(t, err, dyncrawl.ClassTLS) // it was reached; nobody knows its certificate
			} else if err != nil || tab.Status() != c.status {
				t.Errorf("%s: status %d, %v; want %d", c.password, tab.Status(), err, c.status)
			}
		}
	}
	for _, none := range []string{"socks5://ann:secret@127.0.0.1:1", "127.0.0.1:1"} {
		if _, err := browser.NewContext(t.Context(), s.driver, browser.Config{Proxy: none}); err == nil {
			t.Errorf("%s was taken", none)
		}
	}
}
