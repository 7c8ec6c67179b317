package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dyncrawl/browser"
	"dyncrawl/captcha"
	"dyncrawl/crawl"
	"dyncrawl/liveview"
)

// summon tells somebody why a person is needed, and the link to where.
type summon func(reason, link string)

// choosePerson has somebody take over tabs and answer questions: who sits at the
// terminal; without one, whoever opens the link in the log, if the flow says that
// there is somebody.
func (j *job) choosePerson(cmd *cobra.Command, asker *captcha.Ask) {
	switch {
	case atTerminal(cmd):
		j.ask = asker.Question
		j.person = j.flags.browser.handOver(func(reason, link string) {
			j.display.clear()
			fmt.Fprintf(cmd.ErrOrStderr(), "a person is needed: %s\n  take over at %s\n", reason, link)
		})
	case j.flow.NeedsPerson():
		inLog := func(reason, link string) { j.log.Warn("waiting for a person", "reason", reason, "link", link) }
		j.ask, j.person = askLive(inLog), j.flags.browser.handOver(inLog)
	}
}

// atTerminal reports whether a person can type at the command.
func atTerminal(cmd *cobra.Command) bool {
	in, ok := cmd.InOrStdin().(*os.File)
	return ok && term.IsTerminal(int(in.Fd()))
}

// askLive puts questions to a person in a live view.
func askLive(call summon) crawl.Ask {
	return func(ctx context.Context, question string) (string, error) {
		view, err := liveview.Serve(liveview.Config{Title: "The crawl asks:"})
		if err != nil {
			return "", err
		}
		defer view.Close()
		call(question, view.URL())
		answer, err := view.Question(ctx, question)
		return strings.TrimSpace(answer), err
	}
}

// handOver shows a tab in a live view until the person is done, in a window where
// there is a display.
func (f browserFlags) handOver(call summon) crawl.Person {
	return func(ctx context.Context, tab *browser.Tab, reason string) error {
		view, err := liveview.Serve(liveview.Config{Title: reason, Done: "Go on crawling"})
		if err != nil {
			return err
		}
		defer view.Close()
		link := view.URL()
		if hasDisplay() {
			if end, err := f.openWindow(ctx, link); err == nil {
				defer end()
				link = "the window that has opened"
			}
		}
		call(reason, link)
		return view.Drive(ctx, tab)
	}
}

// openWindow shows a page in a window of its own.
func (f browserFlags) openWindow(ctx context.Context, url string) (end func() error, err error) {
	f.window, f.cdpURL = true, ""
	tab, end, err := f.oneTab(ctx, false, browser.RealTime)
	if err != nil {
		return nil, err
	}
	tab.AllowResources("image")
	if err := tab.Goto(ctx, url); err != nil {
		return nil, errors.Join(err, end())
	}
	return end, nil
}
