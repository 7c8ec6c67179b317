package chrome

import (
	"slices"
	"strings"
	"syscall"
	"time"
)

// watchEvery is the time between two looks at what the pages use.
const watchEvery = 500 * time.Millisecond

// defaultTabMemory is for pages of which the largest known ones need half.
const defaultTabMemory = 1 << 30

// starvedFor is how long after a page was ended Chromium may take to say that it
// crashed, on a busy machine.
const starvedFor = 10 * time.Second

// TakeStarved reports whether a crash of which Chromium tells only now is that of a
// page which was ended because it used too much memory: Chromium says just that it
// was killed. Each such end explains one crash.
func (p *Process) TakeStarved() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.starved = slices.DeleteFunc(p.starved, func(at time.Time) bool { return time.Since(at) >= starvedFor })
	if len(p.starved) == 0 {
		return false
	}
	p.starved = p.starved[1:]
	return true
}

// starve ends a process of a page.
func (p *Process) starve(pid int) {
	p.mu.Lock()
	p.starved = append(p.starved, time.Now())
	p.mu.Unlock()
	_ = syscall.Kill(pid, syscall.SIGKILL)
}

// watch ends processes of pages that grow beyond limit bytes, and has threads of
// pages that never rest step back, until the browser has ended. V8 bounds its own
// heap; buffers, pictures and WebAssembly lie outside of it.
func (p *Process) watch(limit int64) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	busy := hogs{after: hogAfter}
	for {
		select {
		case <-p.exited:
			return
		case <-tick.C:
		}
		pages := p.renderers()
		busy.look(pages, time.Now())
		for _, pid := range pages {
			if ownMemory(pid) > limit {
				p.starve(pid)
			}
		}
	}
}

// renderers returns the processes of the browser that show pages.
func (p *Process) renderers() (found []int) {
	pids, _ := processIDs()
	for _, pid := range pids {
		if _, group, ok := kinship(pid); ok && group == p.PID() && strings.Contains(commandLine(pid), "--type=renderer") {
			found = append(found, pid)
		}
	}
	return found
}
