package extract

import (
	"fmt"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/html"
)

// resolve makes ref absolute by the rules of browsers (url.spec.whatwg.org),
// which mend backslashes, spaces and stray percent signs.
func resolve(base, ref string) (string, error) {
	u, err := url.NewParser().ParseRef(base, ref)
	if err != nil {
		return "", fmt.Errorf("%q is not a URL", clip(ref, 60))
	}
	if u.Scheme() == "javascript" {
		return "", fmt.Errorf("%q is a script, not a URL", clip(ref, 60))
	}
	return u.Href(false), nil
}

// baseOf returns the URL that references on the page are relative to.
func baseOf(document *html.Node, pageURL string) string {
	href, ok := goquery.NewDocumentFromNode(document).Find("base[href]").First().Attr("href")
	if !ok {
		return pageURL
	}
	base, err := resolve(pageURL, href)
	if err != nil {
		return pageURL
	}
	return base
}

// webAddress returns the URL as the crawler visits it: http and https only, and
// without a fragment unless that is a route (#/ or #!).
func webAddress(rawURL string) (string, bool) {
	if !strings.HasPrefix(rawURL, "http://") && !strings.HasPrefix(rawURL, "https://") {
		return "", false
	}
	address, fragment, _ := strings.Cut(rawURL, "#")
	if strings.HasPrefix(fragment, "/") || strings.HasPrefix(fragment, "!") {
		return rawURL, true
	}
	return address, true
}
