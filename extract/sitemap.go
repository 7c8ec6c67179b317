package extract

import (
	"encoding/xml"
	"regexp"
	"strings"

	"dyncrawl"
)

// maxMapped bounds the links of a site map, as its protocol does.
const maxMapped = 50_000

// mapRoot is the beginning of a site map or of an index of site maps
// (sitemaps.org/protocol.html): what may stand before its root, and that.
var mapRoot = regexp.MustCompile(`^\x{FEFF}?\s*(<\?xml[^>]*>\s*)?((<!--[\s\S]*?-->|<!DOCTYPE[^\[>]*(\[[^\]]*\])?\s*>)\s*)*<([A-Za-z]+:)?(urlset|sitemapindex)[\s>]`)

// mapHead is within how many bytes the root of a site map begins.
const mapHead = 4 << 10

// IsSiteMap reports whether the page is a site map, which has links and nothing else.
func IsSiteMap(page *dyncrawl.Page) bool {
	return strings.Contains(page.ContentType, "xml") && mapRoot.MatchString(page.HTML[:min(len(page.HTML), mapHead)])
}

// siteMap adds the URLs that a site map names. Entities stay what they are.
func (c *collector) siteMap(text string) {
	c.reader.base = c.reader.url() // it is no HTML, which may name another one
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.Strict = false
	decoder.CharsetReader = passCharset
	inside, ref := false, ""
	for len(c.links) < maxMapped {
		token, err := decoder.Token()
		if err != nil { // of the end, or of a text that breaks off
			return
		}
		switch token := token.(type) {
		case xml.StartElement:
			inside, ref = token.Name.Local == "loc", ""
		case xml.CharData:
			if inside {
				ref += string(token)
			}
		case xml.EndElement:
			if inside {
				c.add(strings.TrimSpace(ref), "sitemap", "")
			}
			inside = false
		}
	}
}
