package frontier

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"dyncrawl"
	"dyncrawl/store"
)

const (
	everyLease = math.MaxInt64 // a time that all leases have run out by
	untilAlone = math.MaxInt64 // when a URL is due that waits until nothing else is left
)

// Interrupt ends the lease of a URL whose browser died, or whose login ended, during
// the visit, for the reason class. The page, one that was open beside it, or somebody
// outside may have brought that about: the attempt is not spent, but counts as a visit
// that ended with its process (see Open). again is false when the URL has failed.
func (f *Frontier) Interrupt(ctx context.Context, tx *store.Tx, l *Lease, class dyncrawl.Class) (again bool, err error) {
	lost := interrupted{id: l.ID, host: l.host, url: l.Request.URL, from: leased}
	err = tx.QueryRow(ctx, `SELECT interruptions FROM urls WHERE id = $1 AND state = 'leased' AND token = $2`, l.ID, l.Token).Scan(&lost.times)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrLeaseLost
	}
	if err == nil {
		again, err = f.requeue(ctx, tx, lost, class)
	}
	if err != nil {
		return false, fmt.Errorf("interrupt the visit of %s: %w", l.Request.URL, err)
	}
	tx.OnCommit(f.wake)
	return again, nil
}

// takeBack queues the URLs whose leases ran out before the time, behind the
// others. A visit that ends the process takes its neighbours with it, so a URL
// that was interrupted twice waits until it is visited alone; if that is interrupted
// five times more, the URL is to blame and has failed. Somebody who kills the
// crawl again and again would have to meet the same URL each time.
func (f *Frontier) takeBack(ctx context.Context, tx *store.Tx, before int64) error {
	lost, err := collect(ctx, tx, func(scan func(...any) error) (l interrupted, err error) {
		l.from = leased
		return l, scan(&l.id, &l.host, &l.times, &l.url)
	}, `SELECT id, host_id, interruptions, url FROM urls WHERE state = 'leased' AND lease_until <= $1 ORDER BY lease_until, id`, before)
	if err != nil {
		return fmt.Errorf("find lost leases: %w", err)
	}
	for _, l := range lost {
		if _, err := f.requeue(ctx, tx, l, dyncrawl.ClassInterrupted); err != nil {
			return fmt.Errorf("take back %s: %w", l.url, err)
		}
	}
	return nil
}

// Doubt queues URLs again that were done but may not have shown what they should, for
// the reason class. Like Interrupt it counts as a visit that was cut off and spends no
// attempt. URLs in other states stay as they are.
func (f *Frontier) Doubt(ctx context.Context, tx *store.Tx, ids []int64, class dyncrawl.Class) error {
	for _, id := range ids {
		l := interrupted{id: id, from: done}
		err := tx.QueryRow(ctx, `UPDATE urls SET tries = 0 WHERE id = $1 AND state = 'done' RETURNING host_id, interruptions, url`, id).Scan(&l.host, &l.times, &l.url)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err == nil {
			_, err = f.requeue(ctx, tx, l, class)
		}
		if err != nil {
			return fmt.Errorf("queue URL %d again: %w", id, err)
		}
	}
	tx.OnCommit(f.wake)
	return nil
}

// interrupted is a URL whose lease has ended with its owner, or whose visit is in doubt.
type interrupted struct {
	id, host int64
	times    int // before
	url      string
	from     state
}

// requeue queues the URL behind the others, later when it is suspicious; class
// is why it fails when that has happened too often, and then again is false.
func (f *Frontier) requeue(ctx context.Context, tx *store.Tx, l interrupted, class dyncrawl.Class) (again bool, err error) {
	column, to, due := "queued", ready, int64(0)
	switch times := l.times + 1; {
	case times >= poison:
		column, to = "failed", failed
		f.cfg.Log.Warn("given up: its visit was cut off again and again", "url", l.url, "class", class)
	case times >= suspicious:
		to, due = waiting, untilAlone
	}
	if to != failed {
		class = ""
	}
	_, err = tx.Exec(ctx, `UPDATE urls SET state = $1, class = $2, interruptions = $3, place = $4, due = $5, changed = $6 WHERE id = $7`,
		column, string(class), l.times+1, f.place.Add(1), due, f.now(), l.id)
	if err != nil {
		return false, err
	}
	return to != failed, move(ctx, tx, l.host, l.from, to, 1)
}
