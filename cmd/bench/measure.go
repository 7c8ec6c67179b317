package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// cost is what a process took with all its descendants.
type cost struct {
	wall time.Duration
	cpu  time.Duration // user and system
	peak uint64        // bytes of memory: the largest sum of proportional set sizes that was seen
}

// measure runs the command to its end, and takes part costs on the way.
func measure(cmd *exec.Cmd, g *growth) (cost, error) {
	started := time.Now()
	if err := cmd.Start(); err != nil {
		return cost{}, err
	}
	stop, watched := make(chan struct{}), make(chan *family)
	go func() { watched <- watch(cmd.Process.Pid, g, stop) }()
	err := cmd.Wait()
	wall := time.Since(started)
	close(stop)
	f := <-watched
	if err != nil {
		err = fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return cost{wall: wall, cpu: f.cpu(), peak: f.peak}, err
}

// family is what was seen of a process and its descendants. The rusage of the
// kernel would miss most of a browser: the processes of its sandbox end without
// being waited for.
type family struct {
	ticks map[string]int64 // of processor time, last seen, by pid and start time
	peak  uint64
}

const (
	cpuEvery    = 50 * time.Millisecond
	memoryEvery = 10 // looks at the processor time for one at the memory
	tick        = 10 * time.Millisecond
)

// watch looks at the process with the pid and its descendants until stop is
// closed.
func watch(pid int, g *growth, stop <-chan struct{}) *family {
	f := &family{ticks: make(map[string]int64)}
	for looks := 1; ; looks++ {
		f.peak = max(f.peak, f.look(pid, looks%memoryEvery == 0))
		g.look(pid, f.cpu())
		select {
		case <-stop:
			return f
		case <-time.After(cpuEvery):
		}
	}
}

// look notes the processor time of pid and its descendants, and returns their
// memory in bytes if that is asked for.
func (f *family) look(pid int, memory bool) (sum uint64) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0 // it is gone
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	user, _ := strconv.ParseInt(fields[11], 10, 64) // utime, see proc(5)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	f.ticks[strconv.Itoa(pid)+" "+fields[19]] = user + system
	if memory {
		sum = proportional(pid)
	}
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, task := range tasks {
		list, _ := os.ReadFile(task)
		for child := range strings.FieldsSeq(string(list)) {
			if id, err := strconv.Atoi(child); err == nil {
				sum += f.look(id, memory)
			}
		}
	}
	return sum
}

func (f *family) cpu() time.Duration {
	var sum int64
	for _, ticks := range f.ticks {
		sum += ticks
	}
	return time.Duration(sum) * tick
}

// proportional returns the proportional set size of one process in bytes, 0
// when it is gone.
func proportional(pid int) uint64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	return memoryIn(text, "Pss")
}

// memoryIn returns the bytes that the text of a file in /proc has on a line of its
// own, 0 when it has none.
func memoryIn(text []byte, name string) uint64 {
	_, rest, _ := bytes.Cut(text, []byte("\n"+name+":"))
	var kib uint64
	fmt.Sscan(string(rest), &kib)
	return kib << 10
}
