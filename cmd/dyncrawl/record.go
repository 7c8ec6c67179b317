package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl/browser"
	"dyncrawl/liveview"
	"dyncrawl/record"
	"dyncrawl/sessions"
)

// recordFlags say what to keep of a recording.
type recordFlags struct {
	browser browserFlags
	session string
	flow    string
}

func newRecordCommand() *cobra.Command {
	f := &recordFlags{}
	cmd := &cobra.Command{
		Use:   "record URL --session NAME",
		Short: "Log in by hand; keep the session, and the steps as a flow",
		Long: `Opens the URL for a person: in a window where there is a display, else in a
page of their own browser, whose link is printed. What they do there is recorded
until they say that they are done. The session is kept for flows whose session
has that name; --flow writes the steps as a flow that logs in by itself. Passwords
and one-time codes are never written: the flow names secrets in their place.`,
		Example: `  dyncrawl record https://shop.example/login --session shop --flow shop.yaml
  SHOP_PASSWORD=… dyncrawl run shop.yaml`,
		Args: exactly(1, "a URL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), cmd, args[0])
		},
	}
	f.browser.add(cmd)
	cmd.Flags().StringVar(&f.session, "session", "", "`name` under which the session is kept")
	cmd.Flags().StringVar(&f.flow, "flow", "", "`file` to write the steps to, as a flow; it must not exist")
	return cmd
}

// check refuses what would fail only after the person has done their part.
func (f *recordFlags) check() error {
	if f.session == "" {
		return usageError{errors.New("record needs --session: the name under which the session is kept")}
	}
	if err := sessions.CheckName(f.session); err != nil {
		return usageError{fmt.Errorf("--session: %w", err)}
	}
	if f.flow == "" {
		return nil
	}
	if _, err := os.Stat(f.flow); !errors.Is(err, os.ErrNotExist) {
		return usageError{fmt.Errorf("--flow %s: the file is there already", f.flow)}
	}
	if _, err := os.Stat(filepath.Dir(f.flow)); err != nil {
		return usageError{fmt.Errorf("--flow: %w", err)}
	}
	return nil
}

func (f *recordFlags) run(ctx context.Context, cmd *cobra.Command, url string) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	f.browser.popups, f.browser.window = true, hasDisplay() && f.browser.cdpURL == ""
	tab, end, err := f.browser.oneTab(ctx, false, browser.RealTime)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	ask := newPrompter(cmd)
	recorder, err := f.watch(ctx, ask, tab, url)
	if err != nil {
		return err
	}
	got, err := recorder.Finish(ctx)
	if got.State != nil {
		err = errors.Join(f.keepSession(ctx, cmd.OutOrStdout(), got.State), err)
	}
	if err != nil || f.flow == "" {
		return err
	}
	return f.keepFlow(cmd.OutOrStdout(), got)
}

// watch records until the person is done.
func (f *recordFlags) watch(ctx context.Context, ask *prompter, tab *browser.Tab, url string) (*record.Recorder, error) {
	c := record.Config{Name: f.session, URL: url, Log: slog.New(slog.DiscardHandler), Secret: ask.secret(f.session), Seed: ask.seed(f.session)}
	if f.browser.window {
		return f.inWindow(ctx, ask, tab, c)
	}
	view, err := liveview.Serve(liveview.Config{Title: "Log in; what you do is recorded."})
	if err != nil {
		return nil, err
	}
	defer view.Close()
	if err := view.Show(ctx, tab); err != nil {
		return nil, err
	}
	c.Opened = func(popup *browser.Tab) { _ = view.Show(ctx, popup) } // it may have closed itself
	r, err := record.Start(ctx, tab, c)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(ask.out, "log in at %s\nand press Done there (Ctrl-C gives up)\n", view.URL())
	if err := view.Wait(ctx); err != nil {
		r.Stop()
		return nil, err
	}
	return r, nil
}

// inWindow is watch for a browser whose window the person sees.
func (f *recordFlags) inWindow(ctx context.Context, ask *prompter, tab *browser.Tab, c record.Config) (*record.Recorder, error) {
	left := func(context.Context, browser.Dialog) browser.Reply { return browser.Reply{Left: true} }
	tab.AnswerDialogs(left)
	r, err := record.Start(ctx, tab, c)
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(ask.out, "log in in the window that has opened, and press Enter here (Ctrl-C gives up)")
	if err := ask.enter(ctx, tab.Session().Done()); err != nil {
		r.Stop()
		return nil, err
	}
	tab.AnswerDialogs(nil)
	return r, nil
}

// hasDisplay reports whether windows can be opened.
func hasDisplay() bool { return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "" }

func (f *recordFlags) keepSession(ctx context.Context, w io.Writer, state *browser.State) error {
	kept := sessionFolder().Session(f.session)
	unlock, err := kept.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	now := time.Now()
	if err := kept.Write(&sessions.Saved{Made: now, Checked: now, State: *state}); err != nil {
		return err
	}
	fmt.Fprintf(w, "session %s kept: %d cookies, the storage of %d origins\n", f.session, len(state.Cookies), len(state.Origins))
	return nil
}

// keepFlow writes the flow, and the files that it uploads beside it.
func (f *recordFlags) keepFlow(w io.Writer, got record.Recording) error {
	text, err := got.Flow.YAML()
	if err != nil {
		return err
	}
	for _, file := range got.Files {
		if err := writeNew(filepath.Join(filepath.Dir(f.flow), file.Name), file.Data); err != nil {
			return fmt.Errorf("keep an uploaded file: %w", err)
		}
	}
	if err := writeNew(f.flow, text); err != nil {
		return fmt.Errorf("write flow: %w", err)
	}
	fmt.Fprintf(w, "flow written to %s\n", f.flow)
	for _, host := range got.Unseen {
		fmt.Fprintf(w, "not recorded: what was typed inside of %s, whose shadow root is closed; log_in: auto finds login forms there\n", host)
	}
	if names := got.Flow.SecretNames(); len(names) > 0 {
		fmt.Fprintf(w, "it needs the secrets %s: set them as environment variables, or name a file with --secrets\n", strings.Join(names, ", "))
	}
	return nil
}

// writeNew writes a file that is not there yet.
func writeNew(path string, data []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}
