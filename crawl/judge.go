package crawl

import (
	"context"
	"slices"
	"time"

	"dyncrawl"
	"dyncrawl/tier"
)

// outcome is what a cheap visit is compared by; it is not telling when the visit
// failed for a reason that may pass.
type outcome struct {
	facts   tier.Facts
	telling bool
}

// judge has the browser visit the URL and compares with the cheap visit; first
// is that visit if it was made already. What the browser saw is what counts. The
// sight carries the lesson.
func (c *Crawler) judge(ctx context.Context, lease *errand, r route, first *outcome) (*sight, error) {
	r.Judged = true
	seen, err := c.render(ctx, lease, r)
	if err != nil {
		return seen, err
	}
	trial, rendered, cheap := tier.Trial{}, seen, first
	for {
		if cheap == nil {
			cheap = c.cheapOutcome(ctx, lease, r)
		}
		if !cheap.telling {
			seen.lesson = nothing(r.Tier)
			return seen, nil
		}
		trial.Add(c.facts(rendered), cheap.facts, doubtful(rendered.page))
		verdict, again := trial.Verdict()
		if !again {
			seen.lesson, seen.judged = c.verdict(lease.Request.URL, r, verdict, c.facts(seen)), true
			return seen, nil
		}
		if rendered = c.renderAgain(ctx, lease, r); rendered == nil {
			seen.lesson = nothing(r.Tier)
			return seen, nil
		}
		if doubtful(seen.page) && !doubtful(rendered.page) {
			seen = rendered
		}
		cheap = nil
	}
}

// turn waits until the host may be asked once more, no longer than for a page.
func (c *Crawler) turn(ctx context.Context, lease *errand) error {
	ctx, cancel := context.WithTimeout(ctx, c.pageBudget())
	defer cancel()
	return c.Frontier.Again(ctx, lease.Lease)
}

// cheapOutcome makes a cheap visit beside the rendering.
func (c *Crawler) cheapOutcome(ctx context.Context, lease *errand, r route) *outcome {
	if c.turn(ctx, lease) != nil {
		return &outcome{}
	}
	seen, err := c.cheap(ctx, lease, r)
	return &outcome{c.factsOr(seen, err), !passes(err)}
}

// renderAgain renders the page once more; nil when that fails.
func (c *Crawler) renderAgain(ctx context.Context, lease *errand, r route) *sight {
	if c.turn(ctx, lease) != nil {
		return nil
	}
	seen, err := c.render(ctx, lease, r)
	if err != nil {
		return nil
	}
	return seen
}

// facts returns what the sight is compared by.
func (c *Crawler) facts(s *sight) tier.Facts {
	return tier.FactsOf(tier.Visit{Page: s.page, Items: s.found.items, Links: s.links}, c.Flow.Extract)
}

// factsOr is facts, or the failure as the only fact.
func (c *Crawler) factsOr(s *sight, err error) tier.Facts {
	if err != nil {
		return tier.Facts{"failure": string(dyncrawl.ClassOf(err))}
	}
	return c.facts(s)
}

// doubtful reports whether the rendering may lack something for a reason that
// passes: it never settled, or an answer to its script did not come.
func doubtful(page *dyncrawl.Page) bool {
	return page.Partial != "" || slices.ContainsFunc(page.Exchanges, func(x dyncrawl.Exchange) bool {
		return x.Status == 0 || x.Status == 429 || x.Status >= 500
	})
}

// verdict turns what a trial has shown into a lesson. That both ways brought
// nothing at all shows nothing.
func (c *Crawler) verdict(url string, r route, v tier.Verdict, rendered tier.Facts) lesson {
	if v.Agrees && len(rendered) == 0 {
		return nothing(r.Tier)
	}
	if !v.Agrees {
		c.Log.Info("the cheap visit differs from the browser's", "url", url, "shape", r.shape, "tier", r.Tier, "differences", v.Differences)
	}
	expected := tier.Expected(url, c.Flow.Extract)
	return func(e tier.Evidence) (tier.Evidence, bool) {
		switch {
		case len(e.Demotions) != r.given:
			return e, false // it was about a way that is given up by now
		case v.Agrees:
			return e.Agree(r.Tier, v, rendered, expected), false
		}
		return e.Disagree(r.Tier, v, url, time.Now())
	}
}

// nothing is the lesson of a judgement that was none.
func nothing(t tier.Tier) lesson {
	return func(e tier.Evidence) (tier.Evidence, bool) { return e.Nothing(t, time.Now()), false }
}
