package crawl_test

import (
	"fmt"
	"net/http"
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
