package crawl_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
	"dyncrawl/browser/rod"
	"dyncrawl/captcha"
	"dyncrawl/crawl"
	"dyncrawl/demo"
	"dyncrawl/flows"
	"dyncrawl/frontier"
	"dyncrawl/sessions"
	"dyncrawl/store"
)

// drivers are crawled with in turn: what a crawl gives must not depend on them.
var drivers = map[string]func(context.Context, chrome.Config) (browser.Driver, error){
	"chromedp": chromedp.Launch,
	"rod":      rod.Launch,
}

// site is the practice community with a login that ends in mid-crawl: after some
// profiles the cookie of the visitor is no longer accepted, again and again.
type site struct {
	*demo.Sites
	every int // profiles before each end of the login; zero: it never ends

	mu       sync.Mutex
	profiles int
	ended    map[string]bool // cookies that are no longer accepted
	logins   int             // login forms that were accepted
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	cookie := r.Header.Get("Cookie")
	if s.every > 0 && r.URL.Path == "/renren/profile" && !s.ended[cookie] {
		if s.profiles++; s.profiles%s.every == 0 {
			s.ended[cookie] = true
		}
	}
	if s.ended[cookie] {
		r.Header.Del("Cookie")
	}
	s.mu.Unlock()
	recorder := &status{ResponseWriter: w}
	s.Sites.ServeHTTP(recorder, r)
	if r.Method == http.MethodPost && r.URL.Path == "/renren/login" && recorder.code == http.StatusFound {
		s.mu.Lock()
		s.logins++
		s.mu.Unlock()
	}
}

// status notes the status of an answer.
type status struct {
	http.ResponseWriter
	code int
}

func (s *status) WriteHeader(code int) {
	s.code = code
	s.ResponseWriter.WriteHeader(code)
}

// keptIn returns a folder for logins and their key.
func keptIn(dir string) sessions.Folder {
	return sessions.Folder{Dir: dir, Key: sessions.Key("file:" + filepath.Join(dir, "session.key"))}
}

// visit crawls the practice community of the given size and returns the store.
func visit(t *testing.T, s *site, driver string) (*store.Store, crawl.Summary) {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	dir := t.TempDir()
	flow, err := flows.Load("../flows/renren.yaml", flows.Vars{flows.DemoVar: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := store.Open(t.Context(), store.Config{Path: filepath.Join(dir, "renren.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	queue, err := frontier.Open(t.Context(), kept, frontier.Config{Delay: -1, PerHost: 4})
	if err != nil {
		t.Fatal(err)
	}
	pool := browser.NewPool(func(ctx context.Context) (browser.Driver, error) {
		return drivers[driver](ctx, chrome.Config{})
	}, browser.PoolConfig{Tabs: 4})
	t.Cleanup(func() { pool.Close() })
	solver := captcha.NewTesseract(captcha.TesseractConfig{})
	t.Cleanup(func() { solver.Close() })
	crawler, err := crawl.New(crawl.Config{
		Flow: flow, Store: kept, Frontier: queue, Tabs: 4, Solver: solver,
		Accounts: []crawl.Account{{Pool: pool, Secrets: flows.FirstSecret(s.Secrets()), Kept: keptIn(dir).Session("login")}},
		Log:      slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	summary, err := crawler.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return kept, summary
}

// number returns what a query counts.
func number(t *testing.T, s *store.Store, query string) (n int) {
	t.Helper()
	err := s.View(t.Context(), func(tx *store.Tx) error { return tx.QueryRow(t.Context(), query).Scan(&n) })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestLoginEndsInMidCrawl: whoever notices logs in again, the page is repeated,
// and no login page is stored.
func TestLoginEndsInMidCrawl(t *testing.T) {
	t.Parallel()
	const every = 6
	for driver, users := range map[string]int{"rod": 8} {
		t.Run(driver, func(t *testing.T) {
			sites, err := demo.New(demo.Config{Users: users})
			if err != nil {
				t.Fatal(err)
			}
			s := &site{Sites: sites, every: every, ended: map[string]bool{}}
			kept, summary := visit(t, s, driver)
			if summary.Frontier.Failed != 0 {
				t.Errorf("failures: %+v", summary.Failures)
			}
			if n := number(t, kept, `SELECT count(*) FROM item_user`); n != users {
				t.Errorf("%d of %d users", n, users)
			}
			if n := number(t, kept, `SELECT count(*) FROM pages WHERE final_url LIKE '%/login%'`); n != 0 {
				t.Errorf("%d login pages are stored", n)
			}
			if least := users / every; len(s.ended) < least {
				t.Errorf("the login ended %d times, want %d at least", len(s.ended), least)
			}
			if s.logins < len(s.ended) || s.logins > len(s.ended)+1 {
				t.Errorf("%d logins for %d ends of the login", s.logins, len(s.ended))
			}
			saved, err := keptIn(filepath.Dir(kept.Path())).Session("login").Read()
			if err != nil || saved == nil || len(saved.State.Cookies) == 0 {
				t.Errorf("the kept login: %+v, %v", saved, err)
			}
		})
	}
}

// TestNeverAskedFor: the link that logs out and what robots.txt forbids are
// never fetched, although every page links to them.
func TestNeverAskedFor(t *testing.T) {
	t.Parallel()
	sites, err := demo.New(demo.Config{Users: 5})
	if err != nil {
		t.Fatal(err)
	}
	kept, _ := visit(t, &site{Sites: sites}, "chromedp")
	for path, hits := range sites.Hits() {
		if strings.Contains(path, "logout") || strings.Contains(path, "private") {
			t.Errorf("%s was fetched %d times", path, hits)
		}
	}
	if n := number(t, kept, `SELECT count(*) FROM links WHERE url LIKE '%logout%'`); n == 0 {
		t.Error("no page links to the logout: the test tests nothing")
	}
	if n := number(t, kept, `SELECT count(*) FROM urls WHERE state = 'skipped' AND class = 'robots'`); n != 1 {
		t.Errorf("%d URLs are skipped for robots.txt, want 1", n)
	}
}
