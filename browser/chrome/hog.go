package chrome

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"
)

const (
	// restless is the share of a time that a thread must have run, or waited for a
	// core, for it not to have rested.
	restless = 0.9
	// hogAfter is how long a thread of a page must not have rested to be a hog.
	hogAfter = 2 * time.Second
	// hogNice is how much lower the priority of hogs is, in units of nice(2): each gets
	// a tenth of the processor time of a thread of another page that wants it, too
	// (sched(7)).
	hogNice = 10
)

// hogs finds the threads of pages that compute without a rest, and has those of
// other pages go before them: a script that never ends, or a worker that does not,
// would else take from every other tab its share of the cores.
type hogs struct {
	after   time.Duration // without a rest
	looked  time.Time
	threads map[int]labour // by thread id
}

// labour is what a thread has done until the last look.
type labour struct {
	wanted time.Duration // that it ran, or could have
	since  time.Duration // that it has not rested for
	back   bool          // it has stepped back
}

// look reads what the threads of the processes have done since the last look.
func (h *hogs) look(processes []int, now time.Time) {
	elapsed := now.Sub(h.looked)
	threads := map[int]labour{}
	for _, pid := range processes {
		tasks, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
		for _, task := range tasks {
			tid, _ := strconv.Atoi(task.Name())
			sum, ok := wanted(pid, tid)
			if !ok {
				continue
			}
			last, known := h.threads[tid]
			next := labour{wanted: sum, back: last.back}
			if known && (sum-last.wanted).Seconds() >= restless*elapsed.Seconds() {
				next.since = last.since + elapsed
			}
			if next.since >= h.after && !next.back {
				stepBack(tid)
				next.back = true
			}
			threads[tid] = next
		}
	}
	h.looked, h.threads = now, threads
}

// stepBack lowers the priority of a thread, as far as it goes.
func stepBack(tid int) {
	if raw, err := syscall.Getpriority(syscall.PRIO_PROCESS, tid); err == nil { // Linux returns 20 - nice
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, tid, min(20-raw+hogNice, 19))
	}
}

// wanted returns how long a thread has run or waited for a core, false when it has
// ended or the kernel does not count that (proc_pid_schedstat(5)).
func wanted(pid, tid int) (time.Duration, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/schedstat", pid, tid))
	if err != nil {
		return 0, false
	}
	var ran, waited time.Duration
	_, err = fmt.Sscan(string(text), &ran, &waited)
	return ran + waited, err == nil
}
