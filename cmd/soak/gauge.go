package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"dyncrawl/browser/chrome"
)

// sample is what this process holds after some pages.
type sample struct {
	pages       int
	heap        float64 // MiB of the Go heap in use after a collection
	resident    float64 // MiB of this process
	goroutines  float64
	descriptors float64
	processes   int // of browsers
}

const mib = 1 << 20

func takeSample(pages int) sample {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	var total, resident int
	statm, _ := os.ReadFile("/proc/self/statm") // in pages, see proc_pid_statm(5)
	fmt.Sscan(string(statm), &total, &resident)
	descriptors, _ := os.ReadDir("/proc/self/fd")
	members, _ := chrome.Members()
	return sample{
		pages: pages, heap: float64(m.HeapInuse) / mib, resident: float64(resident*os.Getpagesize()) / mib,
		goroutines: float64(runtime.NumGoroutine()), descriptors: float64(len(descriptors)), processes: len(members),
	}
}

// profiles returns how many folders of browsers this process has left.
func profiles() int {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), fmt.Sprintf("dyncrawl-chrome-%d-*", os.Getpid())))
	return len(left)
}

// slope returns how much the value grows in 1,000 pages: the line of least
// squares through the samples. It is 0 when there are fewer than two.
func slope(samples []sample, value func(sample) float64) float64 {
	var n, x, y, xx, xy float64
	for _, s := range samples {
		p, v := float64(s.pages)/1000, value(s)
		n, x, y, xx, xy = n+1, x+p, y+v, xx+p*p, xy+p*v
	}
	if d := n*xx - x*x; d > 0 {
		return (n*xy - x*y) / d
	}
	return 0
}
