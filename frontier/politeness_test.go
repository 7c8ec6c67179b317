package frontier_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"dyncrawl"
	"dyncrawl/frontier"
)

// starts returns when the next n visits of the queue may start, counted from now.
func (q *queue) starts(n int) (at []time.Duration) {
	q.t.Helper()
	begin := time.Now()
	for range n {
		l := q.next()
		at = append(at, time.Since(begin))
		q.done(l)
	}
	return at
}

func TestDelayCountsFromTheStartOfTheLastFetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := fresh(t, polite)
		q.addURLs("http://a/1", "http://a/2", "http://a/3", "http://b/1")
		first, other := q.next(), q.next()
		if first.Request.URL != "http://a/1" || other.Request.URL != "http://b/1" {
			t.Errorf("leased %s and %s", first.Request.URL, other.Request.URL)
		}
		time.Sleep(600 * time.Millisecond)
		q.done(first)
		if diff := cmp.Diff([]time.Duration{400 * time.Millisecond, 1400 * time.Millisecond}, q.starts(2)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestHostHasSoManyFetchesAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := fresh(t, frontier.Config{IgnoreRobots: true, Delay: -1, PerHost: 2})
		q.addURLs("http://a/1", "http://a/2", "http://a/3")
		first := q.next()
		q.next()
		time.AfterFunc(5*time.Second, func() { q.done(first) })
		if diff := cmp.Diff([]time.Duration{5 * time.Second}, q.starts(1)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestDelayHoldsAcrossRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := fresh(t, polite)
		q.addURLs("http://a/1", "http://a/2")
		q.done(q.next())
		time.Sleep(300 * time.Millisecond)
		q = q.again(polite)
		if diff := cmp.Diff([]time.Duration{700 * time.Millisecond}, q.starts(1)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestTransientFailureComesBackLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := fresh(t, eager)
		q.addURLs("http://a/1")
		var pauses []time.Duration
		for attempt := 1; ; attempt++ {
			begin := time.Now()
			l := q.next()
			pauses = append(pauses, time.Since(begin))
			if l.Attempt != attempt {
				t.Errorf("attempt %d, want %d", l.Attempt, attempt)
			}
			q.stats()
			if !q.fail(l, dyncrawl.ClassConnect, 0) {
				break
			}
			q.stats()
		}
		if len(pauses) != 3 || !about(pauses[1], 2*time.Second) || !about(pauses[2], 4*time.Second) {
			t.Errorf("pauses %v", pauses)
		}
		if got := q.stats(); got != (frontier.Stats{Failed: 1}) {
			t.Errorf("stats %+v", got)
		}
		if _, err := q.Next(t.Context()); !errors.Is(err, frontier.ErrDrained) {
			t.Errorf("error %v", err)
		}
	})
}

// about allows the quarter by which pauses differ between URLs.
func about(d, want time.Duration) bool { return d >= want*3/4 && d <= want*5/4 }

func TestRetryAfterHoldsForTheWholeHost(t *testing.T) {
	for _, c := range []struct {
		name  string
		after time.Duration
		want  time.Duration
	}{
		{"as asked", 90 * time.Second, 90 * time.Second},
		{"an hour at most", 1e9 * time.Second, time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := fresh(t, eager)
				q.addURLs("http://a/1", "http://a/2")
				q.fail(q.next(), dyncrawl.ClassHTTP429, c.after)
				if diff := cmp.Diff([]time.Duration{c.want, c.want}, q.starts(2)); diff != "" {
					t.Error(diff)
				}
			})
		})
	}
}
