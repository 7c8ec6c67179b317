package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl/browser"
	"dyncrawl/captcha"
	"dyncrawl/flows"
	"dyncrawl/liveview"
)

// tryFlags say how a flow is tried.
type tryFlags struct {
	browser browserFlags
	vars    []string
	secrets string
	step    bool
}

func newFlowTryCommand() *cobra.Command {
	f := &tryFlags{}
	cmd := &cobra.Command{
		Use:   "try FILE",
		Short: "Run the steps of a flow and show what their selectors find",
		Long: `Runs the login of a flow and the steps of its first page in a tab, and prints
for each step which selector of the chain was taken, how many elements each of them
found, how long it took and where the page was then. It stops at the first step
that fails. Nothing is kept. Where a person is needed, you are asked.

With --step it stops after each step: go on, repeat it, leave the next one out, or
edit it, in $EDITOR or by typing another selector. What was edited is written into
the flow file, whose other lines stay as they are. The tab is seen in a window
where there is a display, else in a page of your browser whose link is printed.`,
		Example: `  dyncrawl flow try shop.yaml
  dyncrawl flow try shop.yaml --step`,
		Args: exactly(1, "a flow file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), cmd, args[0])
		},
	}
	f.browser.add(cmd)
	addVarFlag(cmd, &f.vars)
	cmd.Flags().StringVar(&f.secrets, "secrets", "", "`file` with NAME=value lines, mode 0600, for ${secret:NAME}")
	cmd.Flags().BoolVar(&f.step, "step", false, "stop after each step and ask what to do")
	return cmd
}

// load reads the flow and its secrets, and serves the practice sites if it needs them.
func (f *tryFlags) load(file string) (*flows.Flow, flows.Secrets, *practice, error) {
	overrides, err := parseVars(f.vars)
	if err != nil {
		return nil, nil, nil, err
	}
	flow, err := loadFlow(file, overrides)
	if err != nil {
		return nil, nil, nil, err
	}
	practice, err := servePractice(flow)
	if err != nil {
		return nil, nil, nil, err
	}
	secrets, err := resolveSecrets(flow, practice, f.secrets)
	return flow, secrets, practice, err
}

func (f *tryFlags) run(ctx context.Context, cmd *cobra.Command, file string) (err error) {
	flow, secrets, practice, err := f.load(file)
	if practice != nil {
		defer practice.Close()
	}
	if err != nil {
		return err
	}
	f.browser.popups = flow.OpensPopups()
	f.browser.window = f.step && hasDisplay() && f.browser.cdpURL == ""
	tab, end, err := f.browser.oneTab(ctx, false, browser.RealTime)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	if f.step && !f.browser.window {
		hide, err := showLive(ctx, cmd.ErrOrStderr(), tab)
		if err != nil {
			return err
		}
		defer hide()
	}
	reader := captcha.NewTesseract(captcha.TesseractConfig{})
	defer func() { err = errors.Join(err, reader.Close()) }()
	t := &tryout{w: cmd.OutOrStdout(), runner: &flows.Runner{
		Tab: tab, Flow: flow, Secrets: secrets, Solver: reader, Settle: browser.SettleConfig{Quiet: flow.Browser.Quiet},
		Artifacts: filepath.Join(stateDir, "failures"), Log: slog.New(slog.DiscardHandler),
		OnExtract: func(context.Context, []string) error { return nil }, // nothing is kept
	}}
	t.runner.OnStep = t.step
	if f.step {
		t.in = bufio.NewReader(cmd.InOrStdin())
	}
	t.choosePerson(cmd.ErrOrStderr(), f.browser)
	return t.run(ctx)
}

// choosePerson has whoever tries the flow answer its questions and take over its tab:
// step by step at the terminal, as they see the tab then, else in a page of their own
// browser.
func (t *tryout) choosePerson(w io.Writer, engine browserFlags) {
	if t.in != nil {
		t.runner.Ask = func(ctx context.Context, question string) (string, error) { return t.line(ctx, question+" ") }
		t.runner.Person = func(ctx context.Context, _ *browser.Tab, reason string) error {
			_, err := t.line(ctx, "a person is needed: "+reason+"\n  do it in the tab and press Enter here: ")
			return err
		}
		return
	}
	call := func(reason, link string) { fmt.Fprintf(w, "a person is needed: %s\n  take over at %s\n", reason, link) }
	t.runner.Ask, t.runner.Person = askLive(call), engine.handOver(call)
}

// showLive shows the tab in a page of the person's own browser, until hide.
func showLive(ctx context.Context, w io.Writer, tab *browser.Tab) (hide func() error, err error) {
	view, err := liveview.Serve(liveview.Config{Title: "The flow, step by step. The terminal asks how to go on."})
	if err != nil {
		return nil, err
	}
	if err := view.Show(ctx, tab); err != nil {
		return nil, errors.Join(err, view.Close())
	}
	tab.AnswerDialogs(nil) // the flow's steps do
	fmt.Fprintf(w, "see the tab at %s\n", view.URL())
	return view.Close, nil
}

// tryout runs a flow and shows what comes of each step.
type tryout struct {
	w      io.Writer
	in     *bufio.Reader // of the person who is asked after each step; nil: nobody is
	runner *flows.Runner
	depth  int // of the step that runs
	skip   bool
	count  struct{ done, failed int }

	failure error // the last
}

// errQuit ends a tryout on the person's wish.
var errQuit = errors.New("the person quit")

// tryBudget is the time for one page where nobody is asked.
const tryBudget = 5 * time.Minute

// run logs in, opens the first page and runs its steps.
func (t *tryout) run(ctx context.Context) error {
	if t.in == nil {
		var cancel context.CancelFunc
		ctx, cancel = flows.WithBudget(ctx, cmp.Or(t.runner.Flow.Limits.Page, tryBudget))
		defer cancel()
	}
	fmt.Fprintln(t.w, "line result     time  step  page\n     hit count  selector")
	err := t.pages(ctx)
	fmt.Fprintf(t.w, "%d steps done, %d failed\n", t.count.done, t.count.failed)
	if errors.Is(err, errQuit) {
		err = nil
	}
	if err == nil && t.count.failed > 0 {
		err = errFailedSteps
	}
	return err
}

// errFailedSteps ends a tryout in which steps failed and were passed over.
var errFailedSteps = errors.New("some steps failed")

func (t *tryout) pages(ctx context.Context) error {
	flow := t.runner.Flow
	t.runner.Tab.AllowResources("image", "font", "media")
	if s := flow.Session; s != nil {
		if err := t.runner.Run(ctx, s.Login); err != nil {
			return err
		}
		if err := t.loggedIn(ctx, s); err != nil {
			return err
		}
	}
	for start, err := range flow.StartURLs() {
		if err != nil {
			return err
		}
		return t.page(ctx, start)
	}
	return nil
}

func (t *tryout) loggedIn(ctx context.Context, s *flows.Session) error {
	ok, err := t.runner.LoggedIn(ctx, s)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("the login steps ran, but %s does not show %s", s.Check.URL, s.Check.Present)
	}
	if s.Check.URL == "" {
		fmt.Fprintln(t.w, "logged in")
		return nil
	}
	fmt.Fprintf(t.w, "logged in: %s shows %s\n", s.Check.URL, s.Check.Present)
	return nil
}

// page opens a page and runs its steps.
func (t *tryout) page(ctx context.Context, url string) error {
	began := time.Now()
	if err := t.runner.Tab.Goto(ctx, url); err != nil {
		return err
	}
	if err := t.runner.Tab.Settle(ctx, t.runner.Settle); err != nil {
		return err
	}
	at := t.runner.At(ctx)
	fmt.Fprintf(t.w, "start %s  %s  %s\n", url, rounded(time.Since(began)), at)
	steps := t.runner.Flow.PageSteps(at)
	if len(steps) == 0 {
		fmt.Fprintln(t.w, "no page rule has steps for it")
	}
	return t.runner.Run(ctx, steps)
}

func rounded(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
