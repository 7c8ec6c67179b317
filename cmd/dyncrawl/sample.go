package main

import (
	"context"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/extract"
	"dyncrawl/fetch"
	"dyncrawl/flows"
	"dyncrawl/learn"
)

// sampler visits pages as a crawl of the flow would, and asks for the same pages
// without a browser.
type sampler struct {
	tab    *browser.Tab
	flow   *flows.Flow
	runner *flows.Runner
	mask   *flows.Mask   // of the flow's secrets; nil: it has none
	budget time.Duration // of one page
	jar    browser.Jar
	http   *fetch.Client // nil: nothing was fetched yet
}

// sample renders the page, runs the flow's steps and reads it by the flow's rules.
func (s *sampler) sample(ctx context.Context, url string) (learn.Sample, error) {
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()
	page, err := s.render(ctx, url)
	if err != nil {
		return learn.Sample{}, err
	}
	raw, err := s.plain(ctx, url)
	if err != nil {
		return learn.Sample{}, err
	}
	items, _ := extract.From(page, s.flow.Extract)
	return learn.Sample{Page: page, Raw: raw, Items: items, Links: extract.Links(page, s.flow.Follow)}, nil
}

func (s *sampler) render(ctx context.Context, url string) (*dyncrawl.Page, error) {
	steps := s.flow.PageSteps(url)
	s.tab.AllowResources(s.flow.Resources(steps)...)
	if err := s.tab.Goto(ctx, url); err != nil {
		return nil, err
	}
	if err := s.tab.Settle(ctx, s.runner.Settle); err != nil {
		return nil, err
	}
	if len(steps) > 0 && s.tab.Status() < 400 {
		if err := s.runner.Run(ctx, steps); err != nil {
			return nil, err
		}
		if err := s.tab.Settle(ctx, s.runner.Settle); err != nil {
			return nil, err
		}
	}
	page, err := s.tab.Snapshot(ctx)
	s.mask.Page(page)
	return page, err
}

// plain asks without the browser, with the cookies that the browser has now.
func (s *sampler) plain(ctx context.Context, url string) (*dyncrawl.Page, error) {
	if s.http == nil {
		id, err := browser.Identify(ctx, s.tab)
		if err != nil {
			return nil, err
		}
		if s.http, err = fetch.New(fetch.Config{Clean: s.mask.Page, UserAgent: id.UserAgent, Language: id.Language, Jar: &s.jar}); err != nil {
			return nil, err
		}
	}
	if err := s.jar.Take(ctx, s.tab); err != nil {
		return nil, err
	}
	return s.http.Do(ctx, dyncrawl.Request{URL: url})
}
