package crawl_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// TestErrorPagesLeadOn: where pages are explored, what an error page links to is
// visited, but error pages that lead to ever more of their kind come to an end.
func TestErrorPagesLeadOn(t *testing.T) {
	t.Parallel()
	for explore, want := range map[string]int32{"on": 21, "off": 1} {
		t.Run(explore, func(t *testing.T) {
			var asked atomic.Int32
			_, _, err := crawlSite(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/" {
					fmt.Fprint(w, `<!DOCTYPE html><title>Start</title><a href="/gone?n=1">Gone</a>`)
					return
				}
				w.WriteHeader(http.StatusNotFound)
				fmt.Fprintf(w, `<!DOCTYPE html><title>Not found</title><a href="/gone?n=%d">More</a>`, asked.Add(1)+1)
			}, `
name: test
vars: {base: ""}
start: ${base}/
scope: {include: ["${base}/**"]}
explore: `+explore+`
`)
			if err != nil {
				t.Fatal(err)
			}
			if got := asked.Load(); got != want {
				t.Errorf("%d error pages were visited, want %d", got, want)
			}
		})
	}
}

// TestPagesKnowWhereTheyAreComeFrom: an explored page is told, also when it is loaded again,
// which page of its site has led to it.
func TestPagesKnowWhereTheyAreComeFrom(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	told := map[string]bool{}
	_, _, err := crawlSite(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<!DOCTYPE html><title>Start</title><a href="/next">Next</a>`)
		case "/next":
			mu.Lock()
			told[strings.TrimPrefix(r.Referer(), "http://"+r.Host)] = true
			mu.Unlock()
			fmt.Fprint(w, `<!DOCTYPE html><title>Next</title><button>One</button><script>let n = 0; document.querySelector('button').onclick = (e) => { e.target.textContent = 'Pressed'; localStorage.n = 1; }</script>`)
		}
	}, `
name: test
vars: {base: ""}
start: ${base}/
scope: {include: ["${base}/**"]}
explore: on
`)
	if err != nil {
		t.Fatal(err)
	}
	if len(told) != 1 || !told["/"] {
		t.Errorf("it was told %v", told)
	}
}
