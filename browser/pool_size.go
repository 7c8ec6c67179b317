package browser

import (
	"io/fs"
	"os"
	"runtime"
	"time"
)

// Tabs for each core: at the beginning, and at most.
const (
	tabsPerCore = 2
	mostPerCore = 4
)

// resizeEvery is the time between two decisions about the number of tabs.
const resizeEvery = time.Second

// strain is what decides about the number of tabs.
type strain struct {
	cores   int
	memory  float64 // share in use of the memory that we may have
	cpu     float64 // share of the time in which somebody waited for a core
	waiting int     // visits that wait for a tab
}

// Shares of memory and of time. A browser that keeps all cores busy makes
// somebody wait most of the time; more tabs would only wait along.
const (
	memoryEmergency = 0.95 // halve the tabs
	memoryShort     = 0.85 // one tab less
	memoryAmple     = 0.75 // one tab more is allowed
	cpuShort        = 0.9
	cpuAmple        = 0.5
)

// resized returns how many tabs there should be instead of so many: 1 to four
// for each core. Short of processor time, it takes back what it gave: with fewer
// tabs than at the beginning, others would have the cores for themselves.
func resized(tabs int, s strain) int {
	switch {
	case s.memory >= memoryEmergency:
		tabs /= 2
	case s.memory >= memoryShort, s.cpu >= cpuShort && tabs > tabsPerCore*s.cores:
		tabs--
	case s.waiting > 0 && s.memory < memoryAmple && s.cpu < cpuAmple:
		tabs++
	}
	return min(max(tabs, 1), mostPerCore*s.cores)
}

// adapt resizes the pool until stop is closed.
func (p *Pool) adapt(root fs.FS, stop <-chan struct{}) {
	g := gauge{root: root}
	g.cpu(runtime.GOMAXPROCS(0), time.Now()) // the first look has nothing to compare with
	tick := time.NewTicker(resizeEvery)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case now := <-tick.C:
			bound, _, waiting := p.slots.size()
			cores := runtime.GOMAXPROCS(0)
			p.resize(resized(bound, strain{cores: cores, memory: g.memory(), cpu: g.cpu(cores, now), waiting: waiting}))
		}
	}
}

// resize sets the number of tabs and closes idle ones that are too many.
func (p *Pool) resize(tabs int) {
	p.slots.resize(tabs)
	for {
		t := p.surplus()
		if t == nil {
			return
		}
		p.discard(t)
	}
}

// surplus takes an idle tab out of the pool, the one that was used last the
// longest ago; nil when there are not too many.
func (p *Pool) surplus() *Tab {
	p.mu.Lock()
	defer p.mu.Unlock()
	bound, taken, _ := p.slots.size()
	if len(p.idle) == 0 || len(p.idle)+taken <= bound {
		return nil
	}
	t := p.idle[0]
	p.idle = p.idle[1:]
	t.rest.Stop()
	return t.Tab
}

// machine is where the gauges of the machine are read.
func machine() fs.FS { return os.DirFS("/") }
