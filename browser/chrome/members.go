package chrome

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Member is a process of a browser.
type Member struct {
	PID     int
	Group   int    // PID of the browser's main process
	Command string // command line
}

// Members returns the processes of all browsers that this process has started
// and that still run.
func Members() ([]Member, error) {
	pids, err := processIDs()
	if err != nil {
		return nil, err
	}
	mains := map[int]bool{}
	for _, pid := range pids {
		parent, group, ok := kinship(pid)
		if ok && parent == os.Getpid() && group == pid && strings.Contains(commandLine(pid), "--remote-debugging-pipe") {
			mains[pid] = true
		}
	}
	var all []Member
	for _, pid := range pids {
		if _, group, ok := kinship(pid); ok && mains[group] {
			all = append(all, Member{pid, group, commandLine(pid)})
		}
	}
	return all, nil
}

// processIDs lists the processes of the machine.
func processIDs() ([]int, error) {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil, fmt.Errorf("list processes: %w", err)
	}
	defer proc.Close()
	names, err := proc.Readdirnames(-1)
	if err != nil {
		return nil, fmt.Errorf("list processes: %w", err)
	}
	var pids []int
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

// kinship returns the parent and the group of a process (proc_pid_stat(5)),
// false when it has ended.
func kinship(pid int) (parent, group int, ok bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, false
	}
	var state string
	after := stat[bytes.LastIndexByte(stat, ')')+1:] // the name before it may hold anything
	_, err = fmt.Sscan(string(after), &state, &parent, &group)
	return parent, group, err == nil
}

// commandLine returns the command line of a process, empty when it has ended.
func commandLine(pid int) string {
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return string(bytes.TrimRight(bytes.ReplaceAll(line, []byte{0}, []byte{' '}), " "))
}

// ownMemory returns the bytes of memory that nobody shares with the process,
// and what it shares without a file (proc_pid_status(5)): the program itself,
// which all of them map, is left out. It is 0 when the process has ended.
func ownMemory(pid int) int64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	var sum int64
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		if name == "RssAnon" || name == "RssShmem" {
			kilobytes, _, _ := strings.Cut(strings.TrimSpace(value), " ")
			n, _ := strconv.ParseInt(kilobytes, 10, 64)
			sum += n << 10
		}
	}
	return sum
}
