package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/captcha"
	"dyncrawl/flows"
	"dyncrawl/learn"
	"dyncrawl/tier"
)

// inspectVisits is how many pages of a shape are visited to learn from.
const inspectVisits = 4

// inspectFlags say what to look at a page with.
type inspectFlags struct {
	browser browserFlags
	flow    string
	write   bool
	vars    []string
	timeout time.Duration
}

func newInspectCommand() *cobra.Command {
	f := &inspectFlags{}
	cmd := &cobra.Command{
		Use:   "inspect URL",
		Short: "Find out where a page's data comes from",
		Long: `Renders a page and lists the endpoints that its script asked, with the visible
text of the page that lies in their answers.

With --flow, it visits up to three more pages of the same shape that the page
links to, learns from them how the items and links could be had without a
browser, and prints that template in words, or why there is none. With --write,
the template is written into the flow file, too, as a rule beneath api.`,
		Example: `  dyncrawl inspect https://example.org/item/3
  dyncrawl inspect https://example.org/item/3 --flow shop.yaml
  dyncrawl inspect https://example.org/item/3 --flow shop.yaml --write`,
		Args: exactly(1, "a URL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), cmd, args[0])
		},
	}
	f.browser.add(cmd)
	addVarFlag(cmd, &f.vars)
	cmd.Flags().StringVar(&f.flow, "flow", "", "`file` of the flow whose rules read the page")
	cmd.Flags().BoolVar(&f.write, "write", false, "write what was learned into the flow file")
	cmd.Flags().DurationVar(&f.timeout, "timeout", time.Minute, "budget of one page")
	return cmd
}

func (f *inspectFlags) run(ctx context.Context, cmd *cobra.Command, url string) (err error) {
	if f.write && f.flow == "" {
		return usageError{errors.New("--write needs --flow: the file to write into")}
	}
	flow, err := f.loadFlow()
	if err != nil {
		return err
	}
	f.browser.popups = flow.OpensPopups()
	tab, end, err := f.browser.oneTab(ctx, false, browser.RealTime)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	s := newSampler(tab, flow, f.timeout)
	if err := s.logIn(ctx); err != nil {
		return err
	}
	samples, err := s.inspect(ctx, cmd.OutOrStdout(), url, f.flow != "")
	if err != nil || f.flow == "" {
		return err
	}
	return s.report(cmd.OutOrStdout(), samples, f.write)
}

// loadFlow returns the flow, an empty one when none is named.
func (f *inspectFlags) loadFlow() (*flows.Flow, error) {
	overrides, err := parseVars(f.vars)
	if err != nil || f.flow == "" {
		return &flows.Flow{}, err
	}
	return loadFlow(f.flow, overrides)
}

func newSampler(tab *browser.Tab, flow *flows.Flow, budget time.Duration) *sampler {
	secrets := flows.EnvSecrets(flow.SecretNames())
	mask := flows.NewMask(slices.Collect(maps.Values(secrets))...)
	return &sampler{tab: tab, flow: flow, mask: mask, budget: budget, runner: &flows.Runner{
		Tab: tab, Flow: flow, Secrets: flows.FirstSecret(secrets), Mask: mask,
		Settle: browser.SettleConfig{Quiet: flow.Browser.Quiet, Budget: budget}, Artifacts: filepath.Join(stateDir, "failures"),
		Log: slog.New(slog.DiscardHandler),
	}}
}

// logIn logs in as the flow says; captchas are read by Tesseract.
func (s *sampler) logIn(ctx context.Context) error {
	if s.flow.Session == nil {
		return nil
	}
	reader := captcha.NewTesseract(captcha.TesseractConfig{})
	identity := s.flow.Identities()[0]
	s.runner.Solver, s.runner.Secrets = reader, s.runner.Secrets.Of(identity)
	_, err := s.runner.LogIn(ctx, s.flow.Session, sessionOf(s.flow, identity), time.Time{})
	return errors.Join(err, reader.Close())
}

// inspect tells what one page asked for and returns the visit; byRules, with those
// of others of its shape.
func (s *sampler) inspect(ctx context.Context, w io.Writer, url string, byRules bool) ([]learn.Sample, error) {
	first, err := s.sample(ctx, url)
	if err != nil {
		return nil, err
	}
	for _, e := range learn.Endpoints(first.Page) {
		fmt.Fprintln(w, e)
	}
	if len(first.Page.Exchanges) == 0 {
		fmt.Fprintln(w, "the page's script asked for nothing")
	}
	samples := []learn.Sample{first}
	if !byRules {
		return samples, nil
	}
	for _, other := range alike(url, first.Links) {
		if len(samples) == inspectVisits {
			break
		}
		if !s.sameRules(url, other) {
			continue
		}
		sample, err := s.sample(ctx, other)
		if err != nil {
			return nil, err
		}
		if sample.Page.Status < 400 {
			samples = append(samples, sample)
		}
	}
	return samples, nil
}

// leaving matches links that end a login or change something.
var leaving = regexp.MustCompile(`(?i)log-?_?out|sign-?_?out|delete|remove`)

// sameRules reports whether the flow reads both pages by the same rules and
// would visit the other.
func (s *sampler) sameRules(url, other string) bool {
	if leaving.MatchString(other) || slices.ContainsFunc(s.flow.Scope.Exclude, func(p dyncrawl.Pattern) bool { return p.Match(other) }) {
		return false
	}
	for _, r := range s.flow.Extract {
		if r.Match.Match(url) != r.Match.Match(other) {
			return false
		}
	}
	for _, f := range s.flow.Follow {
		if f.Match.Match(url) != f.Match.Match(other) {
			return false
		}
	}
	return true
}

// errNothingWritten ends an inspection that was to write a rule and learned none.
var errNothingWritten = errors.New("nothing was learned, so the flow file was left as it is")

// report learns from the samples, prints what came of it and writes it into the
// flow when it is to.
func (s *sampler) report(w io.Writer, samples []learn.Sample, write bool) error {
	fmt.Fprintf(w, "\nvisited %d pages of this shape\n", len(samples))
	for _, sample := range samples {
		fmt.Fprintf(w, "  %s: %d items, %d links\n", sample.Page.URL, len(sample.Items), len(sample.Links))
	}
	t, err := learn.Learn(samples, s.flow.Extract, s.flow.Follow)
	if err != nil {
		fmt.Fprintf(w, "a browser is needed: %v\n", err)
		if write {
			return errNothingWritten
		}
		return nil
	}
	fmt.Fprintf(w, "no browser is needed:\n%s", t)
	if write {
		return s.write(w, samples, t)
	}
	return nil
}

// write puts the template into the flow's file.
func (s *sampler) write(w io.Writer, samples []learn.Sample, t *learn.Template) error {
	var urls []string
	for _, sample := range samples {
		urls = append(urls, sample.Page.URL)
	}
	match, err := tier.PatternOf(urls)
	if err != nil {
		return err
	}
	if err := s.flow.WriteAPIRule(t.Recipe(match)); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nwritten into %s as the api rule for %s\n", s.flow.File, match)
	if s.flow.RenderMode(urls[0]) != flows.RenderAuto {
		fmt.Fprintln(w, "it is used where the flow says render: auto")
	}
	return nil
}
