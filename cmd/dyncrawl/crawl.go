package main

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl"
	"dyncrawl/flows"
)

// crawlFlags describe a crawl without a flow file.
type crawlFlags struct {
	runFlags
	depth   int
	pages   int
	delay   time.Duration
	hosts   []string
	include []string
	exclude []string
	explore bool
}

func newCrawlCommand(stop <-chan struct{}) *cobra.Command {
	f := &crawlFlags{}
	cmd := &cobra.Command{
		Use:   "crawl URL...",
		Short: "Crawl a site without a flow file",
		Long: `Renders pages from the given URLs on, follows the links that stay on their
hosts, and keeps pages, AJAX answers and links in one SQLite file named after
the first host. robots.txt is obeyed, one page a second is asked of a host.`,
		Example: `  dyncrawl crawl https://example.org --depth 2 --pages 100
  dyncrawl crawl https://example.org/docs/ --include '/docs/**'`,
		Args: atLeastOne("a URL"),
		RunE: func(cmd *cobra.Command, urls []string) error {
			flow, err := f.flow(urls)
			if err != nil {
				return err
			}
			return f.run(cmd, flow, stop)
		},
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.depth, "depth", -1, "follow at most so many links from a start URL; -1: no limit")
	flags.IntVar(&f.pages, "pages", 0, "stop after so many pages; 0: no limit")
	flags.DurationVar(&f.delay, "delay", time.Second, "least time between two fetches from a host")
	flags.StringArrayVar(&f.hosts, "host", nil, "another `host` that belongs to the crawl; *.example.org covers subdomains")
	flags.BoolVar(&f.explore, "explore", false, "do to every page what a person could do that does no harm, and take in all that it shows")
	flags.StringArrayVar(&f.include, "include", nil, "follow only URLs that match this `pattern`; may be repeated")
	flags.StringArrayVar(&f.exclude, "exclude", nil, "do not follow URLs that match this `pattern`; may be repeated")
	return cmd
}

// flow returns the flow that the command line describes.
func (f *crawlFlags) flow(urls []string) (*flows.Flow, error) {
	flow := &flows.Flow{File: "command line", Politeness: flows.Politeness{Delay: &f.delay}, Limits: flows.Limits{Pages: f.pages}}
	for _, u := range urls {
		start := flows.Start{URL: u}
		if err := start.Validate(); err != nil {
			return nil, usageError{err}
		}
		flow.Start = append(flow.Start, start)
		parsed, err := url.Parse(u)
		if err != nil {
			return nil, usageError{err}
		}
		flow.Scope.Hosts = append(flow.Scope.Hosts, parsed.Host)
	}
	flow.Name = fileName(flow.Scope.Hosts[0])
	flow.Scope.Hosts = append(flow.Scope.Hosts, f.hosts...)
	if f.explore {
		flow.Explore = &flows.Explore{}
	}
	if f.depth >= 0 {
		flow.Scope.Depth = &f.depth
	}
	var err error
	if flow.Scope.Include, err = patterns("--include", f.include); err != nil {
		return nil, err
	}
	flow.Scope.Exclude, err = patterns("--exclude", f.exclude)
	return flow, err
}

// fileName turns a host into a name for files.
func fileName(host string) string {
	return strings.Trim(regexp.MustCompile(`[^A-Za-z0-9]+`).ReplaceAllString(host, "-"), "-")
}

func patterns(flag string, texts []string) ([]dyncrawl.Pattern, error) {
	var list []dyncrawl.Pattern
	for _, text := range texts {
		p, err := dyncrawl.ParsePattern(text)
		if err != nil {
			return nil, usageError{fmt.Errorf("%s: %w", flag, err)}
		}
		list = append(list, p)
	}
	return list, nil
}
