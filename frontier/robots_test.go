package frontier_test

import (
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"dyncrawl"
	"dyncrawl/frontier"
)

// site answers /robots.txt with the handler and counts how often it is asked.
type site struct {
	*httptest.Server
	mu     sync.Mutex
	asked  int
	agents []string
}

func newSite(t *testing.T, robots http.HandlerFunc) *site {
	t.Helper()
	s := &site{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			s.mu.Lock()
			s.asked++
			s.agents = append(s.agents, r.UserAgent())
			s.mu.Unlock()
		}
		robots(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) times() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

// obedient is a frontier that heeds robots.txt and waits for nothing else.
func obedient(s *site) frontier.Config {
	return frontier.Config{Delay: -1, PerHost: 100, Backoff: time.Millisecond, Client: s.Client(), UserAgent: "dyncrawl/1 (+http://a/)"}
}

func text(robots string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, robots) }
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "User-agent: *\nDisallow: /", code) }
}

func hops(n int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if at := strings.Count(r.URL.Path, "y"); at < n {
			http.Redirect(w, r, "/r"+strings.Repeat("y", at+1), http.StatusFound)
			return
		}
		io.WriteString(w, "User-agent: *\nDisallow: /private")
	}
}

func TestRobotsDecideWhatIsFetched(t *testing.T) {
	for _, c := range []struct {
		name    string
		robots  http.HandlerFunc
		allowed string // of /open, /private/1 and /private/open
	}{
		{"everybody", text("User-agent: *\nDisallow: /private"), "/open"},
		{"us by name", text("User-agent: *\nDisallow: /\n\nUser-agent: DynCrawl\nDisallow: /private/1"), "/open /private/open"},
		{"others by name", text("User-agent: otherbot\nDisallow: /"), "/open /private/1 /private/open"},
		{"longest rule", text("User-agent: *\nDisallow: /private\nAllow: /private/open"), "/open /private/open"},
		{"wildcard and end", text("User-agent: *\nDisallow: /*/1$"), "/open /private/open"},
		{"byte order mark", text("\uFEFFUser-agent: *\nDisallow: /private"), "/open"},
		{"old line ends", text("User-agent: *\rDisallow: /private\r"), "/open"},
		{"comments and junk", text("<html>\nDisallow: /open\nUser-agent: * # all\nCrawl-delay: soon\nNonsense\nDisallow: /private # x"), "/open"},
		{"empty rule before the next group", text("User-agent: dyncrawl\nDisallow:\n\nUser-agent: *\nDisallow: /"), "/open /private/1 /private/open"},
		{"empty", text(""), "/open /private/1 /private/open"},
		{"rules within 500 KiB", text("User-agent: *\nDisallow: /private\n" + strings.Repeat("# filler\n", 1<<20)), "/open"},
		{"rules behind 500 KiB", text(strings.Repeat("# filler\n", 1<<17) + "User-agent: *\nDisallow: /private"), "/open /private/1 /private/open"},
		{"not found", status(404), "/open /private/1 /private/open"},
		{"forbidden", status(403), "/open /private/1 /private/open"},
		{"5 redirects", hops(5), "/open"},
		{"6 redirects", hops(6), "/open /private/1 /private/open"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t, c.robots)
			q := fresh(t, obedient(s))
			q.addURLs(s.URL+"/open", s.URL+"/private/1", s.URL+"/private/open")
			visited := strings.ReplaceAll(strings.Join(q.drain(), " "), s.URL, "")
			if visited != c.allowed {
				t.Errorf("visited %s, want %s", visited, c.allowed)
			}
			n := int64(len(strings.Fields(c.allowed)))
			if got := q.stats(); got != (frontier.Stats{Done: n, Skipped: 3 - n}) {
				t.Errorf("stats %+v", got)
			}
			if q.number(`SELECT count(*) FROM urls WHERE state = 'skipped' AND class <> 'robots'`) != 0 {
				t.Error("the class is not robots")
			}
			if s.times() != 1 || s.agents[0] != "dyncrawl/1 (+http://a/)" {
				t.Errorf("asked %d times, as %v", s.times(), s.agents)
			}
		})
	}
}

func TestHostWithoutAnswerIsGivenUp(t *testing.T) {
	for _, c := range []struct {
		name   string
		robots http.HandlerFunc
		class  dyncrawl.Class
	}{
		{"server error", status(503), dyncrawl.ClassHTTP5xx},
		{"rate limit", status(429), dyncrawl.ClassHTTP429},
		{"silence", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, dyncrawl.ClassNavTimeout},
		{"broken answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, dyncrawl.ClassProtocol},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t, c.robots)
			cfg := obedient(s)
			if c.name == "silence" {
				cfg.RobotsBudget = 50 * time.Millisecond
			}
			q := fresh(t, cfg)
			q.addURLs(s.URL+"/1", s.URL+"/2")
			if visited := q.drain(); visited != nil {
				t.Errorf("visited %v", visited)
			}
			failures, err := q.store.Failures(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(failures) != 1 || failures[0].Class != c.class || q.stats() != (frontier.Stats{Failed: 2}) {
				t.Errorf("failures %+v", failures)
			}
			if s.times() < 3 {
				t.Errorf("asked %d times", s.times())
			}
			before := s.times()
			q.addURLs(s.URL + "/3")
			if q.drain(); s.times() != before || q.stats() != (frontier.Stats{Failed: 3}) {
				t.Error("a host that was given up was asked at once")
			}
		})
	}
}

func TestNobodyListens(t *testing.T) {
	s := newSite(t, status(404))
	s.Close()
	q := fresh(t, obedient(s))
	q.addURLs(s.URL + "/1")
	if q.drain(); q.number(`SELECT count(*) FROM urls WHERE state = 'failed' AND class = 'connect'`) != 1 {
		t.Error("no failure of class connect")
	}
}

func TestUnknownCertificate(t *testing.T) {
	s := httptest.NewTLSServer(status(404))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	defer s.Close()
	q := fresh(t, frontier.Config{Delay: -1})
	q.addURLs(s.URL + "/1")
	if q.drain(); q.number(`SELECT count(*) FROM urls WHERE state = 'failed' AND class = 'tls'`) != 1 {
		t.Error("no failure of class tls")
	}
}

func TestHostThatComesBackIsCrawled(t *testing.T) {
	var mu sync.Mutex
	code := 503
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		w.WriteHeader(code)
		code = 404
	})
	q := fresh(t, obedient(s))
	q.addURLs(s.URL + "/1")
	if visited := q.drain(); len(visited) != 1 {
		t.Errorf("visited %v", visited)
	}
}

func TestRetryAsksForRobotsAgain(t *testing.T) {
	var mu sync.Mutex
	code := 503
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		w.WriteHeader(code)
	})
	q := fresh(t, obedient(s))
	q.addURLs(s.URL + "/1")
	q.drain()
	mu.Lock()
	code = 200
	mu.Unlock()
	if n, err := q.Retry(t.Context()); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if visited := q.drain(); len(visited) != 1 {
		t.Errorf("visited %v", visited)
	}
}

func TestRobotsAreFetchedOnceByManyAndKept(t *testing.T) {
	s := newSite(t, text("User-agent: *\nDisallow: /private"))
	q := fresh(t, obedient(s))
	q.addURLs(s.URL+"/1", s.URL+"/2", s.URL+"/3", s.URL+"/private")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if l, err := q.Next(t.Context()); err == nil {
				q.done(l)
			} else if !errors.Is(err, frontier.ErrDrained) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	q = q.again(obedient(s))
	q.addURLs(s.URL+"/4", s.URL+"/private/2")
	if visited := q.drain(); len(visited) != 1 {
		t.Errorf("visited %v", visited)
	}
	if s.times() != 1 {
		t.Errorf("asked %d times", s.times())
	}
}

// answers is a web without a network, for tests with a clock of their own.
type answers struct {
	robots string
	asked  int
}

func (a *answers) RoundTrip(r *http.Request) (*http.Response, error) {
	a.asked++
	return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(a.robots)), Request: r}, nil
}

func TestCrawlDelayIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &answers{robots: "User-agent: *\nCrawl-delay: 7.5"}
		q := fresh(t, frontier.Config{Client: &http.Client{Transport: web}})
		q.addURLs("http://a/1", "http://a/2", "http://a/3")
		// One second after robots.txt was asked for, then as that says.
		want := []time.Duration{time.Second, 8500 * time.Millisecond, 16 * time.Second}
		if diff := cmp.Diff(want, q.starts(3)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestRobotsAreAskedForAgainAfterADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &answers{}
		q := fresh(t, frontier.Config{Client: &http.Client{Transport: web}})
		q.addURLs("http://a/1", "http://a/2", "http://a/3")
		q.done(q.next())
		time.Sleep(23 * time.Hour)
		q.done(q.next())
		if web.asked != 1 {
			t.Errorf("asked %d times within a day", web.asked)
		}
		web.robots = "User-agent: *\nDisallow: /"
		time.Sleep(2 * time.Hour)
		if visited := q.drain(); visited != nil || web.asked != 2 {
			t.Errorf("visited %v, asked %d times", visited, web.asked)
		}
	})
}
