package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dyncrawl/browser"
	"dyncrawl/crawl"
	"dyncrawl/liveview"
)

// choosePerson returns what has somebody take over a tab; nil when nobody is at the
// terminal.
func (j *job) choosePerson(cmd *cobra.Command) crawl.Person {
	in, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return nil
	}
	return j.handOver(cmd.ErrOrStderr())
}

// handOver shows a tab in a live view until the person is done. The link to it is
// written to w, and opened in a window where there is a display.
func (j *job) handOver(w io.Writer) crawl.Person {
	return func(ctx context.Context, tab *browser.Tab, reason string) error {
		view, err := liveview.Serve(liveview.Config{Title: reason, Done: "Go on crawling"})
		if err != nil {
			return err
		}
		defer view.Close()
		j.display.clear()
		link := view.URL()
		if hasDisplay() {
			if end, err := j.openWindow(ctx, link); err == nil {
				defer end()
				link = "the window that has opened"
			}
		}
		fmt.Fprintf(w, "a person is needed: %s\n  take over at %s\n", reason, link)
		return view.Drive(ctx, tab)
	}
}

// openWindow shows a page in a window of its own.
func (j *job) openWindow(ctx context.Context, url string) (end func() error, err error) {
	flags := j.flags.browser
	flags.window, flags.cdpURL = true, ""
	tab, end, err := flags.oneTab(ctx, false, browser.RealTime)
	if err != nil {
		return nil, err
	}
	tab.AllowResources("image")
	return end, tab.Goto(ctx, url)
}
