package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/captcha"
	"dyncrawl/captcha/site"
	"dyncrawl/crawl"
	"dyncrawl/demo/torture"
	"dyncrawl/flows"
	"dyncrawl/frontier"
	"dyncrawl/sessions"
	"dyncrawl/store"
)

// ordeal is how the crawl of one hostile page ended.
type ordeal struct {
	torture.Case
	found string        // outcome of the last attempt, in the words of Case.Outcome
	kept  time.Duration // from the start of its first attempt until the worker visited the next page
	wrong []string      // what is not as it must be
}

// String is the line of the report.
func (o *ordeal) String() string {
	mark := "ok "
	if len(o.wrong) > 0 {
		mark = "BAD"
	}
	line := fmt.Sprintf("%s %-5s %-24s %5.1f s  %s", mark, o.ID, o.found, o.kept.Seconds(), o.Does)
	for _, w := range o.wrong {
		line += "\n            " + w
	}
	return line
}

// miss notes what is not as it must be.
func (o *ordeal) miss(format string, args ...any) {
	o.wrong = append(o.wrong, fmt.Sprintf(format, args...))
}

// ordealTimeout bounds one crawl, retries included.
const ordealTimeout = time.Minute

// run crawls the case's page and the harmless one after it with one worker, in
// a store of their own and in the tabs that all cases share.
func (r *rack) run(ctx context.Context, c torture.Case) *ordeal {
	o := &ordeal{Case: c, found: "nothing"}
	ctx, cancel := context.WithTimeout(ctx, ordealTimeout)
	defer cancel()
	kept, err := store.Open(ctx, store.Config{Path: filepath.Join(r.dir, c.ID+".db")})
	if err != nil {
		o.miss("%v", err)
		return o
	}
	defer kept.Close()
	if err := r.crawl(ctx, kept, o); err != nil {
		o.miss("the crawl ended with: %v", err)
	}
	if err := kept.View(context.WithoutCancel(ctx), func(tx *store.Tx) error { return r.judge(ctx, tx, o) }); err != nil {
		o.miss("%v", err)
	}
	return o
}

// crawl is the crawl itself: nothing about it is special but the flow, and that
// the hostile page is the first URL of the store.
func (r *rack) crawl(ctx context.Context, kept *store.Store, o *ordeal) (err error) {
	flow, err := r.flow(o.Case)
	if err != nil {
		return err
	}
	queue, err := frontier.Open(ctx, kept, frontier.Config{
		Delay: -1, MaxAttempts: max(o.WantAttempts(), 1), Backoff: 200 * time.Millisecond,
		IgnoreRobots: flow.Politeness.Robots == "ignore", RobotsBudget: o.PageBudget(),
	})
	if err != nil {
		return err
	}
	first := []dyncrawl.Request{{URL: r.site.URL(o.Case), Priority: 1}}
	err = kept.Update(ctx, func(tx *store.Tx) error { _, err := queue.Add(ctx, tx, first); return err })
	if err != nil {
		return err
	}
	accounts, closing := r.accounts(flow, o.ID)
	defer func() { err = errors.Join(err, closing()) }()
	solver := site.New(site.Config{Store: kept, General: []captcha.Member{{Solver: r.reader}}, Log: slog.New(slog.DiscardHandler)})
	defer func() { err = errors.Join(err, solver.Close()) }()
	crawler, err := crawl.New(crawl.Config{
		Flow: flow, Store: kept, Frontier: queue, Accounts: accounts, Tabs: max(o.Tabs, 1), Solver: solver,
		ArtifactDir: filepath.Join(r.dir, "failures"), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	summary, err := crawler.Run(ctx)
	if err == nil && summary.Copies < o.Copies {
		o.miss("%d pages are known to be copies, must be %d", summary.Copies, o.Copies)
	}
	return err
}

// flow returns the flow that crawls the case's page.
func (r *rack) flow(c torture.Case) (*flows.Flow, error) {
	page, err := url.Parse(r.site.URL(c))
	if err != nil {
		return nil, err
	}
	text, err := c.FlowText()
	if err != nil {
		return nil, err
	}
	return flows.Parse("torture.yaml", text, flows.Vars{
		"page": page.String(), "after": r.site.After(c), "host": page.Host, "budget": c.PageBudget().String(),
		"depth": strconv.Itoa(c.LinkDepth()), "render": c.RenderMode(),
	})
}

// accounts returns who crawls: somebody in the tabs that all cases share or, where
// somebody logs in, each account in a browser of its own.
func (r *rack) accounts(flow *flows.Flow, id string) (accounts []crawl.Account, closing func() error) {
	if flow.Session == nil {
		return []crawl.Account{{Pool: r.pool}}, func() error { return nil }
	}
	dir := filepath.Join(r.dir, "logins-"+id)
	folder := sessions.Folder{Dir: dir, Key: sessions.Key("file:" + filepath.Join(dir, "key"))}
	secrets := flows.FirstSecret(torture.Secrets())
	for _, identity := range flow.Identities() {
		accounts = append(accounts, crawl.Account{
			Name: identity.Name, Pool: browser.NewPool(r.open, browser.PoolConfig{Tabs: 1}),
			Secrets: secrets.Of(identity), Kept: folder.Session(flow.KeptAs(identity)),
		})
	}
	return accounts, func() (err error) {
		for _, a := range accounts {
			err = errors.Join(err, a.Pool.Close())
		}
		return err
	}
}

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
