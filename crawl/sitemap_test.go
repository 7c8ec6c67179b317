package crawl

import "testing"

// TestSiteMapURLs: site maps are told from pages by their URLs.
func TestSiteMapURLs(t *testing.T) {
	for url, want := range map[string]bool{
		"https://a.example/sitemap.xml":                true,
		"https://a.example/maps/Sitemap_index-2.xml?v": true,
		"https://a.example/news.xml.gz":                true,
		"https://a.example/sitemap":                    false,
		"https://a.example/sitemap.xml/about":          false,
		"https://a.example/page?from=/sitemap.xml":     false,
		"https://a.example/feed.xml":                   false,
	} {
		if got := siteMap.MatchString(url); got != want {
			t.Errorf("%s: %t", url, got)
		}
	}
}
