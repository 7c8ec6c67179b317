package frontier

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"dyncrawl/store"
)

//go:embed sql/pick.sql
var pickSQL string

//go:embed sql/change.sql
var changeSQL string

// skipBatch bounds how many forbidden URLs one transaction passes over.
const skipBatch = 200

// Next waits until a URL may be fetched and leases it: among the hosts that
// are due, the URL with the highest priority, then the lowest depth, then the
// one found first. It returns ErrDrained when no URL is queued or leased any
// more; as long as one is leased, its page may bring more.
func (f *Frontier) Next(ctx context.Context) (*Lease, error) {
	for {
		found, err := f.await(ctx)
		if err != nil {
			return nil, err
		}
		if found.lease != nil {
			return found.lease, nil
		}
		if err := f.learnRobots(ctx, found.unknown); err != nil {
			return nil, err
		}
	}
}

// claim is what a look into the queue gave: a lease, a host whose robots.txt is
// to be fetched first, or the time when looking again makes sense.
type claim struct {
	lease   *Lease
	unknown *host
	again   int64 // zero: never
}

// await looks until there is something to do. Only one caller looks at a time.
func (f *Frontier) await(ctx context.Context) (claim, error) {
	select {
	case f.turn <- struct{}{}:
		defer func() { <-f.turn }()
	case <-ctx.Done():
		return claim{}, ctx.Err()
	}
	for {
		woken := f.woken()
		c, err := f.claim(ctx)
		switch {
		case err != nil:
			return c, fmt.Errorf("find the next URL: %w", err)
		case c.lease != nil || c.unknown != nil:
			return c, nil
		case c.again == 0:
			return c, ErrDrained
		}
		if err := f.sleep(ctx, woken, c.again); err != nil {
			return c, err
		}
	}
}

// sleep returns at the time, or earlier when woken.
func (f *Frontier) sleep(ctx context.Context, woken <-chan struct{}, until int64) error {
	timer := time.NewTimer(time.UnixMilli(until).Sub(f.cfg.Now()))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-woken:
	case <-timer.C:
	}
	return nil
}

func (f *Frontier) claim(ctx context.Context) (c claim, err error) {
	err = f.store.Update(ctx, func(tx *store.Tx) error {
		now := f.now()
		if err := f.takeBack(ctx, tx, now); err != nil {
			return err
		}
		if err := promote(ctx, tx, now); err != nil {
			return err
		}
		c, err = f.look(ctx, tx, now)
		return err
	})
	return c, err
}

// look takes the best URL that is allowed.
func (f *Frontier) look(ctx context.Context, tx *store.Tx, now int64) (claim, error) {
	for range skipBatch {
		u, err := f.pick(ctx, tx, now)
		if errors.Is(err, sql.ErrNoRows) {
			return f.nextChange(ctx, tx, now)
		}
		if err != nil {
			return claim{}, err
		}
		if !f.cfg.IgnoreRobots && u.host.validUntil <= now {
			return f.reserve(ctx, tx, u.host, now)
		}
		if c, err := f.take(ctx, tx, u, now); c.lease != nil || err != nil {
			return c, err
		}
	}
	return claim{again: now}, nil
}

// candidate is a queued URL with what is known of its host.
type candidate struct {
	Lease
	host
}

func (f *Frontier) pick(ctx context.Context, tx *store.Tx, now int64) (u candidate, err error) {
	var header string
	var tries int
	r := &u.Request
	err = tx.QueryRow(ctx, pickSQL, now, f.cfg.PerHost).Scan(&u.ID, &u.host.id, &r.URL, &r.Method, &header, &r.Body, &r.Referrer,
		&r.Priority, &r.Depth, &tries, &u.host.origin, &u.host.validUntil, &u.host.class)
	u.Attempt, u.Lease.host = tries+1, u.host.id
	if err == nil && header != "" {
		err = json.Unmarshal([]byte(header), &r.Header)
	}
	return u, err
}

// take leases the URL, or ends it when robots.txt forbids it or cannot be had.
func (f *Frontier) take(ctx context.Context, tx *store.Tx, u candidate, now int64) (claim, error) {
	if f.cfg.IgnoreRobots {
		return f.lease(ctx, tx, u, now, f.cfg.Delay)
	}
	if u.host.class != "" {
		return claim{}, failHost(ctx, tx, u.host, now)
	}
	rules, err := f.rulesOf(ctx, tx, u.host)
	if err != nil {
		return claim{}, err
	}
	if !rules.Test(robotsPath(u.Request.URL)) {
		return claim{}, forbid(ctx, tx, u, now)
	}
	return f.lease(ctx, tx, u, now, min(max(f.cfg.Delay, rules.CrawlDelay), longestPause))
}

func (f *Frontier) lease(ctx context.Context, tx *store.Tx, u candidate, now int64, delay time.Duration) (claim, error) {
	l := u.Lease
	l.delay = delay
	err := tx.QueryRow(ctx, `UPDATE urls SET state = 'leased', token = token + 1, owner = $1, lease_until = $2, changed = $3
		WHERE id = $4 RETURNING token`, f.cfg.Owner, now+f.cfg.LeaseFor.Milliseconds(), now, l.ID).Scan(&l.Token)
	if err != nil {
		return claim{}, err
	}
	if err := f.pauseHost(ctx, tx, l.host, now+delay.Milliseconds()); err != nil {
		return claim{}, err
	}
	return claim{lease: &l}, move(ctx, tx, l.host, ready, leased, 1)
}

// nextChange tells when to look again.
func (f *Frontier) nextChange(ctx context.Context, tx *store.Tx, now int64) (claim, error) {
	var at sql.NullInt64
	if err := tx.QueryRow(ctx, changeSQL, f.cfg.PerHost).Scan(&at); err != nil {
		return claim{}, err
	}
	if at.Int64 != untilAlone {
		return claim{again: at.Int64}, nil
	}
	return claim{again: now}, unpause(ctx, tx, `UPDATE urls SET due = 0
		WHERE id = (SELECT min(id) FROM urls WHERE state = 'queued' AND due = $1) RETURNING host_id`, untilAlone)
}

// promote makes the URLs ready whose pause is over.
func promote(ctx context.Context, tx *store.Tx, now int64) error {
	return unpause(ctx, tx, `UPDATE urls SET due = 0
		WHERE state = 'queued' AND due > 0 AND due <= $1 RETURNING host_id`, now)
}

// unpause runs a statement that ends pauses and counts the hosts it returns.
func unpause(ctx context.Context, tx *store.Tx, stmt string, due int64) error {
	hosts, err := collect(ctx, tx, func(scan func(...any) error) (id int64, err error) {
		return id, scan(&id)
	}, stmt, due)
	if err != nil {
		return err
	}
	for _, id := range hosts {
		if err := move(ctx, tx, id, waiting, ready, 1); err != nil {
			return err
		}
	}
	return nil
}
