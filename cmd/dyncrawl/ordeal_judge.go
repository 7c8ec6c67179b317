package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dyncrawl/store"
)

// endedSQL tells how the hostile page ended, which may not have been visited.
//
//go:embed sql/ended.sql
var endedSQL string

// judge holds what the store tells against what must be.
func (r *rack) judge(ctx context.Context, tx *store.Tx, o *ordeal) error {
	ctx = context.WithoutCancel(ctx)
	var outcome, class, text string
	var began, next int64
	var attempts, status, after int
	err := errors.Join(
		tx.QueryRow(ctx, endedSQL).Scan(&outcome, &class, &text, &status, &attempts),
		tx.QueryRow(ctx, `SELECT coalesce((SELECT min(started) FROM attempts WHERE url_id = 1), (SELECT started FROM runs))`).Scan(&began),
		tx.QueryRow(ctx, `SELECT coalesce(min(started), 0), count(*) FROM attempts WHERE url_id = 2 AND outcome = 'done'`).Scan(&next, &after),
	)
	if err != nil {
		return fmt.Errorf("read how the page ended: %w", err)
	}
	o.found = strings.TrimSuffix(outcome+":"+class, ":")
	if outcome == "partial" {
		o.found = "partial:" + text
	}
	if next > 0 {
		o.kept = time.Duration(next-began) * time.Millisecond
	}
	if !slices.Contains(strings.Split(o.Outcome, "|"), o.found) {
		o.miss("must end as %s: %s", o.Outcome, text)
	}
	if o.Status != 0 && status != o.Status {
		o.miss("status %d must be stored, not %d", o.Status, status)
	}
	if attempts != o.WantAttempts() {
		o.miss("%d attempts, must be %d", attempts, o.WantAttempts())
	}
	if o.kept > o.PageBudget()+o.HandBack() || after == 0 {
		o.miss("the next page came after %.1f s, %d times", o.kept.Seconds(), after)
	}
	if after == 0 {
		var why string
		if tx.QueryRow(ctx, `SELECT coalesce(max(class || ': ' || error), 'no attempt') FROM attempts WHERE url_id = 2`).Scan(&why) == nil {
			o.miss("the next page: %s", why)
		}
	}
	return r.judgeBounds(ctx, tx, o)
}

// judgeBounds counts what the page cost.
func (r *rack) judgeBounds(ctx context.Context, tx *store.Tx, o *ordeal) error {
	var errs []error
	count := func(query string) (n int) {
		errs = append(errs, tx.QueryRow(ctx, query).Scan(&n))
		return n
	}
	if n, want := count(`SELECT count(*) FROM item_item WHERE name NOT IN ('ok')`), o.WantItems(o.found); n != want && want >= 0 {
		o.miss("%d items, must be %d", n, want)
	}
	if count(`SELECT count(*) FROM item_item WHERE name = 'ok'`) != 1 {
		o.miss("the next page brought no item")
	}
	watch := o.Bounds.Watch
	if watch == "" {
		watch, _, _ = strings.Cut(o.Path, "?")
	}
	for _, b := range []struct {
		what       string
		bound, got int
	}{
		{"requests", o.Bounds.Hits, r.site.Hits(watch)},
		{"URLs in the frontier", o.Bounds.URLs, count(`SELECT count(*) FROM urls`)},
		{"bytes of HTML", o.Bounds.HTML, count(`SELECT coalesce(max(html_bytes), 0) FROM pages`)},
		{"bytes of title", o.Bounds.Title, count(`SELECT coalesce(max(length(CAST(title AS BLOB))), 0) FROM pages`)},
		{"bytes in a field", o.Bounds.Field, count(`SELECT coalesce(max(length(CAST(name AS BLOB))), 0) FROM item_item`)},
		{"links", o.Bounds.Links, count(`SELECT count(*) FROM links`)},
	} {
		if b.bound > 0 && b.got > b.bound {
			o.miss("%d %s, at most %d are allowed", b.got, b.what, b.bound)
		}
	}
	return errors.Join(errs...)
}
