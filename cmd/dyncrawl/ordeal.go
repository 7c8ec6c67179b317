package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"strconv"
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
