package flows

import (
	"net/url"
	"strings"
)

// maxStartOrigins is how many start URLs are looked at for their origins.
const maxStartOrigins = 10_000

// Origins returns the origins that may be told the flow's secrets: those of its
// start URLs, of the session's url and check, of the URLs that its steps go to,
// and those that the session names.
func (f *Flow) Origins() []string {
	var list []string
	add := func(text string) {
		if origin := originOf(text); origin != "" && !contains(list, origin) {
			list = append(list, origin)
		}
	}
	n := 0
	for start, err := range f.StartURLs() {
		if n++; err != nil || n > maxStartOrigins {
			break
		}
		add(start)
	}
	if s := f.Session; s != nil {
		add(s.URL)
		add(s.Check.URL)
		for _, origin := range s.Origins {
			add(origin)
		}
	}
	for step := range f.allSteps() {
		if step.Goto != nil {
			add(step.Goto.URL)
		}
	}
	return list
}

// originOf returns scheme, host and port of a URL, the usual port left out; empty
// when it is not http or https.
func originOf(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || strings.Contains(u.Host, "$") {
		return ""
	}
	scheme, host := strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	usual := map[string]string{"http": ":80", "https": ":443"}[scheme]
	if usual == "" {
		return ""
	}
	return scheme + "://" + strings.TrimSuffix(host, usual)
}

// matchOrigin reports whether the origin is the wanted one, lies below it when
// that begins with *., or is it by https instead of http.
func matchOrigin(want, origin string) bool {
	if origin == want {
		return true
	}
	scheme, host, _ := strings.Cut(want, "://")
	if scheme == "http" && !strings.Contains(host, ":") && origin == "https://"+host {
		return true
	}
	domain, wild := strings.CutPrefix(host, "*.")
	return wild && strings.HasPrefix(origin, scheme+"://") && strings.HasSuffix(origin, "."+domain)
}
