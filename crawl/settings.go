package crawl

import (
	"time"

	"dyncrawl/browser"
	"dyncrawl/flows"
)

// pageBudget returns the time for one page, steps included.
func (c *Crawler) pageBudget() time.Duration {
	if limit := c.Flow.Limits.Page; limit > 0 {
		return limit
	}
	return defaultPageBudget
}

// clock returns how time passes for the page: unless the flow says otherwise,
// steps that a person could do, and visits after one that failed, are done in real
// time.
func (c *Crawler) clock(lease *errand) browser.Clock {
	switch {
	case c.Flow.Browser.Time == flows.TimeVirtual:
		return browser.SkipTimers
	case c.Flow.Browser.Time == flows.TimeReal, lease.Attempt > 1, len(c.Flow.PageSteps(lease.Request.URL)) > 0:
		return browser.RealTime
	}
	return browser.SkipQuiet
}

// loginClock returns how time passes while logging in.
func (c *Crawler) loginClock() browser.Clock {
	if c.Flow.Session.Time == flows.TimeVirtual {
		return browser.SkipTimers
	}
	return browser.RealTime
}

// settle returns how pages of this flow are waited for: half of the page's
// budget at most, so that a page that never comes to rest is still read.
func (c *Crawler) settle() browser.SettleConfig {
	return browser.SettleConfig{Quiet: c.Flow.Browser.Quiet, Budget: c.pageBudget() / 2}
}
