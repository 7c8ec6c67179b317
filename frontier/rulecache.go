package frontier

import (
	"sync"

	"github.com/temoto/robotstxt"
)

// maxRules bounds the hosts whose parsed rules are kept.
const maxRules = 1000

// ruleCache keeps parsed robots.txt files, since parsing one takes longer than
// leasing a URL. A refetched file is known by its time.
type ruleCache struct {
	mu    sync.Mutex
	rules map[ruleKey]*robotstxt.Group
}

type ruleKey struct{ host, validUntil int64 }

func newRuleCache() *ruleCache {
	return &ruleCache{rules: make(map[ruleKey]*robotstxt.Group)}
}

func (c *ruleCache) get(h host) *robotstxt.Group {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rules[ruleKey{h.id, h.validUntil}]
}

// put keeps the rules. A full cache starts anew: it is filled again at a parse per host.
func (c *ruleCache) put(h host, g *robotstxt.Group) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.rules) >= maxRules {
		clear(c.rules)
	}
	c.rules[ruleKey{h.id, h.validUntil}] = g
}
