package crawl_test

import (
	"context"
	"flag"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/crawl"
	"dyncrawl/flows"
	"dyncrawl/frontier"
	"dyncrawl/sessions"
	"dyncrawl/store"
)

var (
	clubPages = flag.Int("club-pages", 24, "pages of the site whose logins end")
	clubLife  = flag.Duration("club-life", 0, "time after which its logins end, too; 0: any")
)

const clubFlow = `
name: club
vars: {base: ""}
start: ${base}/page/0
session:
  login_page: /login
  check: {url: "${base}/me", selector: "#logout"}
  login:
    - goto: ${base}/login
    - fill: {selector: "#user", value: "${secret:USER}"}
    - fill: {selector: "#password", value: "${secret:PASSWORD}"}
    - click: "#send"
    - expect: {url: "re:/me$|wrong$"}
IDENTITIES
politeness: {delay: 0s, per_host: 8}
browser: {quiet: 50ms}
extract:
  secret: {each: .secret, key: [number], fields: {number: {select: "@data-number", type: int}}}
`

// members crawl the club, each with a browser of its own.
type members struct {
	flow string
	tabs int
	dir  string
}

func (m members) crawl(t *testing.T, site *society, driver string) (*store.Store, crawl.Summary, error) {
	t.Helper()
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	return m.crawlUntil(t, t.Context(), server.URL, driver)
}

// crawlUntil crawls the site at base until ctx ends, as a kill would end it: nothing
// is checked any more then.
func (m members) crawlUntil(t *testing.T, ctx context.Context, base, driver string) (*store.Store, crawl.Summary, error) {
	t.Helper()
	flow, err := flows.Parse("club.yaml", []byte(m.flow), flows.Vars{"base": base})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := store.Open(t.Context(), store.Config{Path: filepath.Join(m.dir, "club.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	queue, err := frontier.Open(t.Context(), kept, frontier.Config{Delay: -1, PerHost: 8, MaxAttempts: 2})
	if err != nil {
		t.Fatal(err)
	}
	secrets := flows.FirstSecret(map[string]string{"USER": "ann", "USER_2": "bob", "PASSWORD": "secret"})
	cfg := crawl.Config{
		Flow: flow, Store: kept, Frontier: queue, Tabs: m.tabs, ArtifactDir: filepath.Join(m.dir, "pictures"),
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
	for _, identity := range flow.Identities() {
		proxy, err := identity.ProxyURL(secrets)
		if err != nil {
			t.Fatal(err)
		}
		pool := browser.NewPool(func(ctx context.Context) (browser.Driver, error) {
			return drivers[driver](ctx, chrome.Config{})
		}, browser.PoolConfig{Tabs: m.tabs, Config: browser.Config{Proxy: proxy}})
		t.Cleanup(func() { pool.Close() })
		cfg.Accounts = append(cfg.Accounts, crawl.Account{
			Name: identity.Name, Limits: identity.Limits, Pool: pool, Secrets: secrets.Of(identity),
			Kept: keptIn(m.dir).Session(flow.KeptAs(identity)),
		})
	}
	crawler, err := crawl.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	summary, err := crawler.Run(ctx)
	return kept, summary, err
}

func (m members) with(identities string) members {
	m.flow = strings.Replace(m.flow, "IDENTITIES", identities, 1)
	return m
}

// checkClub holds the store against what the site has: every page once, none of
// what visitors who are not logged in see.
func checkClub(t *testing.T, site *society, kept *store.Store) {
	t.Helper()
	if n := number(t, kept, `SELECT count(*) FROM item_secret`); n != site.pages {
		t.Errorf("%d items of %d pages", n, site.pages)
	}
	if n := number(t, kept, `SELECT count(*) FROM pages WHERE title NOT LIKE 'page %'`); n != 0 {
		t.Errorf("%d pages of those who are not logged in are stored", n)
	}
	if n := number(t, kept, `SELECT count(*) FROM urls WHERE state <> 'done'`); n != 0 {
		t.Errorf("%d URLs are not done", n)
	}
	if n := number(t, kept, `SELECT max(tries) FROM urls`); n != 1 {
		t.Errorf("an end of the login cost a page an attempt: %d tries", n)
	}
}

// TestLoginsThatEnd: whenever and however a login ends, no page is lost, nothing
// that others see is stored, each tab asks in vain once at most, and the login
// that is kept is one.
func TestLoginsThatEnd(t *testing.T) {
	t.Parallel()
	const driver, tabs = "chromedp", 4 // TestLoginEndsInMidCrawl has the other driver
	m := members{clubFlow, tabs, t.TempDir()}.with("")
	site := newSociety(*clubPages)
	site.every, site.chance, site.life = 10, 0.01, *clubLife
	started := time.Now()
	kept, summary, err := m.crawl(t, site, driver)
	if err != nil {
		t.Fatal(err)
	}
	checkClub(t, site, kept)
	t.Logf("%d pages in %s: %d ends of the login, %d logins, %d pages asked for in vain, %d shown",
		summary.Pages, time.Since(started).Round(time.Millisecond), site.ends, site.logins["ann"], site.wasted, site.served["ann"])
	switch {
	case site.ends < 2:
		t.Errorf("%d ends of the login: the test tests nothing", site.ends)
	case site.wasted > tabs*site.ends:
		t.Errorf("%d pages asked for in vain, at most %d for each of %d ends", site.wasted, tabs, site.ends)
	case site.logins["ann"] > site.ends+1:
		t.Errorf("%d logins for %d ends", site.logins["ann"], site.ends)
	}
	saved, err := keptIn(m.dir).Session("club").Read()
	if err != nil || saved == nil || len(saved.State.Cookies) != 1 || site.issued[saved.State.Cookies[0].Value] == "" {
		t.Errorf("the kept login is none: %+v, %v", saved, err)
	}
}

// TestPagesInDoubt: where no page tells who is logged in, the checks in between find
// out, and what was stored since the last good one is visited again.
func TestPagesInDoubt(t *testing.T) {
	t.Parallel()
	site := newSociety(20)
	site.every, site.discreet = 9, true
	m := members{strings.Replace(clubFlow, `"#logout"}`, `"#logout", every: 4}`, 1), 2, t.TempDir()}.with("")
	kept, _, err := m.crawl(t, site, "chromedp")
	if err != nil {
		t.Fatal(err)
	}
	checkClub(t, site, kept)
	if site.ends == 0 || site.wasted == 0 {
		t.Errorf("%d ends of the login, %d pages of others: the test tests nothing", site.ends, site.wasted)
	}
	if site.logins["ann"] > site.ends+1 {
		t.Errorf("%d logins for %d ends", site.logins["ann"], site.ends)
	}
}

// TestDoubtsOutliveAKill: a run that ends before it could look whether the login
// still held leaves its last pages to the next one.
func TestDoubtsOutliveAKill(t *testing.T) {
	t.Parallel()
	site := newSociety(12)
	site.every, site.discreet = 4, true
	server := httptest.NewServer(site)
	defer server.Close()
	m := members{clubFlow, 2, t.TempDir()}.with("")
	ctx, kill := context.WithCancel(t.Context())
	defer kill()
	site.turnedAway = func(n int) {
		if n == 3 { // two are open at the most: one is stored
			kill()
		}
	}
	kept, _, _ := m.crawlUntil(t, ctx, server.URL, "rod")
	if n := number(t, kept, `SELECT count(*) FROM pages WHERE title NOT LIKE 'page %'`); n == 0 {
		t.Error("no page of others was stored: the test tests nothing")
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	site.mu.Lock()
	site.every = 0
	site.mu.Unlock()
	kept, _, err := m.crawlUntil(t, t.Context(), server.URL, "rod")
	if err != nil {
		t.Fatal(err)
	}
	checkClub(t, site, kept)
	if n := number(t, kept, `SELECT count(*) FROM doubts`); n != 0 {
		t.Errorf("%d pages are in doubt after the last check", n)
	}
}

// TestLoginFailsForGood: after three logins that fail the run ends; there is a
// picture, what is queued stays so, and the kept login is not touched.
func TestLoginFailsForGood(t *testing.T) {
	t.Parallel()
	m := members{clubFlow, 2, t.TempDir()}.with("")
	site := newSociety(10)
	site.denied = true
	kept := filepath.Join(m.dir, "club.age")
	if err := keptIn(m.dir).Session("club").Write(&sessions.Saved{Made: time.Now()}); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := m.crawl(t, site, "chromedp")
	if dyncrawl.ClassOf(err) != dyncrawl.ClassLogin {
		t.Errorf("ended with %v", err)
	}
	if site.logins["ann"] != 3 {
		t.Errorf("%d logins, want 3", site.logins["ann"])
	}
	if n := number(t, s, `SELECT count(*) FROM urls WHERE state = 'queued' AND tries = 0`); n != 1 {
		t.Errorf("%d URLs are queued, want 1", n)
	}
	if pictures, _ := filepath.Glob(filepath.Join(m.dir, "pictures", "*.png")); len(pictures) != 3 {
		t.Errorf("%d pictures, want one of each login", len(pictures))
	}
	if after, err := os.ReadFile(kept); err != nil || string(after) != string(before) {
		t.Errorf("the kept login was replaced, %v", err)
	}
}

const twoMembers = `  identities:
    first: {limits: {pages: 12}}
    second: {secrets: {USER: USER_2}PROXY}`

// TestIdentities: accounts share the pages within their limits, each with its own
// login and proxy, and one that cannot log in leaves them to the other.
func TestIdentities(t *testing.T) {
	t.Parallel()
	t.Run("share", func(t *testing.T) {
		site := newSociety(24)
		var proxied atomic.Int64
		forward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			if strings.HasPrefix(r.Out.URL.Path, "/page/") {
				proxied.Add(1)
			}
		}}
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Proxy-Authorization") != "Basic Ym9iOnNlY3JldA==" { // bob:secret
				w.Header().Set("Proxy-Authenticate", `Basic realm="club"`)
				w.WriteHeader(http.StatusProxyAuthRequired)
				return
			}
			forward.ServeHTTP(w, r)
		}))
		defer proxy.Close()
		link := "http://bob:${secret:PASSWORD}@" + proxy.Listener.Addr().String()
		m := members{clubFlow, 4, t.TempDir()}.with(strings.Replace(twoMembers, "PROXY", ", proxy: '"+link+"'", 1))
		kept, _, err := m.crawl(t, site, "chromedp")
		if err != nil {
			t.Fatal(err)
		}
		checkClub(t, site, kept)
		if n := int(proxied.Load()); n < site.served["bob"] || n > site.served["bob"]+site.wasted {
			t.Errorf("%d pages came through bob's proxy, he saw %d, and %d were asked for in vain", n, site.served["bob"], site.wasted)
		}
		if site.served["ann"] > 12 || site.served["ann"] == 0 || site.served["bob"] < 12 {
			t.Errorf("pages by member: %v, want 12 of ann's at most, who is limited", site.served)
		}
	})
	t.Run("one fails", func(t *testing.T) {
		site := newSociety(12)
		site.closed["bob"] = true
		m := members{clubFlow, 4, t.TempDir()}.with(strings.Replace(twoMembers, "PROXY", "", 1))
		kept, _, err := m.crawl(t, site, "chromedp")
		if err != nil {
			t.Fatal(err)
		}
		checkClub(t, site, kept)
		if site.served["bob"] != 0 || site.logins["bob"] != 3 {
			t.Errorf("bob: %d pages, %d logins", site.served["bob"], site.logins["bob"])
		}
	})
}
