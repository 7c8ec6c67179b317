package main

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

const (
	lookEvery   = 50 * time.Millisecond
	sampleEvery = 50  // pages
	printEvery  = 500 // pages
)

// watch follows a crawl.
type watch struct {
	out     io.Writer
	count   func(context.Context) (int, error) // pages that were visited, whatever came of it
	visited atomic.Int64
	samples []sample
	stall   time.Duration // longest time in which no visit ended
}

// run looks, samples and prints until ctx ends.
func (w *watch) run(ctx context.Context) {
	fmt.Fprintln(w.out, "pages   heap MiB   RSS MiB   goroutines   descriptors   processes   longest stall")
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	moved, next, row := time.Now(), sampleEvery, printEvery
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		pages, err := w.count(ctx)
		if err != nil {
			continue // the store is closing
		}
		w.stall = max(w.stall, time.Since(moved))
		if int64(pages) != w.visited.Swap(int64(pages)) {
			moved = time.Now()
		}
		if pages < next {
			continue
		}
		next = pages/sampleEvery*sampleEvery + sampleEvery
		w.samples = append(w.samples, takeSample(pages))
		if pages >= row {
			row = pages/printEvery*printEvery + printEvery
			w.print(w.samples[len(w.samples)-1])
		}
	}
}

func (w *watch) print(s sample) {
	fmt.Fprintf(w.out, "%5d %10.1f %9.1f %12.0f %13.0f %11d %13.1f s\n",
		s.pages, s.heap, s.resident, s.goroutines, s.descriptors, s.processes, w.stall.Seconds())
}

// warm returns the samples after the first fifth of the pages, in which caches
// and pools fill.
func (w *watch) warm(pages int) []sample {
	for i, s := range w.samples {
		if s.pages >= pages/5 {
			return w.samples[i:]
		}
	}
	return nil
}
