package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dyncrawl"
)

// TestSiteMap: a site map has the links of its loc elements, whatever stands around
// them; entities of its own stay unexpanded, and other XML is no site map.
func TestSiteMap(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"plain", `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc> https://a.example/1?x=1&amp;y=2 </loc><lastmod>2026-01-01</lastmod></url></urlset>`,
			[]string{"https://a.example/1?x=1&y=2"}},
		{"index", "\uFEFF<!-- made by hand -->\n<sitemapindex><sitemap><loc>https://a.example/b.xml</loc></sitemap></sitemapindex>", []string{"https://a.example/b.xml"}},
		{"prefix", `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc><![CDATA[https://a.example/1]]></s:loc></s:url></s:urlset>`, []string{"https://a.example/1"}},
		{"broken off", `<urlset><url><loc>https://a.example/1</loc></url><url><loc>https://a.exa`, []string{"https://a.example/1"}},
		{"bare ampersand", `<urlset><url><loc>https://a.example/?a=1&b=2</loc></url></urlset>`, []string{"https://a.example/?a=1&b=2"}},
		{"entities", `<!DOCTYPE urlset [<!ENTITY a "https://a.example/x">]><urlset><url><loc>&a;</loc></url></urlset>`, []string{"https://a.example/&a;"}},
		{"a feed", `<rss><channel><link>https://a.example/1</link></channel></rss>`, nil},
	} {
		page := &dyncrawl.Page{URL: "https://a.example/sitemap.xml", ContentType: "application/xml", HTML: c.text}
		var got []string
		for _, l := range Links(page, nil) {
			got = append(got, l.URL)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if IsSiteMap(page) != (c.want != nil) {
			t.Errorf("%s: taken for a site map, or not", c.name)
		}
	}
}

// TestLongSiteMap: no more is taken of a site map than one may have.
func TestLongSiteMap(t *testing.T) {
	page := &dyncrawl.Page{URL: "https://a.example/sitemap.xml"}
	c := collector{reader: newReader(page), seen: map[string]bool{}, links: make([]dyncrawl.Link, maxMapped-2)}
	c.siteMap("<urlset><url><loc>/1</loc></url><url><loc>/2</loc></url><url><loc>/3</loc></url></urlset>")
	if len(c.links) != 50_000 {
		t.Errorf("%d links", len(c.links))
	}
}
