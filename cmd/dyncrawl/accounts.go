package main

import (
	"context"
	"runtime"

	"dyncrawl/browser"
	"dyncrawl/crawl"
	"dyncrawl/fetch"
	"dyncrawl/sessions"
)

// openAccounts makes the flow's accounts, each with a browser of its own. It fails
// when a kept login cannot be read: no second try would help.
func (j *job) openAccounts(open func(context.Context) (browser.Driver, error)) error {
	identities := j.flow.Identities()
	for _, identity := range identities {
		kept := sessionOf(j.flow, identity)
		if kept != nil {
			if _, err := kept.Read(); err != nil {
				return err
			}
		}
		proxy, err := identity.ProxyURL(j.secrets.Of(identity))
		if err != nil {
			return err
		}
		j.accounts = append(j.accounts, crawl.Account{
			Name: identity.Name, Limits: identity.Limits, Secrets: j.secrets.Of(identity),
			Pool:  browser.NewPool(open, j.poolConfig(kept, proxy, len(identities))),
			Kept:  kept,
			Fetch: fetch.Config{Cache: j.cache, Partition: j.flow.KeptAs(identity), Proxy: proxy},
		})
	}
	return nil
}

// poolConfig says how the tabs of one of several accounts are opened. A browser
// that had to be started again begins with the login that was kept last.
func (j *job) poolConfig(kept *sessions.Session, proxy string, of int) browser.PoolConfig {
	c := browser.PoolConfig{
		Config: browser.Config{UserAgent: j.userAgent(), Lean: j.lean(), Proxy: proxy},
		Tabs:   j.tabs(),
	}
	if c.Tabs == 0 && of > 1 {
		c.Tabs = max(1, tabsPerCore*runtime.GOMAXPROCS(0)/of)
	}
	if kept != nil {
		c.State = func(context.Context) (*browser.State, error) { return stateOf(kept) }
	}
	return c
}

// tabsPerCore is how many tabs several accounts share when the number is left to
// the machine: pools that grow by themselves would each take all of it.
const tabsPerCore = 2
