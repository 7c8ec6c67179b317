package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"dyncrawl/flows"
)

// runFlags are the flags of run; crawl shares them.
type runFlags struct {
	browser browserFlags
	log     logFlags
	vars    []string
	secrets string
	store   string
	fresh   bool
	retry   bool
	ask     bool
	dryRun  bool
}

func (f *runFlags) add(cmd *cobra.Command) {
	f.browser.add(cmd)
	f.log.add(cmd)
	flags := cmd.Flags()
	flags.Var(&f.browser.tabs, "tabs", "tabs open at the same time: a `number` or auto, as many as the machine bears; default: the flow's, or auto")
	flags.StringVar(&f.store, "store", "", "`file` that everything is kept in; default: the name of the flow, or of the first host, with .db")
	flags.BoolVar(&f.fresh, "fresh", false, "start anew: forget the saved login and what the store holds, except what it learned of captchas")
	flags.BoolVar(&f.retry, "retry-failed", false, "try the URLs again that failed in earlier runs")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print the plan and stop; nothing is fetched")
}

func newRunCommand(stop <-chan struct{}) *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run FLOW",
		Short: "Crawl as a flow file says",
		Long: `Crawls as a flow file says and keeps everything in one SQLite file. A second
run goes on where the first stopped; --fresh starts anew. Ctrl-C finishes the
open pages, a second one stops at once; both leave a store that can be resumed.

A flow that uses ${demo} crawls the built-in practice sites: they are served
while the flow runs unless somebody serves them already.

Exit codes: 0 done; 1 something unexpected; 2 broken flow or wrong flag;
3 store; 4 Chromium; 5 login; 6 captcha; 7 some pages failed; 8 not one page;
9 a limit was reached; 10 stopped by a signal; 11 a challenge that is left to
people.`,
		Example: `  dyncrawl run flows/renren.yaml
  dyncrawl run shop.yaml --var base=https://shop.example --tabs 4 --log json`,
		Args: exactly(1, "a flow file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			overrides, err := parseVars(f.vars)
			if err != nil {
				return err
			}
			flow, err := loadFlow(args[0], overrides)
			if err != nil {
				return err
			}
			return f.run(cmd, flow, stop)
		},
	}
	f.add(cmd)
	addVarFlag(cmd, &f.vars)
	cmd.Flags().BoolVar(&f.ask, "ask", false, "have captchas typed by the person at the terminal instead of reading them")
	cmd.Flags().StringVar(&f.secrets, "secrets", "", "`file` with NAME=value lines, mode 0600, for ${secret:NAME}")
	return cmd
}

// run prints the plan or crawls.
func (f *runFlags) run(cmd *cobra.Command, flow *flows.Flow, stop <-chan struct{}) error {
	if f.store != "" {
		flow.Store.Path = f.store
	}
	if f.dryRun {
		return printPlan(cmd.OutOrStdout(), flow, f.browser.tabCount(flow.Browser.Tabs))
	}
	practice, err := servePractice(flow)
	if err != nil {
		return err
	}
	defer practice.Close()
	secrets, err := resolveSecrets(flow, practice, f.secrets)
	if err != nil {
		return err
	}
	mask, err := flow.SecretMask(secrets)
	if err != nil {
		return usageError{err}
	}
	job := &job{flags: f, flow: flow, secrets: secrets, mask: mask, stop: stop}
	return mask.Error(job.run(cmd))
}

// resolveSecrets collects the flow's secrets from the environment, a file if one is
// named, and the practice sites, and refuses to start when one is missing.
func resolveSecrets(flow *flows.Flow, practice *practice, file string) (flows.Secrets, error) {
	names := flow.SecretNames()
	sources := []map[string]string{flows.EnvSecrets(names)}
	if file != "" {
		fromFile, err := flows.ReadSecrets(file)
		if err != nil {
			return nil, usageError{err}
		}
		sources = append(sources, fromFile)
	}
	secrets := flows.FirstSecret(append(sources, practice.secrets)...)
	for _, name := range names {
		if _, err := secrets(name); err != nil {
			return nil, usageError{err}
		}
	}
	return secrets, nil
}

// forget removes the flow's saved logins and kept answers.
func forget(flow *flows.Flow) error {
	for _, identity := range flow.Identities() {
		if kept := sessionOf(flow, identity); kept != nil {
			if err := kept.Remove(); err != nil {
				return fmt.Errorf("start anew: %w", err)
			}
		}
	}
	if err := os.RemoveAll(cacheDir(flow)); err != nil {
		return fmt.Errorf("start anew: %w", err)
	}
	return nil
}
