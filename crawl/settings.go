package crawl

import (
	"time"

	"dyncrawl/browser"
)

// pageBudget returns the time for one page, steps included.
func (c *Crawler) pageBudget() time.Duration {
	if limit := c.Flow.Limits.Page; limit > 0 {
		return limit
	}
	return defaultPageBudget
}

// settle returns how pages of this flow are waited for.
func (c *Crawler) settle() browser.SettleConfig {
	return browser.SettleConfig{Quiet: c.Flow.Browser.Quiet, Budget: c.pageBudget()}
}
