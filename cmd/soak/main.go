// Command soak crawls many pages of the bench site in one process, some of which
// hang, crash or are huge, and kills the browser meanwhile if it is told to. It
// prints what the process holds, and fails when pages are lost, items are wrong,
// anything grows with the pages, or no visit ends for too long.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
	"dyncrawl/crawl"
	"dyncrawl/demo"
	"dyncrawl/flows"
	"dyncrawl/frontier"
	"dyncrawl/store"
)

//go:embed soak.yaml
var flowText []byte

func main() {
	s := &soak{out: os.Stdout}
	flag.IntVar(&s.pages, "pages", 10_000, "pages of the site")
	flag.IntVar(&s.bad, "bad", 0, "how many of every hundred pages hang, crash, and are huge, each")
	flag.IntVar(&s.kills, "kills", 0, "how often the browser is killed")
	flag.Uint64Var(&s.seed, "seed", 1, "of the moments at which it is killed")
	flag.DurationVar(&s.stall, "stall", 30*time.Second, "longest time in which no visit may end")
	flag.Parse()
	if err := s.run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// tabs is how many pages are open at the same time.
const tabs = 4

// tabMemory is what a page may use: a third of it is enough for a huge one.
const tabMemory = 512 << 20

// soak is one run of the program.
type soak struct {
	out        io.Writer
	pages, bad int
	kills      int
	seed       uint64
	stall      time.Duration

	site    *site
	store   *store.Store
	summary crawl.Summary
}

func (s *soak) run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "dyncrawl-soak-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s.site = &site{demo.NewBench(s.pages), s.bad}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: s.site}
	defer server.Close()
	go server.Serve(listener)
	if s.store, err = store.Open(ctx, store.Config{Path: filepath.Join(dir, "soak.db")}); err != nil {
		return err
	}
	defer s.store.Close()
	began := time.Now()
	w, k, err := s.watched(ctx, "http://"+listener.Addr().String()+"/bench/"+demo.BenchAJAX)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "\n%d pages in %.0f s, the browser was killed %d times\n", s.pages, time.Since(began).Seconds(), k.killed)
	return s.judge(ctx, w, k)
}

// watched crawls while a watch and a killer look on.
func (s *soak) watched(ctx context.Context, base string) (*watch, *killer, error) {
	queue, err := frontier.Open(ctx, s.store, frontier.Config{Delay: -1, PerHost: tabs, MaxAttempts: 2})
	if err != nil {
		return nil, nil, err
	}
	w := &watch{out: s.out, count: func(ctx context.Context) (int, error) {
		stats, err := queue.Stats(ctx)
		return int(stats.Done + stats.Failed + stats.Skipped), err
	}}
	k := newKiller(s.seed, s.kills, s.pages)
	looking, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { w.run(looking) })
	wg.Go(func() { k.run(looking, func() int { return int(w.visited.Load()) }) })
	err = s.crawl(ctx, queue, base)
	stop()
	wg.Wait()
	return w, k, err
}

// crawl is a crawl like any other.
func (s *soak) crawl(ctx context.Context, queue *frontier.Frontier, base string) (err error) {
	flow, err := flows.Parse("soak.yaml", flowText, flows.Vars{"base": base, "last": fmt.Sprint(s.pages - 1)})
	if err != nil {
		return err
	}
	pool := browser.NewPool(func(ctx context.Context) (browser.Driver, error) {
		return chromedp.Launch(ctx, chrome.Config{TabMemory: tabMemory})
	}, browser.PoolConfig{Tabs: tabs})
	defer func() { err = errors.Join(err, pool.Close()) }()
	crawler, err := crawl.New(crawl.Config{
		Flow: flow, Store: s.store, Frontier: queue, Accounts: []crawl.Account{{Pool: pool}}, Tabs: tabs, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	s.summary, err = crawler.Run(ctx)
	return err
}
