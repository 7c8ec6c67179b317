package crawl_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/crawl"
	"dyncrawl/demo"
	"dyncrawl/flows"
	"dyncrawl/frontier"
	"dyncrawl/store"
)

// killing serves the bench site and has something killed at some of its pages.
type killing struct {
	*demo.Bench
	strikes map[int]func() // by the number of the answer that it comes with

	mu      sync.Mutex
	answers int
	striken sync.WaitGroup
}

func (k *killing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.Contains(r.URL.Path, "/api/") {
		k.mu.Lock()
		k.answers++
		if strike := k.strikes[k.answers]; strike != nil {
			k.striken.Go(strike)
		}
		k.mu.Unlock()
	}
	k.Bench.ServeHTTP(w, r)
}

// killOne kills a process of our browsers whose command line has the mark; an
// empty mark means the browser itself.
func killOne(random int, mark string) {
	members, _ := chrome.Members()
	var found []int
	for _, m := range members {
		if mark == "" && m.PID == m.Group || mark != "" && strings.Contains(m.Command, mark) {
			found = append(found, m.PID)
		}
	}
	if len(found) > 0 {
		_ = syscall.Kill(found[random%len(found)], syscall.SIGKILL)
	}
}

const (
	killPages = 60
	killTabs  = 4
	kills     = 3 // of renderers, and as many of browsers
)

// strikes are kills at random moments.
func strikes() map[int]func() {
	random := rand.New(rand.NewPCG(3, 7))
	all := map[int]func(){}
	for n := range 2 * kills {
		mark := []string{"", "--type=renderer"}[n%2]
		which, wait := random.IntN(1000), time.Duration(random.IntN(100))*time.Millisecond
		at := 1 + n*killPages/(2*kills) + random.IntN(killPages/(2*kills))
		all[at] = func() {
			time.Sleep(wait)
			killOne(which, mark)
		}
	}
	return all
}

const killFlow = `
name: test
vars: {base: ""}
start: ${base}/p/0
browser: {quiet: 50ms}
extract:
  item:
    match: /bench/*/p/*
    key: [id]
    fields:
      id: {from: url, re: "/p/(\\d+)", type: int}
      title: {select: h1, required: true}
      price: {select: .price, type: number, required: true}
      maker: {select: .maker, required: true}
      stock: {select: ".stock@data-stock", type: int, required: true}
`

// TestKillsFromOutside: a killed renderer costs the visit of its page, a killed
// browser those of its tabs; all of them are repeated, nothing is wrong or left.
func TestKillsFromOutside(t *testing.T) {
	for driver := range drivers {
		t.Run(driver, func(t *testing.T) {
			site := &killing{Bench: demo.NewBench(killPages), strikes: strikes()}
			server := httptest.NewServer(site)
			defer server.Close()
			kept := crawlKilled(t, server.URL+"/bench/"+demo.BenchAJAX, driver)
			site.striken.Wait()
			checkKilled(t, kept, site.Items())
		})
	}
}

func crawlKilled(t *testing.T, base, driver string) *store.Store {
	t.Helper()
	flow, err := flows.Parse("test.yaml", []byte(killFlow), flows.Vars{"base": base})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := store.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "test.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	queue, err := frontier.Open(t.Context(), kept, frontier.Config{Delay: -1, PerHost: killTabs, Backoff: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	pool := browser.NewPool(func(ctx context.Context) (browser.Driver, error) {
		return drivers[driver](ctx, chrome.Config{})
	}, browser.PoolConfig{Tabs: killTabs})
	crawler, err := crawl.New(crawl.Config{
		Flow: flow, Store: kept, Frontier: queue, Accounts: []crawl.Account{{Pool: pool}}, Tabs: killTabs,
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = crawler.Run(t.Context())
	if closed := pool.Close(); err != nil || closed != nil {
		t.Fatal(err, closed)
	}
	return kept
}

// checkKilled holds what the crawl brought, and what the kills cost, against
// what they may.
func checkKilled(t *testing.T, kept *store.Store, items []demo.BenchItem) {
	t.Helper()
	typ, err := kept.ItemType(t.Context(), "item")
	if err != nil {
		t.Fatal(err)
	}
	total, right := 0, 0
	for row, err := range kept.Items(t.Context(), typ) {
		if err != nil {
			t.Fatal(err)
		}
		fields := map[string]any{}
		for i, field := range typ.Fields {
			fields[field.Name] = row.Values[i]
		}
		total++
		if id, ok := fields["id"].(int64); ok && items[id].Is(fields) {
			right++
		}
	}
	if total != killPages || right != killPages {
		t.Errorf("%d items, %d right, of %d", total, right, killPages)
	}
	if n := number(t, kept, `SELECT count(*) FROM urls WHERE state = 'done'`); n != killPages {
		t.Errorf("%d of %d pages are done", n, killPages)
	}
	for class, most := range map[string]int{"crash_renderer": kills, "crash_browser": kills * killTabs} {
		if n := number(t, kept, fmt.Sprintf(`SELECT count(*) FROM attempts WHERE class = '%s'`, class)); n == 0 || n > most {
			t.Errorf("%d visits ended with %s, want 1 to %d", n, class, most)
		}
	}
	var others string
	err = kept.View(t.Context(), func(tx *store.Tx) error {
		return tx.QueryRow(t.Context(), `SELECT coalesce(group_concat(outcome || ' ' || class || ': ' || error, char(10)), '') FROM attempts
			WHERE outcome <> 'done' AND class NOT IN ('crash_renderer', 'crash_browser')`).Scan(&others)
	})
	if err != nil || others != "" {
		t.Errorf("visits ended for other reasons:\n%s, %v", others, err)
	}
	members, err := chrome.Members()
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), fmt.Sprintf("dyncrawl-chrome-%d-*", os.Getpid())))
	if err != nil || len(members) > 0 || len(left) > 0 {
		t.Errorf("left behind: %v %v, %v", members, left, err)
	}
}
