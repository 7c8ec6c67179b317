package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl/captcha"
	"dyncrawl/captcha/site"
	"dyncrawl/crawl"
	"dyncrawl/fetch"
	"dyncrawl/flows"
	"dyncrawl/frontier"
	"dyncrawl/store"
)

// job is one run of a flow: it opens what the crawl needs and closes it again.
type job struct {
	flags   *runFlags
	flow    *flows.Flow
	secrets flows.Secrets
	mask    *flows.Mask // of secrets
	ask     crawl.Ask   // nil: there is nobody to ask
	stop    <-chan struct{}

	log      *slog.Logger
	display  *display
	store    *store.Store
	cache    *fetch.Cache // nil when every page is rendered
	frontier *frontier.Frontier
	accounts []crawl.Account
	readers  *readers // nil when a person reads captchas
	solver   *site.Reader
	person   crawl.Person // nil when nobody is there
	upload   string       // folder of small files for forms; empty when nothing is explored
}

// run crawls and prints the summary.
func (j *job) run(cmd *cobra.Command) (err error) {
	logger, terminal, err := j.flags.log.logger(cmd)
	if err != nil {
		return err
	}
	logger = slog.New(j.mask.Handler(logger.Handler()))
	j.log, j.display = logger, newDisplay(cmd.ErrOrStderr(), terminal, logger)
	defer func() { err = errors.Join(err, j.close()) }()
	ctx := cmd.Context()
	if err := j.open(cmd); err != nil {
		return err
	}
	crawler, err := crawl.New(j.config())
	if err != nil {
		return err
	}
	summary, err := crawler.Run(ctx)
	j.display.clear()
	if err == nil || summary.Frontier.Done > 0 {
		printSummary(cmd.OutOrStdout(), j.flow, summary)
	}
	return errors.Join(err, verdict(summary))
}

// open opens store, frontier and browser, in the order in which they fail cheapest.
func (j *job) open(cmd *cobra.Command) (err error) {
	ctx := cmd.Context()
	if j.store, err = store.Open(ctx, store.Config{Path: j.flow.StorePath()}); err != nil {
		return err
	}
	if j.flags.fresh {
		if err := j.startAnew(ctx); err != nil {
			return err
		}
	}
	if j.frontier, err = frontier.Open(ctx, j.store, j.frontierConfig()); err != nil {
		return err
	}
	if j.flags.retry {
		if _, err := j.frontier.Retry(ctx); err != nil {
			return err
		}
	}
	if !j.flow.BrowserOnly() {
		if j.cache, err = fetch.OpenCache(fetch.CacheConfig{Dir: cacheDir(j.flow), Private: j.mask.Holds}); err != nil {
			return err
		}
	}
	if j.flow.Explore != nil {
		if j.upload, err = uploadFolder(); err != nil {
			return err
		}
	}
	asker := captcha.NewAsk(cmd.InOrStdin(), cmd.ErrOrStderr())
	j.choosePerson(cmd, asker)
	j.flags.browser.popups = j.flow.OpensPopups()
	opener, err := j.flags.browser.opener(j.userAgent(), j.lean())
	if err != nil {
		return err
	}
	if err := j.chooseSolver(cmd, asker); err != nil {
		return err
	}
	return j.openAccounts(opener)
}

// startAnew empties the store but for what it learned about captchas, and forgets
// the login.
func (j *job) startAnew(ctx context.Context) error {
	if err := forget(j.flow); err != nil {
		return err
	}
	return j.store.Renew(ctx)
}

// config assembles the crawl's parts.
func (j *job) config() crawl.Config {
	return crawl.Config{
		Flow: j.flow, Store: j.store, Frontier: j.frontier, Accounts: j.accounts, Tabs: j.tabs(),
		Mask: j.mask, Ask: j.ask, Solver: j.solver, Person: j.person, Learner: learner{j.flow}, Upload: j.upload,
		ArtifactDir: filepath.Join(stateDir, "failures"),
		Stop:        j.stop, Progress: j.display.progress, Log: j.log,
	}
}

// pageLease is how long a page may be open before it counts as lost: its budget
// with room for logging in again.
const pageLease = 10 * time.Minute

// frontierConfig translates the flow's politeness.
func (j *job) frontierConfig() frontier.Config {
	p := j.flow.Politeness
	c := frontier.Config{
		LeaseFor:     pageLease + 2*j.flow.Limits.Page,
		PerHost:      p.PerHost,
		MaxAttempts:  j.flow.Limits.Attempts,
		UserAgent:    j.userAgent(),
		RobotsBudget: j.flow.Limits.Page,
		IgnoreRobots: p.Robots == "ignore",
		Log:          j.log,
	}
	if p.Delay != nil {
		if c.Delay = *p.Delay; c.Delay == 0 {
			c.Delay = -1 // none; zero would mean the default
		}
	}
	return c
}

// userAgent is what names us: the flow's words or our own.
func (j *job) userAgent() string {
	if own := j.flow.Browser.UserAgent; own != "" {
		return own
	}
	return userAgent()
}

// tabs returns the number of tabs.
func (j *job) tabs() int { return j.flags.browser.tabCount(j.flow.Browser.Tabs) }

// lean reports whether the browser can do without pictures. A browser that
// somebody else started has them, and on pages that are explored they may be
// acted on. A person who takes over a login wants to see them.
func (j *job) lean() bool {
	return (j.person == nil || j.flow.Session == nil) && !j.flow.LoadsMedia() && j.flow.Explore == nil && j.flags.browser.cdpURL == ""
}

// close closes what open opened.
func (j *job) close() error {
	var errs []error
	for _, a := range j.accounts {
		errs = append(errs, a.Pool.Close())
	}
	if j.upload != "" {
		errs = append(errs, os.RemoveAll(j.upload))
	}
	if j.solver != nil {
		errs = append(errs, j.solver.Close())
	}
	if j.readers != nil {
		errs = append(errs, j.readers.Close())
	}
	if j.store != nil {
		errs = append(errs, j.store.Close())
	}
	return errors.Join(errs...)
}

// verdict turns failures in a finished crawl into an error.
func verdict(s crawl.Summary) error {
	switch {
	case s.Frontier.Failed == 0:
		return nil
	case s.Frontier.Done == 0:
		return errNothing
	}
	return errFailures
}

// uploadFolder makes a folder for small files that forms of explored pages may be
// given. The browser may run as another user, who has to be able to read them.
func uploadFolder() (path string, err error) {
	path, err = os.MkdirTemp("", "dyncrawl-upload-")
	if err == nil {
		err = os.Chmod(path, 0o755)
	}
	if err != nil {
		return "", fmt.Errorf("make a folder for the files of forms: %w", err)
	}
	return path, nil
}
