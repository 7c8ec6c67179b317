package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"syscall"
	"time"

	"dyncrawl/browser/chrome"
)

// killer kills the browser at random moments of a crawl.
type killer struct {
	random *rand.Rand
	at     []int // pages after which it strikes, in order
	killed int
}

// newKiller spreads n kills over the pages.
func newKiller(seed uint64, n, pages int) *killer {
	k := &killer{random: rand.New(rand.NewPCG(seed, 0))}
	for range n {
		k.at = append(k.at, k.random.IntN(pages))
	}
	slices.Sort(k.at)
	return k
}

// strikePause bounds the random wait before a kill.
const strikePause = time.Second

// run strikes whenever visited says that it is time, until all kills are done or
// ctx ends. A browser that is still starting is killed like any other.
func (k *killer) run(ctx context.Context, visited func() int) {
	for k.killed < len(k.at) {
		wait := lookEvery
		if visited() >= k.at[k.killed] {
			wait = time.Duration(k.random.Int64N(int64(strikePause)))
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if visited() >= k.at[k.killed] && killBrowser() {
			k.killed++
		}
	}
}

// killBrowser kills the main process of the browser; it reports false when none runs.
func killBrowser() bool {
	members, _ := chrome.Members()
	for _, m := range members {
		if m.PID == m.Group && syscall.Kill(m.PID, syscall.SIGKILL) == nil {
			return true
		}
	}
	return false
}
