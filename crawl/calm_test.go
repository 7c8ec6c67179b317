package crawl_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// TestCalmPages: after some pages on which nothing can be done, the next one of their
// shape is not held, but loaded again when it turns out to be alive; what its button
// and its script lead to is found.
func TestCalmPages(t *testing.T) {
	t.Parallel()
	const alive = 9
	for name, page := range map[string]string{
		"button": `<button onclick="fetch('/fo' + 'und')">More</button>`,
		"script": `<script>location.href = "/fo" + "und";</script>`,
	} {
		t.Run(name, func(t *testing.T) {
			var asked [alive + 1]atomic.Int32
			kept, _, err := crawlSite(t, func(w http.ResponseWriter, r *http.Request) {
				var n int
				if _, err := fmt.Sscanf(r.URL.Path, "/p/%d", &n); err != nil {
					return
				}
				asked[n].Add(1)
				fmt.Fprintf(w, `<!DOCTYPE html><title>%d</title><p>%s</p><img src="/%[1]d.png">`, n, strings.Repeat("Much to read. ", 30))
				if n < alive {
					fmt.Fprintf(w, `<a href="/p/%d">on</a>`, n+1)
				} else {
					fmt.Fprint(w, page)
				}
			}, `
name: test
vars: {base: ""}
start: ${base}/p/1
scope: {include: ["${base}/p/*"]}
explore: on
`)
			if err != nil {
				t.Fatal(err)
			}
			for n := 1; n <= alive; n++ {
				want := int32(1)
				if n == alive {
					want = 2 // not held, and held
				}
				if got := asked[n].Load(); got != want {
					t.Errorf("page %d was asked for %d times, want %d", n, got, want)
				}
			}
			if n := number(t, kept, `SELECT count(*) FROM links WHERE url LIKE '%/found' AND source NOT LIKE 'guess%'`); n == 0 {
				t.Error("what the page leads to was not found")
			}
		})
	}
}
