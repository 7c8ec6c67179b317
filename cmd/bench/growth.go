package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// growth tells what becomes of the cost of a page in the course of a crawl.
type growth struct {
	out  io.Writer
	name string
	done func() int // pages the site was asked for by now
	last mark
}

// mark is a moment of a crawl.
type mark struct {
	pages int
	cpu   time.Duration
}

// stretch is how many pages are looked at together.
const stretch = 1000

// look writes a line whenever another stretch of pages is done: processor time of
// the process and its descendants in it, and the resident memory of the process
// itself.
func (g *growth) look(pid int, cpu time.Duration) {
	now := mark{g.done(), cpu}
	if now.pages < g.last.pages+stretch {
		return
	}
	all, own := resident(pid)
	fmt.Fprintf(g.out, "%s: page %d: %.1f ms of processor time a page since page %d; the process has %d MiB, %d of them its own\n",
		g.name, now.pages, (now.cpu-g.last.cpu).Seconds()*1000/float64(now.pages-g.last.pages), g.last.pages, all>>20, own>>20)
	g.last = now
}

// resident returns the resident memory of a process in bytes, and the part of it
// that no file is mapped to; see proc_pid_status(5).
func resident(pid int) (all, own uint64) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	return memoryIn(status, "VmRSS"), memoryIn(status, "RssAnon")
}
