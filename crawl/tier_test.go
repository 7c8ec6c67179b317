package crawl_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
	"dyncrawl/crawl"
	"dyncrawl/demo"
	"dyncrawl/flows"
	"dyncrawl/frontier"
	"dyncrawl/store"
	"dyncrawl/tier"
)

// recording serves a site and notes the plain requests: those that no browser sent.
type recording struct {
	http.Handler
	mu    sync.Mutex
	plain []string // paths with their queries
}

// isPlain reports whether the request is none of a browser's.
func isPlain(r *http.Request) bool {
	return r.Header.Get("Sec-Fetch-Mode") == "" && r.Header.Get("Sec-Ch-Ua") == "" && !strings.HasSuffix(r.URL.Path, "robots.txt")
}

func (s *recording) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if isPlain(r) {
		s.mu.Lock()
		s.plain = append(s.plain, r.URL.RequestURI())
		s.mu.Unlock()
	}
	s.Handler.ServeHTTP(w, r)
}

// cheapCrawl crawls base with the flow text, in which ${base} is base.
type cheapCrawl struct {
	base, text string
	dir        string // of the store; empty: a new one
	perHost    int
	learner    crawl.Learner
}

func (c cheapCrawl) run(t *testing.T) (*store.Store, crawl.Summary) {
	t.Helper()
	flow, err := flows.Parse("test.yaml", []byte(c.text), flows.Vars{"base": c.base})
	if err != nil {
		t.Fatal(err)
	}
	if c.dir == "" {
		c.dir = t.TempDir()
	}
	kept, err := store.Open(t.Context(), store.Config{Path: filepath.Join(c.dir, "test.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	queue, err := frontier.Open(t.Context(), kept, frontier.Config{Delay: -1, PerHost: c.perHost, Backoff: 10 * time.Millisecond, MaxAttempts: 6})
	if err != nil {
		t.Fatal(err)
	}
	pool := browser.NewPool(func(ctx context.Context) (browser.Driver, error) {
		return chromedp.Launch(ctx, chrome.Config{})
	}, browser.PoolConfig{Tabs: 2})
	t.Cleanup(func() { pool.Close() })
	crawler, err := crawl.New(crawl.Config{
		Flow: flow, Store: kept, Frontier: queue, Tabs: 2, Learner: c.learner,
		Accounts: []crawl.Account{{Pool: pool, Kept: keptIn(c.dir).Session("login"), Secrets: func(string) (string, error) { return "", nil }}},
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

// evidence returns what the store knows of the one shape.
func evidence(t *testing.T, s *store.Store) (store.Shape, tier.Evidence) {
	t.Helper()
	shapes, err := s.Shapes(t.Context())
	if err != nil || len(shapes) != 1 {
		t.Fatalf("%d shapes, %v", len(shapes), err)
	}
	var e tier.Evidence
	if err := json.Unmarshal(shapes[0].Evidence, &e); err != nil {
		t.Fatal(err)
	}
	return shapes[0], e
}

const magazine = `
name: test
vars: {base: ""}
start: ${base}/articles/article/{80000..80044}.htm
scope: {depth: 0}
render: auto
browser: {quiet: 50ms}
extract:
  article:
    match: /articles/article/*.htm
    key: [id]
    fields:
      id: {select: "#article@data-id", type: int}
      title: {select: h1.title, required: true}
      author: .author
      tags: {select: ".tags a", type: list}
`

// articlesAre reports what differs between the stored articles and the truth, up
// to the last that was asked for.
func articlesAre(t *testing.T, kept *store.Store, sites *demo.Sites, last int) {
	t.Helper()
	answer := httptest.NewRecorder()
	sites.ServeHTTP(answer, httptest.NewRequest("GET", "/_truth/articles.json", nil))
	var truth struct {
		Articles []struct {
			ID            int
			Title, Author string
		}
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &truth); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, a := range truth.Articles {
		if a.ID <= last {
			want = append(want, fmt.Sprint(a.ID, " ", a.Title, " ", a.Author))
		}
	}
	var got []string
	typ, err := kept.ItemType(t.Context(), "article")
	if err != nil {
		t.Fatal(err)
	}
	for row, err := range kept.Items(t.Context(), typ) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(row.Values[0], " ", row.Values[1], " ", row.Values[2]))
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("articles:\ngot  %q\nwant %q", got, want)
	}
}

// TestShapeChangesInMidCrawl: pages come without a browser until their kind
// changes; that is seen within twenty pages, and what was wrong is replaced.
func TestShapeChangesInMidCrawl(t *testing.T) {
	t.Parallel()
	const before = 14 // articles, five of them asked for twice: once by either way
	sites, err := demo.New(demo.Config{Redesign: before})
	if err != nil {
		t.Fatal(err)
	}
	var wrong sync.Map // plain requests for articles after the change
	shown := 0
	var mu sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := &status{ResponseWriter: w}
		sites.ServeHTTP(answer, r)
		mu.Lock()
		defer mu.Unlock()
		if answer.code == http.StatusNotFound || !strings.Contains(r.URL.Path, "/article/") {
			return
		}
		if shown++; shown > before && isPlain(r) {
			wrong.Store(r.URL.Path, true)
		}
	}))
	t.Cleanup(server.Close)
	kept, summary := cheapCrawl{base: server.URL, text: magazine, perHost: 1}.run(t)
	articlesAre(t, kept, sites, 80044)
	n := 0
	wrong.Range(func(_, _ any) bool { n++; return true })
	if n == 0 || n > 20 {
		t.Errorf("%d pages were asked for without a browser after the change, want 1 to 20", n)
	}
	shape, e := evidence(t, kept)
	if shape.Decision != "browser" || len(e.Demotions) != 1 || !e.Demotions[0].Repeat || !strings.Contains(e.Demotions[0].Reason, "author") {
		t.Errorf("%s: %+v", shape.Decision, e)
	}
	if left := number(t, kept, `SELECT count(*) FROM pages WHERE tier <> 'browser'`); left != 0 {
		t.Errorf("%d pages that came without a browser are left", left)
	}
	if articles := number(t, kept, `SELECT count(*) FROM item_article`); summary.Pages <= articles {
		t.Errorf("%d pages stored for %d articles: none was repeated", summary.Pages, articles)
	}
}

// TestDemotionOvertakesVisits: pages that were under way when their shape was
// demoted are not stored as they came.
func TestDemotionOvertakesVisits(t *testing.T) {
	t.Parallel()
	sites, err := demo.New(demo.Config{Redesign: 25})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(sites)
	t.Cleanup(server.Close)
	kept, _ := cheapCrawl{base: server.URL, text: strings.Replace(magazine, "80044", "80070", 1), perHost: 8}.run(t)
	if _, e := evidence(t, kept); e.Trying() == tier.HTTP {
		t.Error("the change was not seen")
	}
	articlesAre(t, kept, sites, 80070)
	if left := number(t, kept, `SELECT count(*) FROM pages WHERE tier <> 'browser'`); left != 0 {
		t.Errorf("%d pages that came without a browser are left", left)
	}
}

// faulty fails a tenth of the requests, each in another way.
type faulty struct {
	http.Handler
	mu     sync.Mutex
	n      int
	failed int
}

func (f *faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.n++
	h := fnv.New32a()
	fmt.Fprint(h, f.n)
	fail := h.Sum32()%10 == 0 && !strings.HasSuffix(r.URL.Path, "robots.txt")
	if fail {
		f.failed++
	}
	way := f.failed % 4
	f.mu.Unlock()
	switch {
	case !fail:
		f.Handler.ServeHTTP(w, r)
	case way == 0:
		http.Error(w, "<h1>busy</h1>", http.StatusServiceUnavailable)
	case way == 1:
		http.Error(w, "<h1>too many</h1>", http.StatusTooManyRequests)
	case way == 2:
		w.Header().Set("Content-Length", "1000")
		fmt.Fprint(w, "<h1>cut off")
	default:
		panic(http.ErrAbortHandler) // the connection ends without an answer
	}
}

// TestFailuresDecideNothing: with a tenth of all answers lost the decision
// is the same, no item is wrong and none is missing.
func TestFailuresDecideNothing(t *testing.T) {
	t.Parallel()
	sites, err := demo.New(demo.Config{})
	if err != nil {
		t.Fatal(err)
	}
	site := &faulty{Handler: sites}
	server := httptest.NewUnstartedServer(site)
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.Start()
	t.Cleanup(server.Close)
	kept, summary := cheapCrawl{base: server.URL, text: magazine, perHost: 4}.run(t)
	articlesAre(t, kept, sites, 80044)
	shape, e := evidence(t, kept)
	tally := e.Tally[tier.HTTP]
	if shape.Decision != "http" || len(e.Demotions) != 0 || tally.Agreed != tally.Judged || tally.Judged < 5 {
		t.Errorf("%s: %+v", shape.Decision, e)
	}
	if summary.Frontier.Failed != 0 || site.failed < 3 {
		t.Errorf("%d answers failed, %d URLs in the end", site.failed, summary.Frontier.Failed)
	}
	if n := number(t, kept, `SELECT count(*) FROM pages WHERE tier = 'http'`); n < 10 {
		t.Errorf("only %d pages came without a browser", n)
	}
}

// page answers with HTML.
func page(w http.ResponseWriter, html string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!DOCTYPE html><title>test</title>", html)
}

// TestVolatilePagesAreNotDemoted: a counter that never shows the same and links
// chosen at random are the page's own doing.
func TestVolatilePagesAreNotDemoted(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	views := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		views++
		page(w, fmt.Sprintf(`<h1>%s</h1><b>%d</b><a href="/ad/%d">ad</a>`, r.URL.Path, views, views))
	}))
	t.Cleanup(server.Close)
	kept, _ := cheapCrawl{base: server.URL, perHost: 2, text: `
name: test
vars: {base: ""}
start: ${base}/p/{1..14}
scope: {depth: 0}
render: auto
browser: {quiet: 50ms}
extract: {thing: {fields: {name: {select: h1, required: true}, views: {select: b, type: int}}}}
`}.run(t)
	shape, e := evidence(t, kept)
	if shape.Decision != "http" || len(e.Demotions) != 0 || e.Tally[tier.HTTP].Volatile < 5 {
		t.Errorf("%s: %+v", shape.Decision, e)
	}
}

// TestRenderHTTP: where the flow says so no page needs a tab; the rest goes its
// own way.
func TestRenderHTTP(t *testing.T) {
	t.Parallel()
	site := &recording{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { page(w, "<h1>"+r.URL.Path+"</h1>") })}
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	kept, _ := cheapCrawl{base: server.URL, perHost: 2, text: `
name: test
vars: {base: ""}
start: ["${base}/p/{1..3}", "${base}/q/1"]
scope: {depth: 0}
render: {mode: http, pages: [{match: /q/*, mode: browser}]}
`}.run(t)
	slices.Sort(site.plain)
	if !slices.Equal(site.plain, []string{"/p/1", "/p/2", "/p/3"}) {
		t.Errorf("plain requests: %v", site.plain)
	}
	if n := number(t, kept, `SELECT count(*) FROM pages WHERE tier = 'http'`); n != 3 {
		t.Errorf("%d pages came by http", n)
	}
}

// club is a site whose members' pages need a cookie; the session ends in mid-crawl.
type club struct {
	mu       sync.Mutex
	sessions int
	valid    string // cookie value that is let in
	shown    int    // members' pages since the login
	agents   map[string]bool
}

func (c *club) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cookie, err := r.Cookie("session")
	in := err == nil && cookie.Value == c.valid && c.valid != ""
	switch {
	case r.URL.Path == "/login":
		page(w, `<form action="/enter"><input type="password" name="p"><button id="go">in</button></form>`)
	case r.URL.Path == "/enter":
		c.sessions++
		c.valid, c.shown = fmt.Sprint("s", c.sessions), 0
		http.SetCookie(w, &http.Cookie{Name: "session", Value: c.valid, Path: "/", HttpOnly: true})
		http.Redirect(w, r, "/home", http.StatusSeeOther)
	case !in:
		http.Redirect(w, r, "/login", http.StatusFound)
	case r.URL.Path == "/home":
		page(w, `<p id="hello">hello</p>`)
	default:
		c.agents[r.UserAgent()] = true
		if c.shown++; c.shown == 16 && c.sessions == 1 {
			c.valid = "" // the next request meets the login page
		}
		page(w, "<h1>"+r.URL.Path+"</h1>")
	}
}

// TestSessionOfTheHTTPTier: the HTTP tier has the browser's cookies and name;
// when the session ends it is renewed, no login page is stored, and nothing is
// held against the shape.
func TestSessionOfTheHTTPTier(t *testing.T) {
	t.Parallel()
	site := &club{agents: map[string]bool{}}
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	kept, summary := cheapCrawl{base: server.URL, perHost: 2, text: `
name: test
vars: {base: ""}
start: ${base}/m/{1..24}
scope: {depth: 0}
render: auto
browser: {quiet: 50ms}
session:
  login_page: /login
  check: {url: "${base}/home", selector: "#hello"}
  login: [{goto: "${base}/login"}, {click: "#go"}, {expect: "#hello"}]
extract: {member: {match: /m/*, fields: {path: {select: h1, required: true}}}}
`}.run(t)
	shape, e := evidence(t, kept)
	if shape.Decision != "http" || len(e.Demotions) != 0 {
		t.Errorf("%s: %+v", shape.Decision, e)
	}
	if n := number(t, kept, `SELECT count(DISTINCT path) FROM item_member`); n != 24 || summary.Frontier.Failed != 0 {
		t.Errorf("%d of 24 members; failures: %+v", n, summary.Failures)
	}
	if n := number(t, kept, `SELECT count(*) FROM pages WHERE final_url LIKE '%/login%'`); n != 0 {
		t.Errorf("%d login pages are stored", n)
	}
	if n := number(t, kept, `SELECT count(*) FROM pages WHERE tier = 'http'`); n == 0 || site.sessions != 2 {
		t.Errorf("%d pages by http, %d sessions: the test tests nothing", n, site.sessions)
	}
	if len(site.agents) != 1 {
		t.Errorf("the site saw %v", site.agents)
	}
}

// scripted is a site whose pages ask for their data; from a page on, what the
// API says alone is wrong.
func scripted(wrongFrom int) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/p/", func(w http.ResponseWriter, r *http.Request) {
		page(w, `<h1></h1><script>fetch("/api/" + location.pathname.split("/")[2]).then(a => a.json()).then(a => {
			document.querySelector("h1").textContent = a.name + (a.suffix || "") })</script>`)
	})
	mux.HandleFunc("/api/{id}", func(w http.ResponseWriter, r *http.Request) {
		var id int
		fmt.Sscan(r.PathValue("id"), &id)
		w.Header().Set("Content-Type", "application/json")
		suffix := ""
		if id >= wrongFrom {
			suffix = "!"
		}
		fmt.Fprintf(w, `{"name": "thing %d", "suffix": %q}`, id, suffix)
	})
	return mux
}

// apiLearner learns what scripted does, the suffix left out.
type apiLearner struct {
	mu      sync.Mutex
	learned []int // numbers of samples
	ofFlow  crawl.Template
}

func (l *apiLearner) Learn(samples []crawl.Sample) (crawl.Template, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.learned = append(l.learned, len(samples))
	for _, s := range samples {
		if len(s.Page.Exchanges) != 1 || len(s.Items) != 1 || !strings.Contains(s.Raw.HTML, "<h1></h1>") {
			return nil, fmt.Errorf("a poor sample: %+v", s)
		}
	}
	if len(samples) < 6 {
		return nil, errors.New("more samples are needed")
	}
	return apiTemplate{}, nil
}

func (l *apiLearner) Load([]byte) (crawl.Template, error) { return apiTemplate{}, nil }

func (l *apiLearner) OfFlow(string) crawl.Template { return l.ofFlow }

type apiTemplate struct{}

func (apiTemplate) MarshalJSON() ([]byte, error) { return []byte(`{"api":"/api/"}`), nil }

func (apiTemplate) Visit(ctx context.Context, url string, do func(context.Context, dyncrawl.Request) (*dyncrawl.Page, error)) (
	*dyncrawl.Page, []dyncrawl.Item, []dyncrawl.Link, error) {
	answer, err := do(ctx, dyncrawl.Request{URL: strings.Replace(url, "/p/", "/api/", 1)})
	if err != nil {
		return nil, nil, nil, err
	}
	var data struct{ Name string }
	if err := json.Unmarshal([]byte(answer.HTML), &data); err != nil {
		return nil, nil, nil, err
	}
	seen := &dyncrawl.Page{URL: url, FinalURL: url, Status: answer.Status, FetchedAt: answer.FetchedAt}
	return seen, []dyncrawl.Item{{Type: "thing", Fields: map[string]any{"name": data.Name}}}, nil, nil
}

const things = `
name: test
vars: {base: ""}
start: ${base}/p/{%d..%d}
scope: {depth: 0}
render: auto
browser: {quiet: 50ms}
extract: {thing: {match: /p/*, fields: {name: {select: h1, required: true}}}}
`

// TestAPITier: where plain pages are not enough the API is learned, trusted after
// five judged pages, known to the next run, learned anew when it goes wrong, and given up at the third
// time.
func TestAPITier(t *testing.T) {
	t.Parallel()
	site := &recording{Handler: scripted(26)}
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	learner := &apiLearner{}
	crawled := cheapCrawl{base: server.URL, dir: t.TempDir(), perHost: 1, learner: learner}
	crawled.text = fmt.Sprintf(things, 1, 20)
	kept, _ := crawled.run(t)
	shape, e := evidence(t, kept)
	if shape.Decision != "api" || string(shape.Template) != `{"api":"/api/"}` || e.Tally[tier.API].Judged < 5 || !slices.Equal(learner.learned, []int{3, 4, 6}) {
		t.Errorf("%+v %+v, learned from %v", shape, e, learner.learned)
	}
	if n := number(t, kept, `SELECT count(*) FROM pages WHERE tier = 'api'`); n == 0 {
		t.Error("no page came by the api")
	}
	if n := number(t, kept, `SELECT count(DISTINCT name) FROM item_thing WHERE name LIKE 'thing %'`); n != 20 {
		t.Errorf("%d of 20 things", n)
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	crawled.text = fmt.Sprintf(things, 1, 50)
	kept, _ = crawled.run(t)
	shape, e = evidence(t, kept)
	if shape.Decision != "browser" || e.Trying() != "" || len(e.Demotions) != 4 {
		t.Errorf("after it went wrong: %s %+v", shape.Decision, e)
	}
	if n := number(t, kept, `SELECT count(*) FROM item_thing WHERE (name LIKE '%!') = (CAST(substr(name, 7) AS INTEGER) >= 26)`); n != 50 {
		t.Errorf("%d of 50 things are right", n)
	}
}

// TestFlowsRuleIsOnTrial: a template of the flow is tried without learning, judged
// as a learned one, and given up when it is wrong, at once or in mid-crawl; then
// the pages are treated as any.
func TestFlowsRuleIsOnTrial(t *testing.T) {
	t.Parallel()
	for _, first := range []int{1, 24} { // the rule is wrong from 26 on
		server := httptest.NewServer(scripted(26))
		t.Cleanup(server.Close)
		learner := &apiLearner{ofFlow: apiTemplate{}}
		kept, _ := cheapCrawl{base: server.URL, text: fmt.Sprintf(things, first, 45), perHost: 1, learner: learner}.run(t)
		_, e := evidence(t, kept)
		if len(e.Demotions) < 2 || e.Demotions[0].Tier != tier.API || e.Demotions[1].Tier != tier.HTTP || e.FromFlow {
			t.Fatalf("from %d on: %+v", first, e)
		}
		given := e.Demotions[0]
		if !strings.HasPrefix(given.Reason, "the flow's rule: differs in ") || given.Repeat != (first == 1) {
			t.Errorf("from %d on: %+v", first, given)
		}
		if n := number(t, kept, `SELECT count(*) FROM item_thing WHERE (name LIKE '%!') = (CAST(substr(name, 7) AS INTEGER) >= 26)`); n != 46-first {
			t.Errorf("from %d on: %d of %d things are right", first, n, 46-first)
		}
	}
}
