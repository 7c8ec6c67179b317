package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl/browser"
	"dyncrawl/captcha"
	"dyncrawl/demo/torture"
)

// errHarmed ends a torture that did not go as it must.
var errHarmed = errors.New("some hostile pages did not end as they must")

func newTortureCommand() *cobra.Command {
	var engine browserFlags
	var only []string
	cmd := &cobra.Command{
		Use:   "torture",
		Short: "Crawl hostile pages and check that nothing comes to harm",
		Long: `Serves pages that hang, flood, bloat, lie and crash, on this machine alone,
crawls each of them and then a harmless one with the same worker, and checks
how it ended, how long the worker was kept, and what was left behind. Exit code
1 when anything is not as it must be.`,
		Example: `  dyncrawl torture
  dyncrawl torture --only T01,T13 --driver rod`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			open, err := engine.opener("", false)
			if err != nil {
				return err
			}
			cases, err := chosenCases(only)
			if err != nil {
				return err
			}
			return runTorture(cmd.Context(), cmd.OutOrStdout(), open, cases, mostGrowth)
		},
	}
	engine.add(cmd)
	cmd.Flags().StringSliceVar(&only, "only", nil, "run these pages only, by their `ids`; T10 stands for T10a and T10b")
	return cmd
}

// chosenCases returns the cases whose ids begin with one of the names; all when
// there are no names.
func chosenCases(names []string) ([]torture.Case, error) {
	cases, err := torture.Cases()
	if err != nil || len(names) == 0 {
		return cases, err
	}
	var chosen []torture.Case
	for _, c := range cases {
		if slices.ContainsFunc(names, func(name string) bool { return strings.TrimRight(c.ID, "abcdefghi") == name || c.ID == name }) {
			chosen = append(chosen, c)
		}
	}
	if len(chosen) == 0 {
		return nil, usageError{fmt.Errorf("--only %s: there is no such page", strings.Join(names, ","))}
	}
	return chosen, nil
}

// mostGrowth is how many bytes of memory dyncrawl may hold more after all pages than
// before.
const mostGrowth = 50 << 20

// tortureTabs is how many hostile pages are open at the same time.
const tortureTabs = 4

// rack is what all cases of a torture share.
type rack struct {
	site   *torture.Site
	open   func(context.Context) (browser.Driver, error)
	pool   *browser.Pool
	reader captcha.Solver
	dir    string // for the stores
}

// runTorture crawls the cases, prints how each ended, and sums up. Dyncrawl may hold
// so many bytes more after them than before.
func runTorture(ctx context.Context, out io.Writer, open func(context.Context) (browser.Driver, error), cases []torture.Case, growth int64) (err error) {
	site, err := torture.Serve()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	site.Strike = strike
	dir, err := os.MkdirTemp("", "dyncrawl-torture-")
	if err != nil {
		return fmt.Errorf("make a folder for the stores: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	watched := &watchedOpener{open: open}
	pool := browser.NewPool(watched.Open, browser.PoolConfig{Tabs: tortureTabs})
	r := &rack{site: site, open: open, pool: pool, reader: captcha.NewGeneral(), dir: dir}
	before, started := takeStock(), time.Now()
	if err := warm(ctx, pool); err != nil {
		return err
	}
	harmed := r.runAll(ctx, out, cases)
	targets := watched.pages(ctx)
	if err := pool.Close(); err != nil {
		return err
	}
	after := takeStock()
	fmt.Fprintf(out, "\n%d of %d pages as they must be, in %.0f s\n", len(cases)-harmed, len(cases), time.Since(started).Seconds())
	fmt.Fprintf(out, "open pages at the end %d of %d tabs; left behind: %d processes, %d profiles\n",
		targets, tortureTabs, after.processes-before.processes, after.profiles-before.profiles)
	fmt.Fprintf(out, "memory of dyncrawl: %d MB before, %d MB after, heap %d MB; %d browsers were started\n",
		before.resident>>20, after.resident>>20, after.heap>>20, watched.started())
	if harmed > 0 || targets > tortureTabs || after.processes > before.processes || after.profiles > before.profiles ||
		after.resident > before.resident+growth {
		return errHarmed
	}
	return ctx.Err()
}

// warm starts the browser, so that no page waits for it.
func warm(ctx context.Context, pool *browser.Pool) error {
	tab, err := pool.Acquire(ctx, browser.RealTime)
	if err != nil {
		return errors.Join(err, pool.Close())
	}
	pool.Release(tab)
	return nil
}

// runAll runs the cases side by side, those that disturb others last and one by
// one, and returns how many did not end as they must.
func (r *rack) runAll(ctx context.Context, out io.Writer, cases []torture.Case) (harmed int) {
	var mu sync.Mutex
	run := func(c torture.Case) {
		v := r.run(ctx, c)
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(out, v)
		if len(v.wrong) > 0 {
			harmed++
		}
	}
	var wg sync.WaitGroup
	queue := make(chan torture.Case)
	for range tortureTabs {
		wg.Go(func() {
			for c := range queue {
				run(c)
			}
		})
	}
	for _, c := range cases {
		if !c.Alone && ctx.Err() == nil {
			queue <- c
		}
	}
	close(queue)
	wg.Wait()
	for _, c := range cases {
		if c.Alone && ctx.Err() == nil {
			run(c)
		}
	}
	return harmed
}
