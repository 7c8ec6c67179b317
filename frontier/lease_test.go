package frontier_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"dyncrawl"
	"dyncrawl/frontier"
	"dyncrawl/store"
)

func TestPermanentFailureStays(t *testing.T) {
	q := fresh(t, eager)
	q.addURLs("http://a/1")
	if q.fail(q.next(), dyncrawl.ClassHTTP4xx, 0) {
		t.Error("a 404 is tried again")
	}
	if got := q.stats(); got != (frontier.Stats{Failed: 1}) {
		t.Errorf("stats %+v", got)
	}
}

func TestSkippedURLHasItsClass(t *testing.T) {
	q := fresh(t, eager)
	q.addURLs("http://a/1")
	l := q.next()
	q.tx(func(tx *store.Tx) error { return q.Skip(t.Context(), tx, l, dyncrawl.ClassScope) })
	if got := q.stats(); got != (frontier.Stats{Skipped: 1}) {
		t.Errorf("stats %+v", got)
	}
	if q.number(`SELECT count(*) FROM urls WHERE class = 'scope'`) != 1 {
		t.Error("the class is not kept")
	}
}

func TestReleasedURLHasSpentNoAttempt(t *testing.T) {
	q := fresh(t, eager)
	q.addURLs("http://a/1", "http://a/2")
	l := q.next()
	q.tx(func(tx *store.Tx) error { return q.Release(t.Context(), tx, l) })
	if again := q.next(); again.ID != l.ID || again.Attempt != 1 || again.Token <= l.Token {
		t.Errorf("first %+v, then %+v", l, again)
	}
	q.stats()
}

func TestLateOwnerIsFencedOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := fresh(t, eager)
		q.addURLs("http://a/1")
		late := q.next()
		time.Sleep(3 * time.Minute)
		owner := q.next()
		if owner.ID != late.ID {
			t.Fatal("the lease did not run out")
		}
		for name, end := range map[string]func(*store.Tx) error{
			"done":    func(tx *store.Tx) error { return q.Done(t.Context(), tx, late) },
			"fail":    func(tx *store.Tx) error { _, err := q.Fail(t.Context(), tx, late, dyncrawl.ClassDNS, 0); return err },
			"skip":    func(tx *store.Tx) error { return q.Skip(t.Context(), tx, late, dyncrawl.ClassScope) },
			"release": func(tx *store.Tx) error { return q.Release(t.Context(), tx, late) },
		} {
			if err := q.store.Update(t.Context(), end); !errors.Is(err, frontier.ErrLeaseLost) {
				t.Errorf("%s: %v", name, err)
			}
		}
		q.done(owner)
		if err := q.store.Update(t.Context(), func(tx *store.Tx) error { return q.Done(t.Context(), tx, owner) }); !errors.Is(err, frontier.ErrLeaseLost) {
			t.Errorf("done twice: %v", err)
		}
		if got := q.stats(); got != (frontier.Stats{Done: 1}) {
			t.Errorf("stats %+v", got)
		}
	})
}

func TestResumeTakesBackLeases(t *testing.T) {
	q := fresh(t, eager)
	q.addURLs("http://a/1", "http://a/2", "http://a/3")
	q.done(q.next())
	q.next()
	q = q.again(eager)
	if got := q.stats(); got != (frontier.Stats{Queued: 2, Done: 1}) {
		t.Errorf("stats %+v", got)
	}
	if l := q.next(); l.Request.URL != "http://a/3" {
		t.Errorf("%s goes before what was not interrupted", l.Request.URL)
	}
	if l := q.next(); l.Request.URL != "http://a/2" || l.Attempt != 1 {
		t.Errorf("interrupted URL: %+v", l)
	}
}

func TestSuspectIsVisitedAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := fresh(t, eager)
		q.addURLs("http://a/1")
		q.next()
		q = q.again(eager)
		q.next()
		q = q.again(eager)
		q.addURLs("http://a/2", "http://b/3")
		innocent, other := q.next(), q.next()
		if innocent.Request.URL == "http://a/1" || other.Request.URL == "http://a/1" {
			t.Fatal("the suspect has company")
		}
		q.done(other)
		time.AfterFunc(time.Minute, func() { q.done(innocent) })
		begin := time.Now()
		suspect := q.next()
		if suspect.Request.URL != "http://a/1" || time.Since(begin) != time.Minute {
			t.Errorf("leased %s after %v", suspect.Request.URL, time.Since(begin))
		}
		q.stats()
		q.fail(suspect, dyncrawl.ClassConnect, 0) // the process lives: nothing speaks against the URL
		q.next()
		q = q.again(eager)
		if got := q.stats(); got != (frontier.Stats{Queued: 1, Done: 2}) {
			t.Errorf("stats %+v", got)
		}
	})
}

func TestURLThatEndsTheProcessIsGivenUp(t *testing.T) {
	q := fresh(t, eager)
	q.addURLs("http://a/1")
	for range 7 {
		q.next()
		q = q.again(eager)
	}
	if got := q.stats(); got != (frontier.Stats{Failed: 1}) {
		t.Errorf("stats %+v", got)
	}
	if q.number(`SELECT count(*) FROM urls WHERE class = 'interrupted'`) != 1 {
		t.Error("the class is not kept")
	}
	if n, err := q.Retry(t.Context()); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if l := q.next(); l.Attempt != 1 {
		t.Errorf("attempt %d after a retry", l.Attempt)
	}
	q.stats()
}

// TestInterrupt: a visit that ended with the browser costs no attempt; its URL
// is visited last, later alone, and given up as one that ends the process.
func TestInterrupt(t *testing.T) {
	q := fresh(t, eager)
	q.addURLs("http://a/1", "http://a/2")
	interrupt := func(l *frontier.Lease) (again bool) {
		q.tx(func(tx *store.Tx) (err error) {
			again, err = q.Interrupt(t.Context(), tx, l, dyncrawl.ClassCrashBrowser)
			return err
		})
		return again
	}
	if first := q.next(); first.Request.URL != "http://a/1" || !interrupt(first) {
		t.Fatalf("%s is not visited again", first.Request.URL)
	}
	if second := q.next(); second.Request.URL != "http://a/2" {
		t.Errorf("%s comes before the others", second.Request.URL)
	} else {
		q.done(second)
	}
	for times := 2; times <= 7; times++ {
		l := q.next()
		if l.Attempt != 1 {
			t.Errorf("attempt %d after %d killed browsers", l.Attempt, times-1)
		}
		if again := interrupt(l); again != (times < 7) {
			t.Errorf("killed browser %d: again is %t", times, again)
		}
		err := q.store.Update(t.Context(), func(tx *store.Tx) error {
			_, err := q.Interrupt(t.Context(), tx, l, dyncrawl.ClassCrashBrowser)
			return err
		})
		if !errors.Is(err, frontier.ErrLeaseLost) {
			t.Errorf("interrupted a lease that had ended: %v", err)
		}
	}
	if got := q.stats(); got != (frontier.Stats{Done: 1, Failed: 1}) {
		t.Errorf("stats %+v", got)
	}
	if q.number(`SELECT count(*) FROM urls WHERE class = 'crash_browser'`) != 1 {
		t.Error("the class is not kept")
	}
}

func TestClockSetBackStallsNothing(t *testing.T) {
	now := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	c := polite
	c.Now = func() time.Time { return now }
	q := fresh(t, c)
	q.addURLs("http://a/1", "http://a/2", "http://a/3")
	q.fail(q.next(), dyncrawl.ClassDNS, 0)
	now = now.AddDate(-1, 0, 0)
	q = q.again(c)
	attempts := make(map[string]int)
	for range 3 {
		now = now.Add(time.Second)
		l := q.next()
		attempts[l.Request.URL] = l.Attempt
		q.done(l)
	}
	if diff := cmp.Diff(map[string]int{"http://a/1": 2, "http://a/2": 1, "http://a/3": 1}, attempts); diff != "" {
		t.Error(diff)
	}
}

// TestRepeat: what was done is queued again with all its attempts; nothing else
// is touched.
func TestRepeat(t *testing.T) {
	q := fresh(t, eager)
	q.addURLs("http://a/1", "http://a/2", "http://a/3")
	done, held := q.next(), q.next()
	q.tx(func(tx *store.Tx) error { return q.Done(t.Context(), tx, done) })
	q.tx(func(tx *store.Tx) error {
		n, err := q.Repeat(t.Context(), tx, []int64{done.ID, held.ID, 99})
		if n != 1 {
			t.Errorf("%d URLs are queued again, want 1", n)
		}
		return err
	})
	if got := q.stats(); got != (frontier.Stats{Queued: 2, Leased: 1}) {
		t.Errorf("stats %+v", got)
	}
	if again := q.next(); again.ID != done.ID || again.Attempt != 1 {
		t.Errorf("next is %+v, want %+v", again, done)
	}
}

// TestDoubt: what was done is visited again without an attempt, at last alone, and is
// given up when that goes on.
func TestDoubt(t *testing.T) {
	q := fresh(t, eager)
	q.addURLs("http://a/1", "http://a/2")
	doubtful, held := q.next(), q.next()
	doubt := func(ids ...int64) {
		q.done(doubtful)
		q.tx(func(tx *store.Tx) error { return q.Doubt(t.Context(), tx, ids, dyncrawl.ClassLoggedOut) })
	}
	doubt(doubtful.ID, held.ID, 99)
	q.done(held)
	for times := 2; times <= 7; times++ {
		if doubtful = q.next(); doubtful.Attempt != 1 {
			t.Errorf("attempt %d after %d doubts", doubtful.Attempt, times-1)
		}
		doubt(doubtful.ID)
	}
	if got := q.stats(); got != (frontier.Stats{Done: 1, Failed: 1}) {
		t.Errorf("stats %+v", got)
	}
	if q.number(`SELECT count(*) FROM urls WHERE class = 'logged_out' AND state = 'failed'`) != 1 {
		t.Error("the class is not kept")
	}
}

// TestAgain: who asks a host a second time during a visit waits for its turn, and
// so does whoever comes after.
func TestAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := fresh(t, frontier.Config{Delay: 5 * time.Second, PerHost: 2, IgnoreRobots: true})
		q.addURLs("http://a/1", "http://a/2")
		began := time.Now()
		l := q.next()
		if l.Delay() != 5*time.Second {
			t.Errorf("delay %s", l.Delay())
		}
		if err := q.Again(t.Context(), l); err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(began); waited != 5*time.Second {
			t.Errorf("the second request waited %s", waited)
		}
		q.next()
		if waited := time.Since(began); waited != 10*time.Second {
			t.Errorf("the next visit waited %s", waited)
		}
	})
}
