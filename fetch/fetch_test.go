package fetch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"go.uber.org/goleak"
	"golang.org/x/text/encoding/simplifiedchinese"

	"dyncrawl"
	"dyncrawl/fetch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func serve(t *testing.T, handle http.HandlerFunc) *httptest.Server {
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	return server
}

func newClient(t *testing.T, c fetch.Config) *fetch.Client {
	t.Helper()
	client, err := fetch.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func do(t *testing.T, c *fetch.Client, url string) (*dyncrawl.Page, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	return c.Do(ctx, dyncrawl.Request{URL: url})
}

func TestPage(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/from" {
			http.Redirect(w, r, "/to", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "Text/HTML; charset=utf-8")
		w.WriteHeader(404)
		fmt.Fprintf(w, "<!DOCTYPE html><title> two\n words </title><p>%s|%s|%s", r.UserAgent(), r.Header.Get("Accept-Language"), r.Header.Get("X-Own"))
	})
	client := newClient(t, fetch.Config{UserAgent: "Browser/1", Language: "de,en"})
	p, err := client.Do(t.Context(), dyncrawl.Request{URL: server.URL + "/from#part", Header: http.Header{"x-own": {"yes"}}})
	if err != nil {
		t.Fatal(err)
	}
	if p.URL != server.URL+"/from#part" || p.FinalURL != server.URL+"/to#part" || p.Status != 404 || p.ContentType != "text/html" || p.Title != "two words" {
		t.Errorf("page: %+v", p)
	}
	if !strings.HasSuffix(p.HTML, "<p>Browser/1|de,en|yes") {
		t.Errorf("HTML: %s", p.HTML)
	}
	if p.FetchedAt.IsZero() || p.Timing.Response <= 0 || p.Timing.Total < p.Timing.Response || p.Header.Get("Date") == "" {
		t.Errorf("timing and header: %+v %v", p.Timing, p.Header)
	}
}

// codings make an answer of each content coding.
var codings = map[string]func(w io.Writer) io.WriteCloser{
	"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"br":   func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) },
	"zstd": func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z },
}

func TestCodings(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		coding := r.URL.Path[1:]
		if !strings.Contains(r.Header.Get("Accept-Encoding"), coding) {
			http.Error(w, "not asked for", http.StatusNotAcceptable)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", coding)
		z := codings[coding](w)
		io.Copy(z, io.LimitReader(zeros{}, int64(len(r.URL.RawQuery))<<20))
		z.Close()
	})
	client := newClient(t, fetch.Config{MaxBytes: 2 << 20})
	for coding := range codings {
		page, err := do(t, client, server.URL+"/"+coding+"?xx")
		if err != nil || len(page.HTML) != 2<<20 || page.HTML[0] != 'o' {
			t.Errorf("%s: %v", coding, err)
		}
		if _, err := do(t, client, server.URL+"/"+coding+"?xxx"); dyncrawl.ClassOf(err) != dyncrawl.ClassTooLarge {
			t.Errorf("%s: a bomb gives %v", coding, err)
		}
	}
}

// zeros is text without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	copy(p, bytes.Repeat([]byte("o"), len(p)))
	return len(p), nil
}

// TestPackedSiteMap: a packed file of XML is read as what it holds; other packed
// files are downloads, and one that unpacks to too much is refused.
func TestPackedSiteMap(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-gzip")
		packer := gzip.NewWriter(w)
		defer packer.Close()
		fmt.Fprint(packer, "<urlset/>"+strings.Repeat(" ", 10*len(r.URL.RawQuery)))
	})
	client := newClient(t, fetch.Config{MaxBytes: 20})
	if p, err := do(t, client, server.URL+"/sitemap.xml.gz"); err != nil || p.HTML != "<urlset/>" || p.ContentType != "application/xml" {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := do(t, client, server.URL+"/sitemap.xml.gz?long"); dyncrawl.ClassOf(err) != dyncrawl.ClassTooLarge {
		t.Errorf("more than may be: %v", err)
	}
	if _, err := do(t, client, server.URL+"/logs.gz"); dyncrawl.ClassOf(err) != dyncrawl.ClassDownload {
		t.Errorf("another file: %v", err)
	}
}

func TestCharsets(t *testing.T) {
	const text = "<title>标题</title><p>渲染的页面里有很多中文字符，这样才能猜出它的编码；再写一句，让猜测更有把握。</p>"
	gbk, err := simplifiedchinese.GBK.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct{ contentType, body string }{
		"header":           {"text/html; charset=gbk", gbk},
		"meta":             {"text/html", `<meta charset="gbk">` + gbk},
		"guessed":          {"text/html", gbk},
		"undeclared UTF-8": {"text/html", text},
		"mark":             {"text/html; charset=gbk", "\xef\xbb\xbf" + text},
		"late UTF-8":       {"text/html", strings.Repeat(" ", 2000) + text},
	} {
		server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", row.contentType)
			io.WriteString(w, row.body)
		})
		page, err := do(t, newClient(t, fetch.Config{}), server.URL)
		if err != nil || !strings.HasSuffix(page.HTML, text) || page.Title != "标题" {
			t.Errorf("%s: %v, %+v", name, err, page)
		}
	}
}

func TestFailureClasses(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	mux.HandleFunc("/hang", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/empty", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/file", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "application/zip") })
	mux.HandleFunc("/attached", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Disposition", `attachment; filename="a.html"`)
	})
	mux.HandleFunc("/short", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		io.WriteString(w, "<p>")
	})
	mux.HandleFunc("/garbled", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		io.WriteString(w, "this is no gzip at all")
	})
	server := serve(t, mux.ServeHTTP)
	secure := httptest.NewTLSServer(mux)
	t.Cleanup(secure.Close)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	client := newClient(t, fetch.Config{})
	for url, want := range map[string]dyncrawl.Class{
		server.URL + "/loop":                            dyncrawl.ClassRedirectLoop,
		server.URL + "/hang":                            dyncrawl.ClassNavTimeout,
		server.URL + "/empty":                           dyncrawl.ClassNoContent,
		server.URL + "/file":                            dyncrawl.ClassDownload,
		server.URL + "/attached":                        dyncrawl.ClassDownload,
		server.URL + "/short":                           dyncrawl.ClassProtocol,
		server.URL + "/garbled":                         dyncrawl.ClassProtocol,
		secure.URL + "/empty":                           dyncrawl.ClassTLS,
		"http://" + closed.Addr().String():              dyncrawl.ClassConnect,
		"http://no-such-host.invalid/":                  dyncrawl.ClassDNS,
		"ftp://127.0.0.1/":                              dyncrawl.ClassScheme,
		"http:///path":                                  dyncrawl.ClassURL,
		strings.Replace(secure.URL, "https", "http", 1): "",
	} {
		_, err := do(t, client, url)
		if got := dyncrawl.ClassOf(err); err == nil && want != "" || err != nil && got != want {
			t.Errorf("%s: class %q, want %q: %v", url, got, want, err)
		}
	}
}

// TestCancelled: a fetch that is called off is interrupted, not failed.
func TestCancelled(t *testing.T) {
	server := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err := newClient(t, fetch.Config{}).Do(ctx, dyncrawl.Request{URL: server.URL})
	if !errors.Is(err, context.Canceled) || dyncrawl.ClassOf(err) != dyncrawl.ClassInterrupted {
		t.Errorf("%v", err)
	}
}

// TestRedirectsAndCookies: twenty redirects are followed and not one more, and
// cookies set on the way are sent.
func TestRedirectsAndCookies(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var n int
		fmt.Sscan(r.URL.Path[1:], &n)
		if n > 0 {
			http.SetCookie(w, &http.Cookie{Name: fmt.Sprint("c", n), Value: "1"})
			http.Redirect(w, r, fmt.Sprint("/", n-1), http.StatusSeeOther)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, len(r.Cookies()))
	})
	jar, _ := cookiejar.New(nil)
	client := newClient(t, fetch.Config{Jar: jar})
	if page, err := do(t, client, server.URL+"/20"); err != nil || page.HTML != "20" {
		t.Errorf("twenty redirects: %v, %+v", err, page)
	}
	if _, err := do(t, client, server.URL+"/21"); dyncrawl.ClassOf(err) != dyncrawl.ClassRedirectLoop {
		t.Errorf("one more: %v", err)
	}
}

// TestConnectionsAreKept: the pool holds as many connections as may be used.
func TestConnectionsAreKept(t *testing.T) {
	opened := make(chan struct{}, 100)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	}))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			opened <- struct{}{}
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	client := newClient(t, fetch.Config{PerHost: 4})
	for range 5 {
		done := make(chan error)
		for range 4 {
			go func() { _, err := client.Do(context.Background(), dyncrawl.Request{URL: server.URL}); done <- err }()
		}
		for range 4 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	}
	if n := len(opened); n > 4 {
		t.Errorf("%d connections for 20 requests, four at a time", n)
	}
}
