package crawl_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
	"dyncrawl/crawl"
	"dyncrawl/flows"
	"dyncrawl/frontier"
	"dyncrawl/store"
)

// restless is a page that never stops growing; it links to pages of the kind.
const restless = `<!DOCTYPE html><title>restless</title><a href="/1">1</a><a href="/2">2</a><a href="/3">3</a>
<ul id="list"></ul><script>
let n = 0;
setInterval(() => {
  const item = document.createElement("li");
  item.textContent = ++n;
  list.append(item);
}, 20);
</script>`

// crawlText crawls with the flow text against a site of one page, and returns
// the store and how the crawl ended.
func crawlText(t *testing.T, page, text string) (*store.Store, crawl.Summary, error) {
	t.Helper()
	return crawlSite(t, func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(page)) }, text)
}

// crawlSite is crawlText for a site of HTML pages.
func crawlSite(t *testing.T, pages http.HandlerFunc, text string) (*store.Store, crawl.Summary, error) {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/robots.txt", http.NotFound)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		pages(w, r)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	flow, err := flows.Parse("test.yaml", []byte(text), flows.Vars{"base": server.URL})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := store.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "test.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	queue, err := frontier.Open(t.Context(), kept, frontier.Config{Delay: -1, PerHost: 4, MaxAttempts: 1})
	if err != nil {
		t.Fatal(err)
	}
	pool := browser.NewPool(func(ctx context.Context) (browser.Driver, error) {
		return chromedp.Launch(ctx, chrome.Config{KeepFrames: true})
	}, browser.PoolConfig{Tabs: 2})
	t.Cleanup(func() { pool.Close() })
	crawler, err := crawl.New(crawl.Config{
		Flow: flow, Store: kept, Frontier: queue, Accounts: []crawl.Account{{Pool: pool}}, Tabs: 2,
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	summary, err := crawler.Run(t.Context())
	return kept, summary, err
}

// TestRestlessPageIsKept: a page that never settles is stored, with its items
// and the reason why it is partial.
func TestRestlessPageIsKept(t *testing.T) {
	t.Parallel()
	kept, summary, err := crawlText(t, restless, `
name: test
vars: {base: ""}
start: ${base}/
scope: {depth: 0}
limits: {page: 12s}
pages: [{steps: [{wait: {selector: "li:nth-child(3)"}}]}]
extract:
  entry: {each: "#list li:first-child", fields: {number: {type: int}}}
`)
	if err != nil {
		t.Fatal(err)
	}
	if summary.Pages != 1 || summary.Partial[browser.NeverSettled] != 1 {
		t.Errorf("summary: %+v", summary)
	}
	if n := number(t, kept, `SELECT number FROM item_entry`); n != 1 {
		t.Errorf("item: %d", n)
	}
	if n := number(t, kept, `SELECT count(*) FROM attempts WHERE outcome = 'partial'`); n != 1 {
		t.Errorf("%d partial attempts", n)
	}
}

// TestPageLimit: the crawl stops after exactly as many pages as the flow says,
// and its reason is told.
func TestPageLimit(t *testing.T) {
	t.Parallel()
	const still = `<!DOCTYPE html><title>still</title><a href="/1">1</a><a href="/2">2</a><a href="/3">3</a><a href="/4">4</a><a href="/5">5</a>`
	kept, _, err := crawlText(t, still, "name: test\nvars: {base: \"\"}\nstart: ${base}/\nlimits: {pages: 3}")
	if !errors.Is(err, crawl.ErrPageLimit) {
		t.Errorf("ended with %v", err)
	}
	if n := number(t, kept, `SELECT count(*) FROM pages`); n != 3 {
		t.Errorf("%d pages are stored, want 3", n)
	}
	if n := number(t, kept, `SELECT count(*) FROM urls WHERE state = 'queued'`); n != 3 {
		t.Errorf("%d URLs are left, want 3", n)
	}
}
