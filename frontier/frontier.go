// Package frontier decides what is fetched next: it keeps every URL once,
// hands URLs out under leases, best first, and is polite to their hosts. Its
// state lies in the store, so that all of this outlives the process.
package frontier

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"dyncrawl/store"
)

// ErrDrained says that no URL is queued and none is leased: the crawl is complete.
var ErrDrained = errors.New("the frontier is drained")

// ErrLeaseLost says that the lease ran out and somebody else may have the URL.
// The caller lets its transaction fail.
var ErrLeaseLost = errors.New("lease lost")

const (
	longestPause = time.Hour      // bounds Retry-After, Crawl-delay and back-off
	robotsFor    = 24 * time.Hour // how long a robots.txt holds
	suspicious   = 2              // interrupted leases in a row after which a URL is visited last and alone
	poison       = 7              // and after which it is not tried again
)

// Config says how a frontier behaves.
type Config struct {
	Owner        string           // who takes the leases, for people who read the store; empty means the process id
	LeaseFor     time.Duration    // a visit takes less than this; zero means 2 min
	Delay        time.Duration    // between the starts of two fetches from a host; zero means 1 s, negative means none
	PerHost      int              // fetches from one host at a time; zero means 2
	MaxAttempts  int              // visits of a URL that fails for a transient reason; zero means 3
	Backoff      time.Duration    // before the second attempt, doubled for every further one; zero means 2 s
	UserAgent    string           // sent when robots.txt is fetched; empty means "dyncrawl", which is also the name that rules are looked up under
	RobotsBudget time.Duration    // for fetching a robots.txt, which holds up the caller of Next; zero means 30 s
	IgnoreRobots bool             // neither fetch nor obey robots.txt
	KeepFragment bool             // see Normaliser
	Client       *http.Client     // fetches robots.txt; nil means http.DefaultTransport
	Now          func() time.Time // nil means the time of Open and what has passed since on the monotonic clock
	Log          *slog.Logger     // nil means silent
}

// Frontier is safe for concurrent use.
type Frontier struct {
	cfg   Config
	store *store.Store
	norm  Normaliser
	place atomic.Int64  // the last place given to a URL
	turn  chan struct{} // held by the one Next that looks for a URL
	rules *ruleCache

	mu      sync.Mutex
	changed chan struct{} // closed and replaced by wake
}

// Open prepares the frontier of a store that this process writes alone. Leases
// of earlier processes are taken back; that costs their URLs no attempt, but a
// URL whose visit ended with the process seven times, at last alone, has failed.
func Open(ctx context.Context, s *store.Store, c Config) (*Frontier, error) {
	f := &Frontier{
		cfg: c.withDefaults(), store: s, norm: Normaliser{KeepFragment: c.KeepFragment},
		turn: make(chan struct{}, 1), rules: newRuleCache(), changed: make(chan struct{}),
	}
	if err := s.Update(ctx, func(tx *store.Tx) error { return f.recover(ctx, tx) }); err != nil {
		return nil, fmt.Errorf("open frontier: %w", err)
	}
	return f, nil
}

func (c Config) withDefaults() Config {
	c.Owner = cmp.Or(c.Owner, fmt.Sprint(os.Getpid()))
	c.LeaseFor = cmp.Or(c.LeaseFor, 2*time.Minute)
	c.Delay = max(cmp.Or(c.Delay, time.Second), 0)
	c.PerHost = cmp.Or(c.PerHost, 2)
	c.MaxAttempts = cmp.Or(c.MaxAttempts, 3)
	c.Backoff = cmp.Or(c.Backoff, 2*time.Second)
	c.RobotsBudget = cmp.Or(c.RobotsBudget, 30*time.Second)
	c.UserAgent = cmp.Or(c.UserAgent, robotsName)
	c.Client = cmp.Or(c.Client, &http.Client{})
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.Now == nil {
		opened := time.Now()
		c.Now = func() time.Time { return opened.Add(time.Since(opened)) }
	}
	return c
}

// now returns the time in the unit of the store: Unix milliseconds.
func (f *Frontier) now() int64 { return f.cfg.Now().UnixMilli() }

// recover takes back what earlier processes left open.
func (f *Frontier) recover(ctx context.Context, tx *store.Tx) error {
	var last int64
	if err := tx.QueryRow(ctx, `SELECT coalesce(max(place), 0) FROM urls`).Scan(&last); err != nil {
		return err
	}
	f.place.Store(last)
	if err := f.takeBack(ctx, tx, everyLease); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE hosts SET next_at = $1, robots_lease = 0 WHERE robots_lease > 0`, f.now()); err != nil {
		return err
	}
	return f.mendClock(ctx, tx)
}

// mendClock ends pauses that are longer than any pause can be: the clock of
// the machine was set back since they were written.
func (f *Frontier) mendClock(ctx context.Context, tx *store.Tx) error {
	now, pause := f.now(), longestPause.Milliseconds()
	if _, err := tx.Exec(ctx, `UPDATE hosts SET next_at = $1 WHERE next_at > $2`, now+f.cfg.Delay.Milliseconds(), now+pause); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE urls SET due = $1 WHERE state = 'queued' AND due > $2 AND due < $3`, now, now+pause, untilAlone); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE robots SET valid_until = 0 WHERE valid_until > $1`, now+robotsFor.Milliseconds())
	return err
}

// Stats counts the URLs by state.
type Stats struct {
	Queued, Leased, Done, Failed, Skipped int64
}

// Stats reads one row per host.
func (f *Frontier) Stats(ctx context.Context) (s Stats, err error) {
	err = f.store.View(ctx, func(tx *store.Tx) error {
		return tx.QueryRow(ctx, `SELECT coalesce(sum(ready + waiting), 0), coalesce(sum(leased), 0), coalesce(sum(done), 0),
			coalesce(sum(failed), 0), coalesce(sum(skipped), 0) FROM hosts`).
			Scan(&s.Queued, &s.Leased, &s.Done, &s.Failed, &s.Skipped)
	})
	if err != nil {
		return Stats{}, fmt.Errorf("count the frontier: %w", err)
	}
	return s, nil
}

// Retry queues the failed URLs again, with all their attempts, and returns
// their number.
func (f *Frontier) Retry(ctx context.Context) (n int64, err error) {
	err = f.store.Update(ctx, func(tx *store.Tx) error {
		res, err := tx.Exec(ctx, `UPDATE urls SET state = 'queued', class = '', tries = 0, interruptions = 0, due = 0, changed = $1
			WHERE state = 'failed'`, f.now())
		if err != nil {
			return err
		}
		if n, err = res.RowsAffected(); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE hosts SET ready = ready + failed, failed = 0 WHERE failed > 0`); err != nil {
			return err
		}
		tx.OnCommit(f.wake)
		_, err = tx.Exec(ctx, `UPDATE robots SET valid_until = 0, tries = 0 WHERE class <> ''`)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("queue the failed URLs again: %w", err)
	}
	return n, nil
}

// wake makes the Next that waits look again.
func (f *Frontier) wake() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.changed)
	f.changed = make(chan struct{})
}

// woken returns a channel that the next wake closes.
func (f *Frontier) woken() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.changed
}
