package main

import (
	"context"

	"dyncrawl"
	"dyncrawl/crawl"
	"dyncrawl/flows"
	"dyncrawl/learn"
)

// learner gives the crawl the templates of package learn, for the rules of a flow.
type learner struct{ flow *flows.Flow }

// Learn implements crawl.Learner.
func (l learner) Learn(samples []crawl.Sample) (crawl.Template, error) {
	list := make([]learn.Sample, len(samples))
	for i, s := range samples {
		list[i] = learn.Sample(s)
	}
	t, err := learn.Learn(list, l.flow.Extract, l.flow.Follow)
	if err != nil {
		return nil, err
	}
	return template{t}, nil
}

// Load implements crawl.Learner.
func (l learner) Load(text []byte) (crawl.Template, error) {
	t := &learn.Template{}
	if err := t.UnmarshalJSON(text); err != nil {
		return nil, err
	}
	return template{t}, nil
}

// OfFlow implements crawl.Learner.
func (l learner) OfFlow(url string) crawl.Template {
	rule := l.flow.APIRule(url)
	if rule == nil {
		return nil
	}
	t, err := rule.Template(l.flow.Extract, l.flow.Follow)
	if err != nil {
		return nil // not of a flow that was loaded: that was checked
	}
	return template{t}
}

// template is a learned one as the crawl uses it.
type template struct{ *learn.Template }

// Visit implements crawl.Template.
func (t template) Visit(ctx context.Context, url string, do func(context.Context, dyncrawl.Request) (*dyncrawl.Page, error)) (
	*dyncrawl.Page, []dyncrawl.Item, []dyncrawl.Link, error) {
	return t.Template.Visit(ctx, url, do)
}
