package torture

import (
	"fmt"
	"net/http"
	"time"
)

const (
	copies     = 200 // pages of one content, and pages that are not there and do not say so
	slowPages  = 8
	swiftPages = 40
	slowness   = time.Second
)

// dup links to pages that differ in their URL only.
func dup(_ *Site, w http.ResponseWriter, r *request) {
	if r.rest == "" {
		list(w, "/dup/%d", copies)
		return
	}
	show(w, http.StatusOK, "always the same")
}

// softMissing links to pages that say in words only that they are not there.
func softMissing(_ *Site, w http.ResponseWriter, r *request) {
	if r.rest == "" {
		list(w, "/soft404/%d", copies)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!DOCTYPE html>\n<title>Sorry</title>\n<p>There is no such page.")
}

// slow takes its time for every page but the list of them, which has the pages of
// a swift host, too.
func slow(s *Site, w http.ResponseWriter, r *request) {
	if r.rest == "" {
		list(w, "/slow/%d", slowPages)
		for n := range swiftPages {
			fmt.Fprintf(w, "<a href=%s/swift/%d>swift</a>\n", s.hosts.Replace("${home}"), n)
		}
		return
	}
	s.hit("slow pages")
	time.Sleep(slowness)
	show(w, http.StatusOK, "slow-"+r.rest)
}

// swift answers at once; it has an item unless the slow host has had most of its
// turns before.
func swift(s *Site, w http.ResponseWriter, r *request) {
	if s.Hits("slow pages") > slowPages*3/4 {
		show(w, http.StatusServiceUnavailable, "too late")
		return
	}
	show(w, http.StatusOK, "swift-"+r.rest)
}

// list shows so many links and no item.
func list(w http.ResponseWriter, format string, n int) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!DOCTYPE html>\n<title>list</title>\n")
	for i := range n {
		fmt.Fprintf(w, "<a href="+format+">page %[1]d</a>\n", i)
	}
}
