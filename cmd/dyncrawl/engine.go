package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strconv"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
	"dyncrawl/browser/rod"
)

// browserFlags choose the browser and how it is driven.
type browserFlags struct {
	driver    string
	cdpURL    string
	chromium  string
	noSandbox bool
	popups    bool // pages may open windows; set by the command
	window    bool // a window on the display, for a person; set by the command
	tabs      tabsFlag
}

func (f *browserFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.driver, "driver", "chromedp", "library that drives Chromium: `chromedp or rod`")
	flags.StringVar(&f.cdpURL, "cdp-url", "", "use the browser at this WebSocket `URL` instead of starting one")
	flags.StringVar(&f.chromium, "chromium", "", "`path` of the Chromium to start; default: the first one found")
	flags.BoolVar(&f.noSandbox, "insecure-no-sandbox", false, "run pages without Chromium's sandbox: a hole in the browser is then a hole in this machine")
}

// opener returns the function that opens the chosen browser: one that names us so,
// and a lean one where no pictures will be needed.
func (f *browserFlags) opener(userAgent string, lean bool) (func(context.Context) (browser.Driver, error), error) {
	launch, connect, err := f.drivers()
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (browser.Driver, error) {
		if f.cdpURL != "" {
			return connect(ctx, f.cdpURL)
		}
		if _, err := chrome.Sweep(""); err != nil {
			return nil, fmt.Errorf("remove the profiles of killed browsers: %w", err)
		}
		return launch(ctx, chrome.Config{
			Path: f.chromium, InsecureNoSandbox: f.noSandbox, UserAgent: userAgent, Lean: lean, KeepFrames: !f.popups && !f.window,
			Popups: f.popups, Window: f.window})
	}, nil
}

// drivers returns the functions of the chosen library that start a browser, and that
// connect to one.
func (f *browserFlags) drivers() (launch func(context.Context, chrome.Config) (browser.Driver, error), connect func(context.Context, string) (browser.Driver, error), err error) {
	switch f.driver {
	case "chromedp":
		return chromedp.Launch, chromedp.Connect, nil
	case "rod":
		return rod.Launch, rod.Connect, nil
	}
	return nil, nil, usageError{fmt.Errorf("--driver %s: write chromedp or rod", f.driver)}
}

// oneTab opens a browser with a single tab; close ends both.
func (f *browserFlags) oneTab(ctx context.Context, lean bool, clock browser.Clock) (tab *browser.Tab, close func() error, err error) {
	opener, err := f.opener(userAgent(), lean)
	if err != nil {
		return nil, nil, err
	}
	pool := browser.NewPool(opener, browser.PoolConfig{Config: browser.Config{UserAgent: userAgent(), Lean: lean}, Tabs: 1})
	if tab, err = pool.Acquire(ctx, clock); err != nil {
		return nil, nil, errors.Join(err, pool.Close())
	}
	return tab, func() error { pool.Release(tab); return pool.Close() }, nil
}

// tabCount returns the number of tabs: the flag's or the flow's; 0 means auto.
func (f *browserFlags) tabCount(flow int) int {
	if f.tabs.set {
		return f.tabs.n
	}
	return flow
}

// tabsFlag is a number of tabs, or auto.
type tabsFlag struct {
	n   int // 0: auto
	set bool
}

// String implements pflag.Value.
func (t *tabsFlag) String() string {
	switch {
	case !t.set:
		return ""
	case t.n == 0:
		return "auto"
	}
	return strconv.Itoa(t.n)
}

// Set implements pflag.Value.
func (t *tabsFlag) Set(text string) error {
	n, err := strconv.Atoi(text)
	if text != "auto" && (err != nil || n < 0) {
		return errors.New("write auto or a number")
	}
	t.n, t.set = n, true
	return nil
}

// Type implements pflag.Value.
func (t *tabsFlag) Type() string { return "number" }

// userAgent is appended to Chromium's own and sent for robots.txt.
func userAgent() string { return "dyncrawl/" + version }

// logFlags choose what is logged and how.
type logFlags struct {
	format  string
	verbose bool
}

func (f *logFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.format, "log", "text", "how to log on standard error, a line an event: `text or json`")
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "log every page")
}

// logger returns the logger and whether progress may be drawn on a terminal.
func (f *logFlags) logger(cmd *cobra.Command) (*slog.Logger, bool, error) {
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	if f.verbose {
		options.Level = slog.LevelDebug
	}
	out := cmd.ErrOrStderr()
	file, isFile := out.(*os.File)
	terminal := isFile && term.IsTerminal(int(file.Fd()))
	switch f.format {
	case "json":
		return slog.New(slog.NewJSONHandler(out, options)), false, nil
	case "text":
		if terminal {
			options.Level = max(options.Level.Level(), slog.LevelWarn)
		}
		return slog.New(slog.NewTextHandler(out, options)), terminal && !f.verbose, nil
	}
	return nil, false, usageError{fmt.Errorf("--log %s: write text or json", f.format)}
}
