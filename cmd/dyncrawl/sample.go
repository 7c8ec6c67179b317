package main

import (
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/extract"
	"dyncrawl/flows"
	"dyncrawl/learn"
)

// sampler visits pages as a crawl of the flow would, and asks for the same pages
// without a browser.
type sampler struct {
	tab    *browser.Tab
	flow   *flows.Flow
	runner *flows.Runner
	budget time.Duration // of one page
}

// sample renders the page, runs the flow's steps and reads it by the flow's rules.
func (s *sampler) sample(ctx context.Context, url string) (learn.Sample, error) {
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()
	page, err := s.render(ctx, url)
	if err != nil {
		return learn.Sample{}, err
	}
	raw, err := s.plain(ctx, dyncrawl.Request{URL: url})
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
	return s.tab.Snapshot(ctx)
}

// maxPlain bounds a plain answer, in bytes.
const maxPlain = 16 << 20

// plain asks without the browser, with the cookies that the browser has now.
func (s *sampler) plain(ctx context.Context, r dyncrawl.Request) (*dyncrawl.Page, error) {
	client, err := s.client(ctx, r.URL)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, r.URL, strings.NewReader(string(r.Body)))
	if err != nil {
		return nil, &dyncrawl.Error{Class: dyncrawl.ClassURL, Err: err}
	}
	for name, values := range r.Header {
		req.Header[name] = values
	}
	req.Header.Set("User-Agent", userAgent())
	resp, err := client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("fetch: %w", err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxPlain))
	if err != nil {
		return nil, fmt.Errorf("fetch %s: %w", r.URL, err)
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return &dyncrawl.Page{URL: r.URL, FinalURL: resp.Request.URL.String(), Status: resp.StatusCode, ContentType: kind,
		Header: resp.Header, HTML: string(body), FetchedAt: time.Now()}, nil
}

// client returns an HTTP client with the browser's cookies for the URL.
func (s *sampler) client(ctx context.Context, rawURL string) (*http.Client, error) {
	state, err := s.tab.State(ctx)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil, &dyncrawl.Error{Class: dyncrawl.ClassURL, Err: err}
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	for _, c := range state.Cookies {
		domain := strings.TrimPrefix(c.Domain, ".")
		if u.Hostname() == domain || domain != c.Domain && strings.HasSuffix(u.Hostname(), c.Domain) {
			jar.SetCookies(u, []*http.Cookie{{Name: c.Name, Value: c.Value, Path: c.Path, Secure: c.Secure}})
		}
	}
	return &http.Client{Jar: jar}, nil
}
