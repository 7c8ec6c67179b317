package frontier_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dyncrawl"
	"dyncrawl/frontier"
	"dyncrawl/store"
)

// polite is a frontier without robots.txt, one fetch per host at a time.
var polite = frontier.Config{IgnoreRobots: true, PerHost: 1}

// eager is one that never waits.
var eager = frontier.Config{IgnoreRobots: true, PerHost: 1000, Delay: -1}

// queue is a frontier with its store and what tests do to it.
type queue struct {
	*frontier.Frontier
	t     testing.TB
	store *store.Store
}

func open(t testing.TB, path string, c frontier.Config) *queue {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	f, err := frontier.Open(t.Context(), s, c)
	if err != nil {
		t.Fatal(err)
	}
	return &queue{f, t, s}
}

func fresh(t testing.TB, c frontier.Config) *queue {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "crawl.db"), c)
}

// again closes the store, as the end of a process does, and opens it anew.
func (q *queue) again(c frontier.Config) *queue {
	q.t.Helper()
	if err := q.store.Close(); err != nil {
		q.t.Fatal(err)
	}
	return open(q.t, q.store.Path(), c)
}

func (q *queue) tx(fn func(*store.Tx) error) {
	q.t.Helper()
	if err := q.store.Update(q.t.Context(), fn); err != nil {
		q.t.Fatal(err)
	}
}

func (q *queue) add(reqs ...dyncrawl.Request) (added int) {
	q.t.Helper()
	q.tx(func(tx *store.Tx) (err error) {
		added, err = q.Add(q.t.Context(), tx, reqs)
		return err
	})
	return added
}

func (q *queue) addURLs(urls ...string) (added int) {
	q.t.Helper()
	reqs := make([]dyncrawl.Request, len(urls))
	for i, u := range urls {
		reqs[i].URL = u
	}
	return q.add(reqs...)
}

func (q *queue) next() *frontier.Lease {
	q.t.Helper()
	l, err := q.Next(q.t.Context())
	if err != nil {
		q.t.Fatal(err)
	}
	return l
}

func (q *queue) done(l *frontier.Lease) {
	q.t.Helper()
	q.tx(func(tx *store.Tx) error { return q.Done(q.t.Context(), tx, l) })
}

func (q *queue) fail(l *frontier.Lease, class dyncrawl.Class, retryAfter time.Duration) (retry bool) {
	q.t.Helper()
	q.tx(func(tx *store.Tx) (err error) {
		retry, err = q.Fail(q.t.Context(), tx, l, class, retryAfter)
		return err
	})
	return retry
}

// drain visits everything and returns the URLs in order.
func (q *queue) drain() (urls []string) {
	q.t.Helper()
	for {
		l, err := q.Next(q.t.Context())
		if errors.Is(err, frontier.ErrDrained) {
			return urls
		}
		if err != nil {
			q.t.Fatal(err)
		}
		urls = append(urls, l.Request.URL)
		q.done(l)
	}
}

// stats returns the counters after comparing them with the rows they count.
func (q *queue) stats() frontier.Stats {
	q.t.Helper()
	got, err := q.Stats(q.t.Context())
	if err != nil {
		q.t.Fatal(err)
	}
	var rows frontier.Stats
	for state, n := range map[string]*int64{"queued": &rows.Queued, "leased": &rows.Leased, "done": &rows.Done, "failed": &rows.Failed, "skipped": &rows.Skipped} {
		*n = q.number(`SELECT count(*) FROM urls WHERE state = $1`, state)
	}
	if diff := cmp.Diff(rows, got); diff != "" {
		q.t.Errorf("counters are off:\n%s", diff)
	}
	return got
}

func (q *queue) number(query string, args ...any) (n int64) {
	q.t.Helper()
	err := q.store.View(q.t.Context(), func(tx *store.Tx) error {
		return tx.QueryRow(q.t.Context(), query, args...).Scan(&n)
	})
	if err != nil {
		q.t.Fatal(err)
	}
	return n
}
