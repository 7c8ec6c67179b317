package learn

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// part is a piece of a page's URL and its name: "path 1", "path 1 digits",
// "query id", or "route 2" for a fragment such as #/item/7.
type part struct{ name, text string }

var digits = regexp.MustCompile(`\d+`)

// urlParts takes a page's URL apart, the plainest pieces first.
func urlParts(rawURL string) []part {
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil
	}
	parts := segments("path", u.Path)
	query := u.Query()
	for _, name := range sortedKeys(query) {
		parts = append(parts, part{"query " + name, query.Get(name)})
	}
	parts = append(parts, segments("route", strings.TrimPrefix(u.Fragment, "!"))...)
	for _, p := range parts {
		if found := digits.FindString(p.text); found != "" && found != p.text {
			parts = append(parts, part{p.name + " digits", found})
		}
	}
	return parts
}

// segments names the pieces between slashes.
func segments(name, path string) []part {
	var parts []part
	for i, text := range strings.Split(strings.TrimPrefix(path, "/"), "/") {
		if text != "" {
			parts = append(parts, part{name + " " + strconv.Itoa(i), text})
		}
	}
	return parts
}

// originOf returns scheme and host of a URL.
func originOf(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
