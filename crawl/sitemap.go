package crawl

import (
	"regexp"

	"dyncrawl"
	"dyncrawl/extract"
)

// siteMap matches the URLs of site maps: a browser has no use for them, and saves
// those that are packed.
var siteMap = regexp.MustCompile(`(?i)^[^?#]*/([^/?#]*site-?_?map[^/?#]*\.xml|[^/?#]*\.xml\.gz)([?#]|$)`)

// itemsOf takes the items of a page; a site map has none, and is too long to be
// searched for them.
func (c *Crawler) itemsOf(page *dyncrawl.Page) *harvest {
	if extract.IsSiteMap(page) {
		return &harvest{}
	}
	return (&harvest{}).add(extract.From(page, c.Flow.Extract))
}
