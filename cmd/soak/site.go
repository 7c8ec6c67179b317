package main

import (
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"

	"dyncrawl/demo"
)

// kind of a page of the site.
type kind int

const (
	good kind = iota
	hanging
	crashing
	huge
)

// hugeText is what a huge page has beside its item, in bytes.
const hugeText = 8 << 20

// site is the bench site with pages that do harm. Of every hundred pages, bad
// hang in a script without end, as many use memory until they are ended, and as
// many are huge.
type site struct {
	*demo.Bench
	bad int
}

// kind spreads the harmful pages evenly, the kinds taking turns. No page links
// to them alone: all pages are start URLs.
func (s *site) kind(id int) kind {
	harmful := 3 * s.bad // of every hundred pages
	if n := id * harmful; n%100 < harmful {
		return hanging + kind(n/100%3)
	}
	return good
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.Bench.ServeHTTP(w, r)
	id, err := strconv.Atoi(path.Base(r.URL.Path))
	if err == nil && strings.Contains(r.URL.Path, "/p/") {
		harm(w, s.kind(id))
	}
}

// harm adds to a page, whose own script has not run yet, what makes it harmful.
func harm(w io.Writer, k kind) {
	switch k {
	case hanging:
		io.WriteString(w, "<script>for (;;);</script>")
	case crashing:
		io.WriteString(w, "<script>for (const all = [];;) all.push(new Uint8Array(32 << 20).fill(1));</script>")
	case huge:
		paragraph := "<p hidden>" + strings.Repeat("filler ", 1<<10)
		io.WriteString(w, strings.Repeat(paragraph, hugeText/len(paragraph)))
	}
}

// readable returns the items of the pages that can be read, by id.
func (s *site) readable() map[int64]demo.BenchItem {
	all := make(map[int64]demo.BenchItem)
	for _, item := range s.Items() {
		if k := s.kind(item.ID); k == good || k == huge {
			all[int64(item.ID)] = item
		}
	}
	return all
}
