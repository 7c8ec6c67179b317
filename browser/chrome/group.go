package chrome

import (
	"errors"
	"syscall"
	"time"
)

// groupTimeout bounds the wait for the last processes of a killed group.
const groupTimeout = 3 * time.Second

// adoptOrphans makes the children of a dead browser fall to us instead of to
// the process with id 1, which may be slow to wait for them, or never do it.
func adoptOrphans() {
	const prSetChildSubreaper = 36
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0)
}

func killGroup(pgid int) { _ = syscall.Kill(-pgid, syscall.SIGKILL) }

// reapGroup waits until nothing of the killed group is left, zombies included.
func reapGroup(pgid int) {
	for end := time.Now().Add(groupTimeout); time.Now().Before(end); {
		pid, err := syscall.Wait4(-pgid, nil, syscall.WNOHANG, nil)
		if pid > 0 || errors.Is(err, syscall.EINTR) {
			continue
		}
		if errors.Is(syscall.Kill(-pgid, syscall.SIGKILL), syscall.ESRCH) {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}
