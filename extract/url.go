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
func resolve(base, ref string) (string, error) { return new(resolver).resolve(base, ref) }

// resolver makes the references of one text absolute. It reads what they begin at once;
// without that they must be absolute.
type resolver struct {
	base   string
	parsed *url.Url // what base says; nil: it is no URL, or nothing was resolved yet
}

func (r *resolver) resolve(base, ref string) (string, error) {
	u, err := r.parse(base, ref)
	if err != nil {
		return "", fmt.Errorf("%q is not a URL", clip(ref, 60))
	}
	if u.Scheme() == "javascript" {
		return "", fmt.Errorf("%q is a script, not a URL", clip(ref, 60))
	}
	return u.Href(false), nil
}

func (r *resolver) parse(base, ref string) (*url.Url, error) {
	if base == "" {
		return url.Parse(ref)
	}
	if r.parsed == nil || r.base != base {
		parsed, err := url.Parse(base)
		if err != nil {
			return nil, err
		}
		r.base, r.parsed = base, parsed
	}
	return r.parsed.Parse(ref)
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
