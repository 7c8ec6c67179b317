package chrome

import (
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// TestHogsStepBack: a process that never rests gets a lower priority, once; one that
// rests keeps its own.
func TestHogsStepBack(t *testing.T) {
	run := func(script string) int {
		cmd := exec.Command("sh", "-c", script)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		return cmd.Process.Pid
	}
	nice := func(pid int) int {
		raw, err := syscall.Getpriority(syscall.PRIO_PROCESS, pid)
		if err != nil {
			t.Fatal(err)
		}
		return 20 - raw
	}
	busy, idle := run("while :; do :; done"), run("sleep 60")
	before := nice(busy)
	h := hogs{after: 100 * time.Millisecond}
	for deadline := time.Now().Add(30 * time.Second); nice(busy) == before && time.Now().Before(deadline); {
		h.look([]int{busy, idle}, time.Now())
		time.Sleep(20 * time.Millisecond)
	}
	for range 10 {
		h.look([]int{busy, idle}, time.Now())
		time.Sleep(20 * time.Millisecond)
	}
	if got, want := nice(busy), min(before+hogNice, 19); got != want {
		t.Errorf("the busy one has nice %d, want %d", got, want)
	}
	if got := nice(idle); got != before {
		t.Errorf("the idle one has nice %d, want %d", got, before)
	}
}
