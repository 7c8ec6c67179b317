// Package crawl takes URLs from the frontier through a browser into the store,
// until nothing is left or somebody says stop.
package crawl

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/captcha"
	"dyncrawl/explore"
	"dyncrawl/flows"
	"dyncrawl/frontier"
	"dyncrawl/store"
)

// Config is what a crawl needs. Fields without a word on zero must be set.
type Config struct {
	Flow     *flows.Flow
	Store    *store.Store
	Frontier *frontier.Frontier
	Accounts []Account // at least one
	Tabs     int       // pages that may be rendered at the same time; zero means as many as the accounts have tabs
	Learner  Learner   // nil: the tier api is not tried

	Mask        *flows.Mask    // takes secrets out of what is stored; nil: there are none
	Ask         Ask            // nil: ask steps fail
	Solver      captcha.Solver // nil: captcha steps fail
	Person      Person         // nil: nobody takes over
	Upload      string         // folder for small files that explored pages are given; empty: they get none
	ArtifactDir string         // folder for pictures of failed steps; empty: none are made

	// Stop, when closed, ends the crawl after the pages that are open now.
	// Nil: only the context ends it.
	Stop <-chan struct{}

	// Progress is called about once a second. Nil: not called.
	Progress func(Progress)
	Log      *slog.Logger
}

// Person has somebody drive a tab until they give it back, and tells them why.
type Person func(ctx context.Context, tab *browser.Tab, reason string) error

// Ask has a person answer a question.
type Ask func(ctx context.Context, question string) (string, error)

// Crawler is one crawl in one process.
type Crawler struct {
	Config
	scope  scope
	tally  tally
	run    int64           // row of this run in the store
	whole  context.Context // of Run
	open   context.Context // ends before it when the crawl is to stop
	limits context.CancelCauseFunc

	accounts   *roster
	shapes     *shapes
	traps      *traps
	hopes      *hopes
	learning   sync.WaitGroup
	calm       calm
	explored   explore.Memory
	errorPages atomic.Int32 // whose links were taken in

	places  chan struct{} // one for each visit that renders
	permits chan struct{} // one for each visit when the flow limits the pages, else nil
}

// Reasons for which a crawl ends before the frontier is empty.
var (
	ErrStopped   = errors.New("stopped; the same command goes on from here")
	ErrPageLimit = errors.New("the page limit was reached; the same command goes on from here")
	ErrTimeLimit = errors.New("the time limit was reached; the same command goes on from here")
)

// New returns a Crawler for c.
func New(c Config) (*Crawler, error) {
	scope, err := newScope(c.Flow)
	if err != nil {
		return nil, err
	}
	accounts := newRoster(c.Accounts)
	if c.Tabs == 0 {
		c.Tabs = accounts.tabs((*browser.Pool).MaxTabs)
	}
	crawler := &Crawler{Config: c, scope: scope, accounts: accounts, shapes: newShapes(c.Flow, c.Learner), traps: newTraps(), hopes: newHopes()}
	crawler.places = make(chan struct{}, c.Tabs)
	if limit := c.Flow.Limits.Pages; limit > 0 {
		crawler.permits = make(chan struct{}, limit)
	}
	return crawler, nil
}

// Run crawls until the frontier is empty and returns what came of it. The error
// is one of the reasons above, or what made going on pointless: the login
// failed, the browser cannot be started, the store refuses to be written. The
// store can be resumed in every case.
func (c *Crawler) Run(ctx context.Context) (Summary, error) {
	started := time.Now()
	if err := c.begin(ctx); err != nil {
		return Summary{}, err
	}
	open, cancel := c.leasing(ctx)
	defer cancel(nil)
	c.whole, c.open, c.limits = ctx, open, cancel
	defer c.hangUp()
	if err := c.work(ctx, open); err != nil {
		cancel(err)
	} else {
		c.keepRenewed(ctx)
	}
	err := endCause(ctx, open)
	return c.end(context.WithoutCancel(ctx), started, err)
}

// hangUp ends what worked beside the visits.
func (c *Crawler) hangUp() {
	c.learning.Wait()
	for _, a := range c.accounts.all {
		if a.plain.client != nil {
			a.plain.client.Close()
		}
	}
}

// begin defines the item tables, notes the run and queues the start URLs.
func (c *Crawler) begin(ctx context.Context) error {
	start, err := c.startRequests()
	if err != nil {
		return err
	}
	if err := c.shapes.load(ctx, c.Store); err != nil {
		return err
	}
	return c.Store.Update(ctx, func(tx *store.Tx) error {
		if err := tx.DefineItems(ctx, c.Flow.ItemTypes()); err != nil {
			return err
		}
		if c.run, err = tx.StartRun(ctx, c.Flow.Name, c.Flow.Hash); err != nil {
			return err
		}
		if err := c.repeatLeft(ctx, tx); err != nil {
			return err
		}
		_, err := c.Frontier.Add(ctx, tx, start)
		return err
	})
}

// startRequests returns the flow's start URLs as requests.
func (c *Crawler) startRequests() ([]dyncrawl.Request, error) {
	var requests []dyncrawl.Request
	for request, err := range c.Flow.StartRequests() {
		if err != nil {
			return nil, err
		}
		requests = append(requests, request)
	}
	if c.Flow.Explore != nil && c.Flow.Explore.Mode != "off" {
		requests = append(requests, wellKnown(requests)...)
	}
	return requests, nil
}

// leasing returns the context under which URLs are taken from the frontier. It
// ends before ctx when the crawl is to stop: then open pages are finished.
func (c *Crawler) leasing(ctx context.Context) (context.Context, context.CancelCauseFunc) {
	open, cancel := context.WithCancelCause(ctx)
	if limit := c.Flow.Limits.Time; limit > 0 {
		timer := time.AfterFunc(limit, func() { cancel(ErrTimeLimit) })
		context.AfterFunc(open, func() { timer.Stop() })
	}
	if c.Stop != nil {
		go func() {
			select {
			case <-c.Stop:
				cancel(ErrStopped)
			case <-open.Done():
			}
		}()
	}
	return open, cancel
}

// visitsPerTab is how many pages may be under way for each tab when some of them
// need none: those wait for the site more than for us. Politeness bounds how many
// are asked of one host.
const visitsPerTab = 16

// crowd is the number of pages that may be under way at the same time.
func (c *Crawler) crowd() int {
	if c.Flow.BrowserOnly() {
		return c.Tabs
	}
	return visitsPerTab * c.Tabs
}

// work visits pages until none is left, and returns the first error that makes
// going on pointless. The last pages are in doubt until the login is confirmed.
func (c *Crawler) work(ctx, open context.Context) error {
	if err := c.logIn(ctx); err != nil {
		return err
	}
	done := make(chan struct{})
	defer close(done)
	go c.report(done)
	for {
		if err := c.workers(ctx, open); err != nil {
			return err
		}
		if repeated, err := c.recheck(ctx); err != nil || !repeated || open.Err() != nil {
			return err
		}
	}
}

// workers runs the workers until all have ended.
func (c *Crawler) workers(ctx, open context.Context) error {
	var (
		wg    sync.WaitGroup
		once  sync.Once
		fatal error
	)
	for range c.crowd() {
		wg.Go(func() {
			if err := c.worker(ctx, open); err != nil {
				once.Do(func() { fatal = err })
				c.limits(err)
			}
		})
	}
	wg.Wait()
	return fatal
}

// worker visits URLs until the frontier is empty or open has ended.
func (c *Crawler) worker(ctx, open context.Context) error {
	for c.mayVisit(open) {
		lease, err := c.Frontier.Next(open)
		switch {
		case errors.Is(err, frontier.ErrDrained), open.Err() != nil && err != nil:
			return nil
		case err != nil:
			return fmt.Errorf("take a URL from the frontier: %w", err)
		}
		stored, err := c.attempt(ctx, lease)
		if err != nil {
			return err
		}
		c.visited(stored)
	}
	return nil
}

// mayVisit waits until another page may be visited; it reports false when the
// crawl is to stop. With a limit there are as many permits as pages: a visit
// takes one, and gives it back when it stored no page.
func (c *Crawler) mayVisit(open context.Context) bool {
	if c.permits != nil {
		select {
		case c.permits <- struct{}{}:
		case <-open.Done():
		}
	}
	return open.Err() == nil
}

// visited gives the permit of a visit back that stored no page, and stops the
// crawl when the last page that is allowed was stored.
func (c *Crawler) visited(stored bool) {
	switch {
	case c.permits == nil:
	case !stored:
		<-c.permits
	case c.tally.pages() >= c.Flow.Limits.Pages:
		c.limits(ErrPageLimit)
	}
}

// endCause returns why the crawl ended early; nil when it came to its end.
func endCause(ctx, open context.Context) error {
	if ctx.Err() != nil {
		return ErrStopped
	}
	return context.Cause(open)
}

// end notes the end of the run and sums up.
func (c *Crawler) end(ctx context.Context, started time.Time, cause error) (Summary, error) {
	outcome := "finished"
	if cause != nil {
		outcome = cause.Error()
	}
	err := c.Store.Update(ctx, func(tx *store.Tx) error {
		for _, a := range c.accounts.all {
			if err := a.clearDoubts(ctx, tx); err != nil {
				return err
			}
		}
		return tx.EndRun(ctx, c.run, outcome)
	})
	summary, sumErr := c.summary(ctx, started)
	return summary, errors.Join(cause, err, sumErr)
}
