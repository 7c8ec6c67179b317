package torture

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

// robots are hosts that differ in their robots.txt; all have a page at /page. The
// path of a case names them as ${robots-name}.
var robots = map[string]http.HandlerFunc{
	"long": func(w http.ResponseWriter, r *http.Request) { // the rule ends within the first 500 KiB (RFC 9309, section 2.5)
		const rule = "User-agent: *\nDisallow: /page\n"
		io.WriteString(w, strings.Repeat("#", 500<<10-len(rule)-1)+"\n"+rule)
		for range 10 {
			io.WriteString(w, strings.Repeat("# padding\n", 100<<10))
		}
	},
	"five":   wander(5),
	"six":    wander(6),
	"broken": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
	"hidden": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) },
	"silent": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	"marked": says("\uFEFFUser-agent: *\nDisallow: /page\n"),
	"stars":  says("User-agent: *\nDisallow: /*" + strings.Repeat("a*", 40) + "b\nDisallow: /pa*e$\n"),
	"odd":    says("Disallow /\x00\nUser-agent: *\nDisallow: /%\nCrawl-delay: 1e300\nAllow\n\xff\xfe: x\nUser-agent dyncrawl\nDisallow: /other\n"),
}

func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, text) }
}

// wander redirects so many times before it forbids the page.
func wander(times int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		n := len(r.URL.Query()["step"])
		if n == times {
			says("User-agent: *\nDisallow: /page\n")(w, r)
			return
		}
		http.Redirect(w, r, "/robots.txt?"+strings.Repeat("step=&", n+1), http.StatusFound)
	}
}

// serveRobots starts the hosts and returns what stands for them in paths.
func (s *Site) serveRobots() (names []string, err error) {
	for name, rules := range robots {
		addr, err := s.serveHTTP(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			s.hit("robots " + name + r.URL.Path)
			if r.URL.Path == "/robots.txt" {
				rules(w, r)
				return
			}
			show(w, http.StatusOK, "page")
		}))
		if err != nil {
			return nil, fmt.Errorf("serve the host %s: %w", name, err)
		}
		names = append(names, "${robots-"+name+"}", "http://"+addr)
	}
	return names, nil
}
