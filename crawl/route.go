package crawl

import (
	"context"
	"errors"
	"sync"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/explore"
	"dyncrawl/extract"
	"dyncrawl/flows"
	"dyncrawl/tier"
)

// route is the way of one visit.
type route struct {
	tier.Route
	shape    string   // of the URL; empty when the flow has every page rendered
	template Template // of the tier api; nil: there is none yet, and the visit is one to learn from
	fixed    bool     // the flow demands it; nothing is judged
	given    int      // ways that had been given up by then
}

// renders reports whether the way takes a tab.
func (r route) renders() bool {
	return r.Tier == tier.Browser || r.Judged || r.Tier == tier.API && r.template == nil
}

// sight is what a visit brought. When it failed, page may be nil.
type sight struct {
	route
	page     *dyncrawl.Page
	found    *harvest
	links    []dyncrawl.Link
	explored *explore.Result // nil: the page was not explored
	lesson   lesson          // nil: the visit says nothing about the shape
	judged   bool            // the lesson is a verdict
}

// lesson changes what is known of a shape; repeat says that pages which came the
// way that the evidence speaks against are to be visited again.
type lesson func(tier.Evidence) (_ tier.Evidence, repeat bool)

// shapeOf returns the shape of the leased URL.
func (c *Crawler) shapeOf(lease *errand) string {
	shape, _ := c.shapes.shaper.Shape(lease.Request.URL)
	return shape
}

// longestDelay is the politeness delay above which a host is not asked twice for
// one page: there a browser is fast enough.
const longestDelay = 10 * time.Second

// choose returns the way of the leased URL. One that takes a tab is chosen when it
// is this page's turn: by then its shape may have been found to need none. The
// caller calls done after the visit.
func (c *Crawler) choose(lease *errand) (_ route, done func(), err error) {
	if r, ok := c.route(lease, false); ok {
		return r, func() {}, nil
	}
	select {
	case c.places <- struct{}{}:
	case <-c.open.Done():
		return route{}, nil, errStopping
	}
	leave := sync.OnceFunc(func() { <-c.places })
	r, _ := c.route(lease, true)
	if !r.renders() {
		leave()
	}
	return r, leave, nil
}

// route is the way of the leased URL as things stand; it is not ok when that takes
// a tab and the page may not render. A second attempt is the browser's: whatever
// the first one failed for, it is not blamed on the way. So is a page whose steps
// take pictures.
func (c *Crawler) route(lease *errand, mayRender bool) (_ route, ok bool) {
	url := lease.Request.URL
	rendered := route{Route: tier.Route{Tier: tier.Browser}}
	mode := c.Flow.RenderMode(url)
	if mode == flows.RenderBrowser || c.explores(lease) || sends(lease) {
		return rendered, mayRender
	}
	shape, varies := c.shapes.shaper.Shape(url)
	rendered.shape = shape
	switch {
	case mode == flows.RenderHTTP, siteMap.MatchString(url):
		return route{Route: tier.Route{Tier: tier.HTTP}, shape: shape, fixed: true}, true
	case !varies, lease.Attempt > 1, lease.Delay() > longestDelay, c.Flow.NeedsImages(c.Flow.PageSteps(url)):
		return rendered, mayRender
	}
	return c.shapes.route(shape, url, mayRender)
}

// see visits the URL the chosen way. A cheap visit that the browser does not
// judge is judged all the same when it looks wrong.
func (c *Crawler) see(ctx context.Context, lease *errand, r route) (*sight, error) {
	switch {
	case r.Tier == tier.Browser:
		return c.render(ctx, lease, r)
	case r.Tier == tier.API && r.template == nil:
		return c.sample(ctx, lease, r)
	case r.Judged:
		seen, err := c.judge(ctx, lease, r, nil)
		if err != nil || !seen.judged {
			c.shapes.owe(r.shape)
		}
		return seen, err
	}
	seen, err := c.cheap(ctx, lease, r)
	switch {
	case r.fixed, ctx.Err() != nil, err != nil && passes(err) && dyncrawl.ClassOf(err) != dyncrawl.ClassLoggedOut:
		return seen, err
	case err == nil && !c.shapes.suspects(r.shape, c.facts(seen)):
		return seen, nil
	}
	c.Log.Debug("the cheap visit looks wrong, the browser judges", "url", lease.Request.URL, "tier", r.Tier, "error", err)
	return c.judge(ctx, lease, r, &outcome{c.factsOr(seen, err), !passes(err)})
}

// render visits the URL in a tab. A page that hangs may wait for its own clock,
// which stands still while its script runs unless it is the real one: it is visited
// once more in what is left of its time, if that is half of it; else the next attempt
// is in real time.
func (c *Crawler) render(ctx context.Context, lease *errand, r route) (*sight, error) {
	r.Tier = tier.Browser
	clock := c.clock(lease)
	seen, left, err := c.renderBy(ctx, lease, r, clock, c.visitTime(lease))
	hangs := dyncrawl.ClassOf(err) == dyncrawl.ClassScriptHang || err == nil && seen.page.Partial == browser.ScriptHang
	if clock == browser.RealTime || !hangs || left < c.visitTime(lease)/2 {
		return seen, err
	}
	c.Log.Debug("the page hangs, once more in real time", "url", lease.Request.URL, "left", left)
	again, _, failure := c.renderBy(ctx, lease, r, browser.RealTime, left)
	switch dyncrawl.ClassOf(failure) {
	case dyncrawl.ClassNavTimeout, dyncrawl.ClassLoadTimeout:
		return seen, err
	}
	return again, failure
}

// renderBy visits the URL by a clock within so much time, and returns what is left of it.
func (c *Crawler) renderBy(ctx context.Context, lease *errand, r route, clock browser.Clock, budget time.Duration) (seen *sight, left time.Duration, err error) {
	seen = &sight{route: r}
	tab, err := c.borrow(ctx, lease.as, clock)
	if err != nil {
		return seen, budget, err
	}
	defer lease.as.Pool.Release(tab)
	ctx, cancel := flows.WithBudget(ctx, budget)
	defer cancel()
	err = c.renderIn(ctx, tab, lease, seen)
	end, _ := ctx.Deadline()
	left = time.Until(end)
	if err != nil {
		if seen.page == nil {
			seen.page = tab.Answer()
		}
		return seen, left, answered(seen.page, err)
	}
	if r.Judged {
		if err := c.takeCookies(ctx, lease.as, tab); err != nil {
			c.Log.Debug("the cookies were not taken over", "url", lease.Request.URL, "error", err)
		}
	}
	return seen, left, nil
}

// answered tells a page that was not read in time from one that never answered.
func answered(page *dyncrawl.Page, err error) error {
	if page.Status != 0 && dyncrawl.ClassOf(err) == dyncrawl.ClassNavTimeout {
		return &dyncrawl.Error{Class: dyncrawl.ClassLoadTimeout, Err: err}
	}
	return err
}

// cheap visits the URL without a tab.
func (c *Crawler) cheap(ctx context.Context, lease *errand, r route) (*sight, error) {
	seen := &sight{route: r}
	client, err := c.client(ctx, lease.as)
	if err != nil {
		return seen, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.pageBudget())
	defer cancel()
	if r.template != nil {
		var items []dyncrawl.Item
		seen.page, items, seen.links, err = r.template.Visit(ctx, lease.Request.URL, client.Do)
		seen.found = (&harvest{}).add(items, countItems(items))
	} else {
		seen.page, err = client.Do(ctx, dyncrawl.Request{URL: lease.Request.URL})
		if err == nil {
			seen.found = c.itemsOf(seen.page)
			seen.links = extract.Links(seen.page, c.Flow.Follow)
		}
	}
	if err != nil {
		return seen, err
	}
	return seen, c.refuseCheap(lease, seen.page)
}

// refuseCheap is refuse for a page that came without a tab: when in doubt about
// the session it is logged out.
func (c *Crawler) refuseCheap(lease *errand, page *dyncrawl.Page) error {
	if err := c.endedElsewhere(lease, page.FinalURL); err != nil {
		return err
	}
	if s := c.signOf(lease, page, false); c.Flow.Session != nil && (s == refused || s == asksSecret) {
		return loggedOut(page.FinalURL, s)
	}
	return statusError(page)
}

// countItems counts items that came without rules.
func countItems(items []dyncrawl.Item) []extract.Count {
	var counts []extract.Count
	place := map[string]int{}
	for _, item := range items {
		i, known := place[item.Type]
		if !known {
			i = len(counts)
			place[item.Type] = i
			counts = append(counts, extract.Count{Rule: item.Type, Sources: 1})
		}
		counts[i].Items++
		if len(item.Problems) > 0 {
			counts[i].Invalid++
		}
	}
	return counts
}

// passes reports whether a cheap visit failed for a reason that says nothing
// about the page: the connection, a busy or broken server, the session.
func passes(err error) bool {
	class := dyncrawl.ClassOf(err)
	return err != nil && (class.Transient() && class != dyncrawl.ClassUnknown || class == dyncrawl.ClassTLS ||
		errors.Is(err, context.DeadlineExceeded))
}
