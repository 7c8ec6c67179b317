package torture

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

const (
	realPages   = 50 // beside the calendar, and beside the filters
	hiddenPages = 60 // behind session ids
	filters     = 16
)

// trap answers with pages that lead to ever more of their kind.
func trap(_ *Site, w http.ResponseWriter, r *request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	kind, rest, _ := strings.Cut(r.rest, "/")
	fmt.Fprintf(w, "<!DOCTYPE html>\n<title>%s</title>\n", kind)
	switch kind {
	case "cal":
		calendar(w, rest)
	case "sid", "s":
		sessionIDs(w, rest)
	case "facets":
		facets(w, r)
	case "rel":
		fmt.Fprint(w, `<a href="deeper/">one deeper</a>`)
	default: // a real page
		fmt.Fprintf(w, "<b class=item>%s</b>\n", r.rest)
	}
}

func links(w io.Writer, format string) {
	for n := range realPages {
		fmt.Fprintf(w, "<a href="+format+">page %[1]d</a>\n", n)
	}
}

// calendar shows a month, given as year/month, and leads to those beside it.
func calendar(w io.Writer, month string) {
	day, err := time.Parse("2006/1", month)
	if err != nil {
		links(w, "/trap/event/%[1]d")
		day = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)
	}
	fmt.Fprintf(w, "<h1>%s</h1>\n", day.Format("January 2006"))
	for _, step := range []int{-1, 1} {
		beside := day.AddDate(0, step, 0)
		fmt.Fprintf(w, "<a href=/trap/cal/%s>%s</a>\n", beside.Format("2006/1"), beside.Format("January"))
	}
}

// sessionIDs shows the page whose number the path ends in, and the menu of all
// pages under another session id.
func sessionIDs(w io.Writer, path string) {
	if _, n, ok := strings.Cut(path, "/p/"); ok {
		fmt.Fprintf(w, "<b class=item>hidden-%s</b>\n", n)
	}
	id := fmt.Sprintf("%016x", rand.Uint64())
	for n := range hiddenPages {
		fmt.Fprintf(w, "<a href=/trap/s/%s/p/%d>page %[2]d</a>\n", id, n)
	}
}

// facets shows a list with filters, each of which can be set beside the others.
func facets(w io.Writer, r *request) {
	links(w, "/trap/thing/%[1]d")
	for n := range filters {
		query := r.URL.Query()
		query.Set(fmt.Sprintf("f%d", n), "1")
		fmt.Fprintf(w, "<a href=\"/trap/facets?%s\">filter %d</a>\n", query.Encode(), n)
	}
}
