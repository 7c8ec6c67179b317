package main

import (
	"context"
	"runtime"

	"dyncrawl/browser"
	"dyncrawl/crawl"
	"dyncrawl/fetch"
	"dyncrawl/flows"
)

// openAccounts makes the flow's accounts, each with a browser of its own.
func (j *job) openAccounts(open func(context.Context) (browser.Driver, error)) error {
	identities := j.flow.Identities()
	for _, identity := range identities {
		proxy, err := identity.ProxyURL(j.secrets.Of(identity))
		if err != nil {
			return err
		}
		j.accounts = append(j.accounts, crawl.Account{
			Name: identity.Name, Limits: identity.Limits, Secrets: j.secrets.Of(identity),
			Pool:  browser.NewPool(open, j.poolConfig(identity, proxy, len(identities))),
			Kept:  sessionOf(j.flow, identity),
			Fetch: fetch.Config{Cache: j.cache, Partition: j.flow.KeptAs(identity), Proxy: proxy},
		})
	}
	return nil
}

// poolConfig says how the tabs of one of several accounts are opened. A browser
// that had to be started again begins with the login that was kept last.
func (j *job) poolConfig(identity flows.Identity, proxy string, of int) browser.PoolConfig {
	c := browser.PoolConfig{
		Config: browser.Config{UserAgent: j.userAgent(), Lean: j.lean(), Proxy: proxy},
		Tabs:   j.tabs(),
	}
	if c.Tabs == 0 && of > 1 {
		c.Tabs = max(1, tabsPerCore*runtime.GOMAXPROCS(0)/of)
	}
	if kept := sessionOf(j.flow, identity); kept != nil {
		c.State = func(context.Context) (*browser.State, error) { return stateOf(kept) }
	}
	return c
}

// tabsPerCore is how many tabs several accounts share when the number is left to
// the machine: pools that grow by themselves would each take all of it.
const tabsPerCore = 2
