package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
)

// stock is what this process holds at a moment.
type stock struct {
	processes, profiles int   // of browsers
	resident, heap      int64 // bytes of memory of its own: those of files, such as the program's, come and go with what is run
}

func takeStock() stock {
	members, _ := chrome.Members()
	profiles, _ := filepath.Glob(filepath.Join(os.TempDir(), fmt.Sprintf("dyncrawl-chrome-%d-*", os.Getpid())))
	debug.FreeOSMemory() // what is not used is no growth
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	var total, resident, ofFiles int64
	statm, _ := os.ReadFile("/proc/self/statm")
	fmt.Sscan(string(statm), &total, &resident, &ofFiles)
	return stock{len(members), len(profiles), (resident - ofFiles) * int64(os.Getpagesize()), int64(m.HeapAlloc)}
}

// strike kills, or stops, what a hostile page wants to see killed in the
// browsers of this process.
func strike(what string) {
	members, _ := chrome.Members()
	marks := map[string]string{"renderer": "--type=renderer", "gpu": "--type=gpu-process", "network": "network.mojom.NetworkService"}
	for _, m := range members {
		switch {
		case what == "browser" && m.PID == m.Group:
			_ = syscall.Kill(m.PID, syscall.SIGKILL)
		case what == "freeze" && m.PID == m.Group:
			_ = syscall.Kill(m.PID, syscall.SIGSTOP)
		case marks[what] != "" && strings.Contains(m.Command, marks[what]):
			_ = syscall.Kill(m.PID, syscall.SIGKILL)
		}
	}
}

// watchedOpener opens browsers and remembers them.
type watchedOpener struct {
	open func(context.Context) (browser.Driver, error)

	mu   sync.Mutex
	last browser.Driver
	n    int
}

// Open starts a browser.
func (w *watchedOpener) Open(ctx context.Context) (browser.Driver, error) {
	d, err := w.open(ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = d
	w.n++
	return d, err
}

func (w *watchedOpener) started() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.n
}

// pages returns how many pages are open in the last browser.
func (w *watchedOpener) pages(ctx context.Context) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last == nil {
		return 0
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var all struct {
		TargetInfos []struct {
			Type string `json:"type"`
		} `json:"targetInfos"`
	}
	_ = w.last.Browser().Call(ctx, "Target.getTargets", nil, &all) // a browser that is gone has none
	for _, t := range all.TargetInfos {
		if t.Type == "page" {
			n++
		}
	}
	return n
}
