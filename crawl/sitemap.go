package crawl

import (
	"regexp"

	"dyncrawl"
	"dyncrawl/extract"
)

// packedMap matches the URLs of packed site maps, which a browser would save.
var packedMap = regexp.MustCompile(`(?i)^[^?#]*\.xml\.gz([?#]|$)`)

// itemsOf takes the items of a page that came without a tab; a site map has none,
// and is too long to be searched for them.
func (c *Crawler) itemsOf(page *dyncrawl.Page) *harvest {
	if extract.IsSiteMap(page) {
		return &harvest{}
	}
	return (&harvest{}).add(extract.From(page, c.Flow.Extract))
}
