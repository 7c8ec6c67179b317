package crawl

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"dyncrawl"
	"dyncrawl/explore"
	"dyncrawl/flows"
)

// scope decides which URLs belong to the crawl.
type scope struct {
	names   []string // hosts with port, lower case; "*.example.org" covers subdomains
	include []dyncrawl.Pattern
	exclude []dyncrawl.Pattern
	depth   *int
}

// newScope returns the flow's scope; its hosts are those of the start URLs
// unless the flow names others.
func newScope(f *flows.Flow) (scope, error) {
	s := scope{include: f.Scope.Include, exclude: f.Scope.Exclude, depth: f.Scope.Depth}
	for _, host := range f.Scope.Hosts {
		s.names = append(s.names, strings.ToLower(host))
	}
	if len(s.names) > 0 {
		return s, nil
	}
	for start, err := range f.StartURLs() {
		if err != nil {
			return scope{}, err
		}
		u, err := url.Parse(start)
		if err != nil {
			return scope{}, fmt.Errorf("start %q: %w", start, err)
		}
		if host := strings.ToLower(u.Host); !slices.Contains(s.names, host) {
			s.names = append(s.names, host)
		}
	}
	return s, nil
}

// hosts reports whether the host of rawURL belongs to the crawl.
func (s scope) hosts(rawURL string) bool {
	u, err := url.Parse(rawURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	host := strings.ToLower(u.Host)
	return slices.ContainsFunc(s.names, func(name string) bool {
		if domain, ok := strings.CutPrefix(name, "*."); ok {
			return host == domain || strings.HasSuffix(host, "."+domain)
		}
		return host == name
	})
}

// admits reports whether a link to rawURL is followed.
func (s scope) admits(rawURL string) bool {
	matches := func(p dyncrawl.Pattern) bool { return p.Match(rawURL) }
	return s.hosts(rawURL) &&
		(len(s.include) == 0 || slices.ContainsFunc(s.include, matches)) &&
		!slices.ContainsFunc(s.exclude, matches)
}

// requests returns the links of a page that belong to the crawl.
func (s scope) requests(from dyncrawl.Request, links []dyncrawl.Link) []dyncrawl.Request {
	depth := from.Depth + 1
	if s.depth != nil && depth > *s.depth {
		return nil
	}
	var requests []dyncrawl.Request
	for _, l := range links {
		if s.admits(l.URL) && !logsOut(l) && leadsToPage(l) && !explore.Harmful(l) {
			requests = append(requests, dyncrawl.Request{URL: l.URL, Depth: depth, Priority: rank(l), Referrer: from.URL})
		}
	}
	return requests
}

// Links that end the session, by path and by text. They are never followed.
var (
	logoutPath = regexp.MustCompile(`(?i)(^|[^a-z])(log|sign)[-_]?(out|off)([^a-z]|$)|[/=](logout|signout|deconnexion|abmelden)`)
	logoutText = regexp.MustCompile(`(?i)^\W*(log|sign)[ -]?(out|off)\W*$|^\s*(安全)?(退出(登录|登陆)?|注销(登录)?|登出)\s*$|` +
		`^\s*(abmelden|ausloggen|(se )?d[ée]connexion|se d[ée]connecter|cerrar sesi[oó]n|salir|esci|disconnetti|sair|terminar sess[aã]o|выйти|выход|ログアウト|로그아웃|uitloggen|afmelden|wyloguj( się)?|logga ut)\s*$`)
)

// logsOut reports whether following the link would end the session.
func logsOut(l dyncrawl.Link) bool {
	u, err := url.Parse(l.URL)
	return err != nil || logoutPath.MatchString(u.RequestURI()) || logoutText.MatchString(l.Text)
}
