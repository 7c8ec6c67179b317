package main

import (
	"net/url"
	"slices"
	"strings"

	"dyncrawl"
)

// alike returns URLs of the same form: links that differ from it in one segment
// or parameter. Where a page at /item/3/comments links to /item/4 instead, the
// end of the URL is added.
func alike(rawURL string, links []dyncrawl.Link) []string {
	for base, rest := rawURL, ""; strings.Count(base, "/") > 2; {
		if found := oneApart(rawURL, base, rest, links); len(found) > 0 {
			return found
		}
		i := strings.LastIndexByte(base, '/')
		base, rest = base[:i], base[i:]+rest
	}
	return nil
}

// oneApart returns the links that differ from base in one place, with rest added.
func oneApart(rawURL, base, rest string, links []dyncrawl.Link) []string {
	var found []string
	for _, link := range links {
		if n, last := differences(base, link.URL); n == 1 && (rest == "" || last) && link.URL+rest != rawURL {
			found = append(found, link.URL+rest)
		}
	}
	return found
}

// differences counts the pieces in which two URLs differ, and reports whether the
// last is among them; URLs with different numbers of pieces differ in all.
func differences(a, b string) (n int, last bool) {
	x, y := pieces(a), pieces(b)
	if len(x) != len(y) {
		return len(x) + len(y), true
	}
	for i := range x {
		if x[i] != y[i] {
			n++
			last = i == len(x)-1
		}
	}
	return n, last
}

// pieces takes a URL apart: host, segments, parameters and the segments of a route.
func pieces(rawURL string) []string {
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil
	}
	all := append([]string{u.Host}, strings.Split(u.Path, "/")...)
	if u.Fragment != "" {
		all = append(all, strings.Split(u.Fragment, "/")...)
	}
	if u.RawQuery != "" {
		query := strings.Split(u.RawQuery, "&")
		slices.Sort(query)
		all = append(all, query...)
	}
	return all
}
