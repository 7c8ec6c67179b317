package frontier

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"dyncrawl"
	"dyncrawl/store"
)

// Lease is the right to visit a URL, for LeaseFor from the call of Next.
type Lease struct {
	ID      int64 // of the URL in the store
	Request dyncrawl.Request
	Attempt int   // 1 for the first visit
	Token   int64 // fences: a later lease of the URL has a higher one

	host  int64
	delay time.Duration // between two fetches from the host
}

// Delay is the time between the starts of two fetches from the URL's host.
func (l *Lease) Delay() time.Duration { return l.delay }

// state names a counter of the hosts table. A URL that is queued is ready, or
// it waits for its next attempt.
type state string

const (
	ready   state = "ready"
	waiting state = "waiting"
	leased  state = "leased"
	done    state = "done"
	failed  state = "failed"
	skipped state = "skipped"
)

// Done ends the lease of a URL that was visited. Like Fail, Skip and Release it
// joins the caller's transaction and returns ErrLeaseLost if the lease is no
// longer the caller's.
func (f *Frontier) Done(ctx context.Context, tx *store.Tx, l *Lease) error {
	return f.end(ctx, tx, l, done, "")
}

// Skip ends the lease of a URL that is not wanted after all.
func (f *Frontier) Skip(ctx context.Context, tx *store.Tx, l *Lease, class dyncrawl.Class) error {
	return f.end(ctx, tx, l, skipped, class)
}

// Fail ends the lease of a URL whose visit failed. If the class is transient
// and attempts are left, the URL is queued again after a pause and retry is
// true. retryAfter is what the host asked for, zero if nothing; the whole host
// is left alone for that long.
func (f *Frontier) Fail(ctx context.Context, tx *store.Tx, l *Lease, class dyncrawl.Class, retryAfter time.Duration) (retry bool, err error) {
	pause := f.backoff(l)
	if retryAfter > 0 {
		pause = min(max(pause, retryAfter), longestPause)
	}
	if retryAfter > 0 || class == dyncrawl.ClassHTTP429 {
		if err := f.pauseHost(ctx, tx, l.host, f.now()+pause.Milliseconds()); err != nil {
			return false, fmt.Errorf("pause the host of %s: %w", l.Request.URL, err)
		}
	}
	if !class.Transient() || l.Attempt >= f.cfg.MaxAttempts {
		return false, f.end(ctx, tx, l, failed, class)
	}
	return true, f.settle(ctx, tx, l, waiting, `UPDATE urls SET state = 'queued', class = $1, tries = $2, due = $3, interruptions = 0, changed = $4
		WHERE id = $5 AND state = 'leased' AND token = $6`,
		string(class), l.Attempt, f.now()+pause.Milliseconds(), f.now(), l.ID, l.Token)
}

// Release gives back a URL whose visit was interrupted; the attempt is not spent.
func (f *Frontier) Release(ctx context.Context, tx *store.Tx, l *Lease) error {
	return f.settle(ctx, tx, l, ready, `UPDATE urls SET state = 'queued', due = 0, interruptions = 0, changed = $1
		WHERE id = $2 AND state = 'leased' AND token = $3`, f.now(), l.ID, l.Token)
}

// Again waits until the URL's host may be asked once more during the same visit,
// and takes that turn.
func (f *Frontier) Again(ctx context.Context, l *Lease) error {
	if l.delay == 0 {
		return nil
	}
	var turn int64
	err := f.store.Update(ctx, func(tx *store.Tx) error {
		if err := tx.QueryRow(ctx, `SELECT next_at FROM hosts WHERE id = $1`, l.host).Scan(&turn); err != nil {
			return err
		}
		turn = max(turn, f.now())
		return f.pauseHost(ctx, tx, l.host, turn+l.delay.Milliseconds())
	})
	if err != nil {
		return fmt.Errorf("wait for the turn of %s: %w", l.Request.URL, err)
	}
	return f.sleep(ctx, nil, turn)
}

// Repeat queues URLs again that were done, with all their attempts, and returns
// their number. URLs in other states stay as they are.
func (f *Frontier) Repeat(ctx context.Context, tx *store.Tx, ids []int64) (n int, err error) {
	for _, id := range ids {
		var host int64
		err := tx.QueryRow(ctx, `UPDATE urls SET state = 'queued', class = '', tries = 0, interruptions = 0, due = 0, changed = $1
			WHERE id = $2 AND state = 'done' RETURNING host_id`, f.now(), id).Scan(&host)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return n, fmt.Errorf("queue URL %d again: %w", id, err)
		}
		if err := move(ctx, tx, host, done, ready, 1); err != nil {
			return n, err
		}
		n++
	}
	tx.OnCommit(f.wake)
	return n, nil
}

func (f *Frontier) end(ctx context.Context, tx *store.Tx, l *Lease, to state, class dyncrawl.Class) error {
	return f.settle(ctx, tx, l, to, `UPDATE urls SET state = $1, class = $2, tries = $3, changed = $4
		WHERE id = $5 AND state = 'leased' AND token = $6`, string(to), string(class), l.Attempt, f.now(), l.ID, l.Token)
}

// settle ends the lease by the statement, which must check the token.
func (f *Frontier) settle(ctx context.Context, tx *store.Tx, l *Lease, to state, stmt string, args ...any) error {
	res, err := tx.Exec(ctx, stmt, args...)
	if err != nil {
		return fmt.Errorf("end lease of %s: %w", l.Request.URL, err)
	}
	if n, err := res.RowsAffected(); err != nil {
		return fmt.Errorf("end lease of %s: %w", l.Request.URL, err)
	} else if n == 0 {
		return fmt.Errorf("%s: %w", l.Request.URL, ErrLeaseLost)
	}
	tx.OnCommit(f.wake)
	return move(ctx, tx, l.host, leased, to, 1)
}

// move keeps the counters of a host in step with n of its URLs.
func move(ctx context.Context, tx *store.Tx, host int64, from, to state, n int) error {
	_, err := tx.Exec(ctx, fmt.Sprintf(`UPDATE hosts SET %[1]s = %[1]s - $1, %[2]s = %[2]s + $1 WHERE id = $2`, from, to), n, host)
	if err != nil {
		return fmt.Errorf("count URLs of host %d: %w", host, err)
	}
	return nil
}

func (f *Frontier) pauseHost(ctx context.Context, tx *store.Tx, host, until int64) error {
	_, err := tx.Exec(ctx, `UPDATE hosts SET next_at = $1 WHERE id = $2 AND next_at < $1`, until, host)
	return err
}

// backoff is the pause after the lease's attempt: Backoff, doubled with every
// attempt, a quarter more or less. The URL decides which, so that many do not
// come back at once and a test sees the same pauses every time.
func (f *Frontier) backoff(l *Lease) time.Duration {
	key := requestKey(l.Request.Method, l.Request.URL, l.Request.Body)
	jitter := 0.75 + 0.5*float64(binary.BigEndian.Uint32(key))/math.MaxUint32
	return min(time.Duration(float64(f.cfg.Backoff)*math.Pow(2, float64(l.Attempt-1))*jitter), longestPause)
}

// collect runs a query and gathers its rows.
func collect[T any](ctx context.Context, tx *store.Tx, row func(scan func(...any) error) (T, error), query string, args ...any) (all []T, err error) {
	rows, err := tx.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		t, err := row(rows.Scan)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, rows.Err()
}
