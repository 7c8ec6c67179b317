package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/flows"
	"dyncrawl/sessions"
)

// sessionCheckFlags say how a login is checked.
type sessionCheckFlags struct {
	browser browserFlags
	flow    string
	vars    []string
	timeout time.Duration
}

func newSessionCheckCommand() *cobra.Command {
	f := &sessionCheckFlags{}
	cmd := &cobra.Command{
		Use:   "check NAME",
		Short: "See whether a kept login holds",
		Long: `Opens the check page of a kept login in a browser that has nothing but this login,
and says whether it holds: exit code 0, or 5 when it does not. What to look at is
known from the flow that logged in; for a login that was imported name the flow. It
logs nobody in.`,
		Example: `  dyncrawl session check shop
  dyncrawl session check shop --flow shop.yaml`,
		Args: exactly(1, "a session"),
		RunE: func(cmd *cobra.Command, args []string) error {
			kept, _, err := keptSession(args[0])
			if err != nil {
				return err
			}
			return f.run(cmd.Context(), cmd.OutOrStdout(), kept)
		},
	}
	f.browser.add(cmd)
	addVarFlag(cmd, &f.vars)
	cmd.Flags().StringVar(&f.flow, "flow", "", "`file` of the flow whose check counts; default: the one that logged in")
	cmd.Flags().DurationVar(&f.timeout, "timeout", 30*time.Second, "budget of the page")
	return cmd
}

func (f *sessionCheckFlags) run(ctx context.Context, w io.Writer, kept *sessions.Session) (err error) {
	unlock, err := kept.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	saved, err := kept.Read()
	if err != nil {
		return err
	}
	check, err := f.check(saved)
	if err != nil {
		return err
	}
	tab, end, err := f.browser.oneTab(ctx, f.browser.cdpURL == "", browser.RealTime)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	if err := tab.Restore(ctx, &saved.State); err != nil {
		return err
	}
	runner := &flows.Runner{Tab: tab, Flow: &flows.Flow{}, Settle: browser.SettleConfig{Budget: f.timeout / 2}, Log: slog.New(slog.DiscardHandler)}
	ok, err := runner.LoggedIn(ctx, &flows.Session{Check: *check})
	if err != nil {
		return err
	}
	if !ok {
		return &dyncrawl.Error{
			Class: dyncrawl.ClassLogin, Err: fmt.Errorf("the login %s has ended: %s does not show %s", kept.Name(), check.URL, check.Present),
			Hint: "the next run of its flow logs in anew",
		}
	}
	fmt.Fprintf(w, "the login %s holds: %s shows %s\n", kept.Name(), check.URL, check.Present)
	return f.note(ctx, tab, kept, saved, check)
}

// note keeps what the check has made of the login: a site may have renewed its cookies.
func (f *sessionCheckFlags) note(ctx context.Context, tab *browser.Tab, kept *sessions.Session, saved *sessions.Saved, check *flows.SessionCheck) error {
	state, err := tab.State(ctx)
	if err != nil {
		return err
	}
	saved.State, saved.Checked, saved.Check = *state, time.Now(), check.Kept()
	return kept.Write(saved)
}

// check returns what to look at: as the named flow says, or the one that logged in.
func (f *sessionCheckFlags) check(saved *sessions.Saved) (*flows.SessionCheck, error) {
	if f.flow != "" {
		overrides, err := parseVars(f.vars)
		if err != nil {
			return nil, err
		}
		flow, err := loadFlow(f.flow, overrides)
		if err != nil {
			return nil, err
		}
		if flow.Session == nil {
			return nil, usageError{fmt.Errorf("%s has no session", f.flow)}
		}
		if len(flow.Session.Check.Present) > 0 {
			return &flow.Session.Check, nil
		}
		if saved.Check.URL == "" {
			return nil, usageError{fmt.Errorf("%s finds its check by itself when it logs in, and has not done so: run it, or give its session check: {url: …, selector: …}", f.flow)}
		}
	}
	if saved.Check.URL == "" {
		return nil, usageError{errors.New("the login was imported, and how to check it is not known: name its flow with --flow")}
	}
	present, err := browser.ParseSelectors(saved.Check.Selectors...)
	return &flows.SessionCheck{URL: saved.Check.URL, Present: present}, err
}
