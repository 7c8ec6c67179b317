package frontier_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dyncrawl"
	"dyncrawl/frontier"
	"dyncrawl/store"
)

func TestOrderIsBreadthFirstWithPriorities(t *testing.T) {
	q := fresh(t, eager)
	q.add(
		dyncrawl.Request{URL: "http://a/deep", Depth: 2},
		dyncrawl.Request{URL: "http://a/z", Depth: 1},
		dyncrawl.Request{URL: "http://b/y", Depth: 1},
		dyncrawl.Request{URL: "http://a/urgent", Depth: 5, Priority: 1},
		dyncrawl.Request{URL: "http://a/start"},
	)
	q.add(dyncrawl.Request{URL: "http://a/a", Depth: 1})
	want := []string{"http://a/urgent", "http://a/start", "http://a/z", "http://b/y", "http://a/a", "http://a/deep"}
	got := q.drain()
	// The hosts take turns, so y may come on either side of its peers.
	if diff := cmp.Diff(without(want, "http://b/y"), without(got, "http://b/y")); diff != "" {
		t.Error(diff)
	}
	if got[0] != want[0] || got[1] != want[1] || got[5] != want[5] {
		t.Errorf("got %v", got)
	}
}

func without(urls []string, url string) (rest []string) {
	for _, u := range urls {
		if u != url {
			rest = append(rest, u)
		}
	}
	return rest
}

func TestRequestComesBackWhole(t *testing.T) {
	q := fresh(t, eager)
	want := dyncrawl.Request{URL: "http://a/api", Method: "POST", Header: map[string][]string{"X-Token": {"1", "2"}},
		Body: []byte("a=1"), Depth: 2, Priority: 3, Referrer: "http://a/"}
	q.add(want)
	l := q.next()
	if diff := cmp.Diff(want, l.Request); diff != "" {
		t.Error(diff)
	}
	if l.Attempt != 1 || l.Token != 1 {
		t.Errorf("attempt %d, token %d", l.Attempt, l.Token)
	}
}

func TestSameRequestIsQueuedOnce(t *testing.T) {
	q := fresh(t, eager)
	if n := q.addURLs("http://a/?b=1&a=2", "http://a/?a=2&b=1#top", "HTTP://A:80/?a=2&b=1"); n != 1 {
		t.Errorf("added %d", n)
	}
	n := q.add(
		dyncrawl.Request{URL: "http://a/?a=2&b=1", Method: "get"},
		dyncrawl.Request{URL: "http://a/?a=2&b=1", Method: "POST"},
		dyncrawl.Request{URL: "http://a/?a=2&b=1", Method: "POST", Body: []byte("x")},
	)
	if n != 2 {
		t.Errorf("added %d", n)
	}
	q.drain()
	if n := q.addURLs("http://a/?a=2&b=1"); n != 0 {
		t.Error("a visited URL was queued again")
	}
}

func TestQueuedURLRises(t *testing.T) {
	q := fresh(t, eager)
	q.add(dyncrawl.Request{URL: "http://a/1", Depth: 3}, dyncrawl.Request{URL: "http://a/2", Depth: 3}, dyncrawl.Request{URL: "http://a/3", Depth: 3})
	q.add(dyncrawl.Request{URL: "http://a/3", Depth: 9, Priority: 7}, dyncrawl.Request{URL: "http://a/2", Depth: 1, Priority: -5})
	first, second := q.next(), q.next()
	if r := first.Request; r.URL != "http://a/3" || r.Priority != 7 || r.Depth != 3 {
		t.Errorf("first %+v", r)
	}
	if r := second.Request; r.URL != "http://a/2" || r.Priority != 0 || r.Depth != 1 {
		t.Errorf("second %+v", r)
	}
}

func TestUncrawlableStartURLsAreKeptWithTheirReason(t *testing.T) {
	q := fresh(t, eager)
	n := q.add(
		dyncrawl.Request{URL: "ftp://a/"},
		dyncrawl.Request{URL: "not a URL"},
		dyncrawl.Request{URL: "mailto:a@a", Depth: 1, Referrer: "http://a/"},
		dyncrawl.Request{URL: "http://a/"},
	)
	if n != 1 {
		t.Errorf("added %d", n)
	}
	if got := q.stats(); got != (frontier.Stats{Queued: 1, Skipped: 2}) {
		t.Errorf("stats %+v", got)
	}
	failures, err := q.store.Failures(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []store.Failure{
		{State: "skipped", Class: "scheme", URLs: 1, Example: "ftp://a/"},
		{State: "skipped", Class: "url", URLs: 1, Example: "not a URL"},
	}
	if diff := cmp.Diff(want, failures); diff != "" {
		t.Error(diff)
	}
}

func TestConcurrentWritersAddEachURLOnce(t *testing.T) {
	q := fresh(t, eager)
	var wg sync.WaitGroup
	added := make([]int, 8)
	for w := range added {
		wg.Go(func() {
			for i := range 25 {
				var urls []string
				for j := range 20 {
					urls = append(urls, fmt.Sprintf("http://h%d/%d", j%3, (w*7+i*11+j)%200))
				}
				added[w] += q.addURLs(urls...)
			}
		})
	}
	wg.Wait()
	sum := 0
	for _, n := range added {
		sum += n
	}
	rows := q.number(`SELECT count(*) FROM urls`)
	if int64(sum) != rows || q.number(`SELECT count(DISTINCT url) FROM urls`) != rows {
		t.Errorf("added %d, %d rows", sum, rows)
	}
	q.stats()
	if got := len(q.drain()); got != sum {
		t.Errorf("visited %d of %d", got, sum)
	}
}

func TestWorkersShareTheQueueAndEndTogether(t *testing.T) {
	q := fresh(t, eager)
	q.addURLs("http://a/0")
	var mu sync.Mutex
	visits := make(map[string]int)
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			for {
				l, err := q.Next(t.Context())
				if errors.Is(err, frontier.ErrDrained) {
					return
				}
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				visits[l.Request.URL]++
				mu.Unlock()
				q.tx(func(tx *store.Tx) error {
					if _, err := q.Add(t.Context(), tx, children(l.Request)); err != nil {
						return err
					}
					return q.Done(t.Context(), tx, l)
				})
			}
		})
	}
	wg.Wait()
	if len(visits) != 100 {
		t.Errorf("visited %d URLs", len(visits))
	}
	for u, n := range visits {
		if n != 1 {
			t.Errorf("%s visited %d times", u, n)
		}
	}
}

// children are the links of page n: 2n+1 and 2n+2, below 100.
func children(r dyncrawl.Request) (reqs []dyncrawl.Request) {
	var n int
	fmt.Sscanf(r.URL, "http://a/%d", &n)
	for _, m := range []int{2*n + 1, 2*n + 2} {
		if m < 100 {
			reqs = append(reqs, dyncrawl.Request{URL: fmt.Sprintf("http://a/%d", m), Depth: r.Depth + 1, Referrer: r.URL})
		}
	}
	return reqs
}

func TestNextEndsWithItsContext(t *testing.T) {
	q := fresh(t, polite)
	q.addURLs("http://a/1")
	q.next()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := q.Next(ctx)
		ended <- err
	}()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
