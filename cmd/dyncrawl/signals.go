package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// interrupts returns a context that ends at the second interrupt, and a channel
// that is closed at the first: a crawl finishes its open pages then.
func interrupts(parent context.Context, w io.Writer) (context.Context, <-chan struct{}, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	stop := make(chan struct{})
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		defer signal.Stop(signals)
		select {
		case <-signals:
			fmt.Fprintln(w, "\nstopping; once more stops at once")
			close(stop)
		case <-ctx.Done():
			return
		}
		select {
		case <-signals:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, stop, cancel
}

// endAt has a command, and those below it, end when stop is closed.
func endAt(stop <-chan struct{}, cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		endAt(stop, sub)
	}
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx, cancel := context.WithCancel(cmd.Context())
		defer cancel()
		go func() {
			select {
			case <-stop:
				cancel()
			case <-ctx.Done():
			}
		}()
		cmd.SetContext(ctx)
		return run(cmd, args)
	}
}

// runAsInit is what process 1 of a container does: it runs dyncrawl as a child,
// passes signals on and reaps the processes that Chromium leaves behind, so
// that no init program is needed.
func runAsInit() int {
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, "dyncrawl:", err)
		return exitError
	}
	child := exec.Command(self, os.Args[1:]...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	// A terminal interrupts its whole foreground group: the child would be
	// told twice, by it and by us, and stop at once.
	child.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	if err := child.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "dyncrawl:", err)
		return exitError
	}
	go func() {
		for s := range signals {
			child.Process.Signal(s)
		}
	}()
	return reap(child.Process.Pid)
}

// reap waits for all children until the one with pid main has ended, and
// returns its exit code, or 128 and the signal's number.
func reap(main int) int {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return exitError
		case pid == main && status.Signaled():
			return 128 + int(status.Signal())
		case pid == main:
			return status.ExitStatus()
		}
	}
}
