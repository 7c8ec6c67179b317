package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl"
	"dyncrawl/browser"
)

// fetchFlags say what to show of one page.
type fetchFlags struct {
	browser    browserFlags
	html       bool
	text       bool
	screenshot string
	full       bool
	timeout    time.Duration
}

func newFetchCommand() *cobra.Command {
	f := &fetchFlags{}
	cmd := &cobra.Command{
		Use:   "fetch URL",
		Short: "Render one page and show it",
		Long: `Renders one page and shows it: by default its title, status, timing and the
AJAX answers that it asked for. It is for a look at a page of your choice:
robots.txt is not asked and nothing is kept.`,
		Example: `  dyncrawl fetch https://example.org --text
  dyncrawl fetch https://example.org --screenshot page.png --full`,
		Args: exactly(1, "a URL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), cmd.OutOrStdout(), args[0])
		},
	}
	f.browser.add(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.html, "html", false, "print the rendered DOM as HTML")
	flags.BoolVar(&f.text, "text", false, "print the text that the page shows")
	flags.StringVar(&f.screenshot, "screenshot", "", "save a PNG picture to this `file`")
	flags.BoolVar(&f.full, "full", false, "take the whole page, not only what the window shows")
	flags.DurationVar(&f.timeout, "timeout", 30*time.Second, "budget of the page")
	return cmd
}

func (f *fetchFlags) run(ctx context.Context, w io.Writer, url string) (err error) {
	lean := f.screenshot == "" && f.browser.cdpURL == ""
	tab, end, err := f.browser.oneTab(ctx, lean, browser.SkipQuiet)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	return f.show(ctx, w, tab, url)
}

// show renders the page and writes what was asked for.
func (f *fetchFlags) show(ctx context.Context, w io.Writer, tab *browser.Tab, url string) error {
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	if f.screenshot != "" {
		tab.AllowResources("image", "font", "media")
	}
	if err := tab.Goto(ctx, url); err != nil {
		return err
	}
	if err := tab.Settle(ctx, browser.SettleConfig{Budget: f.timeout}); err != nil {
		return err
	}
	if f.screenshot != "" {
		if err := f.picture(ctx, tab); err != nil {
			return err
		}
	}
	page, err := tab.Snapshot(ctx)
	if err != nil {
		return err
	}
	switch {
	case f.html:
		_, err = fmt.Fprintln(w, page.HTML)
	case f.text:
		var text string
		if err = tab.EvalIsolated(ctx, "document.body ? document.body.innerText : ''", &text); err == nil {
			_, err = fmt.Fprintln(w, text)
		}
	default:
		printPage(w, page)
	}
	return err
}

func (f *fetchFlags) picture(ctx context.Context, tab *browser.Tab) error {
	png, err := tab.Screenshot(ctx, browser.ScreenshotConfig{Full: f.full})
	if err != nil {
		return err
	}
	if err := os.WriteFile(f.screenshot, png, 0o644); err != nil {
		return fmt.Errorf("save screenshot: %w", err)
	}
	return nil
}

// printPage tells what a page is like.
func printPage(w io.Writer, p *dyncrawl.Page) {
	fmt.Fprintf(w, "%s\n  title    %s\n  status   %d %s\n  html     %d bytes\n  timing   answer %s, load %s, settled %s\n",
		p.FinalURL, p.Title, p.Status, p.ContentType, len(p.HTML),
		p.Timing.Response.Round(time.Millisecond), p.Timing.Load.Round(time.Millisecond), p.Timing.Settled.Round(time.Millisecond))
	if p.Partial != "" {
		fmt.Fprintf(w, "  partial  %s\n", p.Partial)
	}
	for _, x := range p.Exchanges {
		fmt.Fprintf(w, "  %-8s %s %s → %d %s, %d bytes\n", x.Kind, x.Method, x.URL, x.Status, x.ContentType, len(x.Body))
	}
}
