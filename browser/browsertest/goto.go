package browsertest

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"dyncrawl"
)

var gotoTests = []test{
	{"page", func(t *testing.T, s *suite) {
		_, p := s.visit(t, "/static.html")
		want := "<!DOCTYPE html>\n<html lang=\"en\"><head>"
		if p.Status != 200 || p.ContentType != "text/html" || p.Title != "Static page" || !strings.HasPrefix(p.HTML, want) || !strings.HasSuffix(p.HTML, "</html>") {
			t.Errorf("status %d, type %q, title %q, HTML:\n%s", p.Status, p.ContentType, p.Title, p.HTML)
		}
		if p.Partial != "" || p.Timing.Response <= 0 || p.Timing.Load < p.Timing.Response || p.Timing.Settled < p.Timing.Load || p.Timing.Total < p.Timing.Settled {
			t.Errorf("partial %q, timing %+v", p.Partial, p.Timing)
		}
	}},
	{"redirect", func(t *testing.T, s *suite) {
		_, p := s.visit(t, "/redirect")
		if p.URL != s.site.URL+"/redirect" || p.FinalURL != s.site.URL+"/static.html?from=redirect#end" || p.Status != 200 {
			t.Errorf("URL %s, final %s, status %d", p.URL, p.FinalURL, p.Status)
		}
	}},
	{"404 with a page is no error", func(t *testing.T, s *suite) {
		_, p := s.visit(t, "/404")
		if p.Status != 404 || p.Title != "gone" || strings.Join(p.Header.Values("X-Seen"), ", ") != "one, two" {
			t.Errorf("status %d, title %q, header %v", p.Status, p.Title, p.Header)
		}
	}},
	{"401 without a page is no error", func(t *testing.T, s *suite) {
		if _, p := s.visit(t, "/401"); p.Status != 401 {
			t.Errorf("status %d", p.Status)
		}
	}},
	{"error classes", testErrorClasses},
	{"returns before the page is complete", func(t *testing.T, s *suite) {
		tab := s.tab(t)
		if err := tab.Goto(t.Context(), s.site.URL+"/drip"); err != nil {
			t.Fatal(err)
		}
	}},
	{"no answer within the deadline", func(t *testing.T, s *suite) {
		tab := s.tab(t)
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		wantClass(t, tab.Goto(ctx, s.site.URL+"/silent"), dyncrawl.ClassNavTimeout)
		if p := s.revisit(t, tab, "/static.html"); p.Title != "Static page" {
			t.Errorf("next page: %q", p.Title)
		}
	}},
	{"user agent", func(t *testing.T, s *suite) {
		_, p := s.visit(t, "/agent")
		if !strings.Contains(p.HTML, "Chrome/") || !strings.Contains(p.HTML, "Safari/537.36 dyncrawl-test") {
			t.Error(p.HTML)
		}
	}},
}

func testErrorClasses(t *testing.T, s *suite) {
	tab := s.tab(t)
	for url, want := range map[string]dyncrawl.Class{
		s.site.URL + "/204":                             dyncrawl.ClassNoContent,
		s.site.URL + "/download":                        dyncrawl.ClassDownload,
		s.site.URL + "/garbage":                         dyncrawl.ClassProtocol,
		s.site.URL + "/loop":                            dyncrawl.ClassRedirectLoop,
		"http://" + closedPort(t) + "/":                 dyncrawl.ClassConnect,
		"http://no-such-host.invalid/":                  dyncrawl.ClassDNS,
		strings.Replace(s.site.URL, "http", "https", 1): dyncrawl.ClassTLS,
		"file:///etc/passwd":                            dyncrawl.ClassScheme,
		"chrome://settings":                             dyncrawl.ClassScheme,
		"http://":                                       dyncrawl.ClassURL,
		"http://a b/":                                   dyncrawl.ClassURL,
	} {
		err := tab.Goto(t.Context(), url)
		if got := dyncrawl.ClassOf(err); err == nil || got != want {
			t.Errorf("%s: class %q, want %q (%v)", url, got, want, err)
		}
	}
	if p := s.revisit(t, tab, "/static.html"); p.Title != "Static page" {
		t.Errorf("page after the errors: %q", p.Title)
	}
}

func closedPort(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
