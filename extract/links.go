package extract

import (
	"dyncrawl"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
)

// maxLinkText bounds Link.Text, in bytes.
const maxLinkText = 200

// maxLinks bounds the links of one page.
const maxLinks = 10_000

// linkSource is one kind of element that refers to another page.
type linkSource struct {
	name string          // Link.Source
	css  goquery.Matcher // the elements, unless a row above has them
	attr string          // the attribute with the reference
	text func(s *goquery.Selection) string
}

// linkSources are the elements that Links looks at. One with rel=nofollow asks
// crawlers to stay away, and one with download leads to a file: they are in none
// of the rows.
var linkSources = []linkSource{
	{"a[href]", css("a[href]:not([rel~=nofollow i]):not([download])"), "href", words},
	{"area[href]", css("area[href]:not([rel~=nofollow i])"), "href", attrText("alt")},
	{"iframe[src]", css("iframe[src]"), "src", attrText("title")},
	{"frame[src]", css("frame[src]"), "src", attrText("title")},
	{"link[rel=next]", css("link[href][rel~=next i]"), "href", attrText("title")},
	{"link[rel=prev]", css("link[href][rel~=prev i]"), "href", attrText("title")},
	{"link[rel=canonical]", css("link[href][rel~=canonical i]"), "href", attrText("title")},
	{"link[rel=alternate]", css("link[href][rel~=alternate i]:not([rel~=stylesheet i])"), "href", attrText("title")},
}

// referring are all elements that a row may have.
var referring = css("a[href], area[href], iframe[src], frame[src], link[href][rel]")

func css(selector string) cascadia.Selector { return cascadia.MustCompile(selector) }

func words(s *goquery.Selection) string { return nameOf(s.Nodes[0]) }

func attrText(name string) func(*goquery.Selection) string {
	return func(s *goquery.Selection) string { return s.AttrOr(name, "") }
}

// Links returns what the rendered page refers to, in the order of the document
// and 10,000 links at most, and after that what the follow rules make; of a site
// map the URLs that it names, 50,000 at most. URLs are absolute, http or https,
// without fragments except routes (#/ and #!), and come once. The rules must have
// passed Validate.
func Links(page *dyncrawl.Page, follow []Follow) []dyncrawl.Link {
	c := collector{reader: newReader(page), seen: map[string]bool{}}
	if IsSiteMap(page) {
		c.siteMap(page.HTML)
		return c.links
	}
	c.elements()
	for i := range follow {
		if follow[i].Match.Match(c.reader.url()) {
			c.follow(&follow[i])
		}
	}
	return c.links
}

// collector keeps the links that are new.
type collector struct {
	reader *reader
	links  []dyncrawl.Link
	seen   map[string]bool
}

func (c *collector) elements() {
	goquery.NewDocumentFromNode(c.reader.document().element).FindMatcher(referring).EachWithBreak(func(_ int, s *goquery.Selection) bool {
		for _, row := range linkSources {
			if s.IsMatcher(row.css) {
				c.add(s.AttrOr(row.attr, ""), row.name, row.text(s))
				break
			}
		}
		return len(c.links) < maxLinks
	})
}

// add keeps the link unless it leads nowhere or is known.
func (c *collector) add(ref, source, text string) {
	absolute, err := c.reader.resolve(ref)
	if err != nil {
		return
	}
	address, ok := webAddress(absolute)
	if !ok || c.seen[address] {
		return
	}
	c.seen[address] = true
	c.links = append(c.links, dyncrawl.Link{URL: address, Source: source, Text: clip(fold(text), maxLinkText)})
}
