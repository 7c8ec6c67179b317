package chrome

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"dyncrawl"
)

func start(t *testing.T) (*Process, string) {
	t.Helper()
	dir := t.TempDir()
	p, err := Start(t.Context(), Config{TempDir: reachable(t, dir)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p, dir
}

// reachable lets the user that Chromium runs as pass through to dir.
func reachable(t *testing.T, dir string) string {
	t.Helper()
	for d := dir; d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
		if err := os.Chmod(d, 0o711); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCloseLeavesNothing(t *testing.T) {
	p, dir := start(t)
	pgid := p.PID()
	if err := syscall.Kill(-pgid, 0); err != nil {
		t.Fatalf("group %d after start: %v", pgid, err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(-pgid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("group %d after Close: %v, want no such process", pgid, err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestSandboxIsOn(t *testing.T) {
	p, _ := start(t)
	cmdline, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.PID()), "cmdline"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(cmdline), "--no-sandbox") {
		t.Error("started with --no-sandbox")
	}
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.PID()), "status"))
	if err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 && strings.Contains(string(status), "Uid:\t0\t") {
		t.Error("runs as root")
	}
	if !strings.Contains(string(status), "Umask:\t0077") {
		t.Error("its files are open to others")
	}
}

func TestStartErrorsSayWhatToDo(t *testing.T) {
	for name, path := range map[string]string{
		"missing":          "/nonexistent/chromium",
		"not a browser":    "/bin/true",
		"needs no sandbox": fakeBrowser(t, "echo 'No usable sandbox!' >&2; exit 1"),
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			_, err := Start(t.Context(), Config{Path: path, TempDir: reachable(t, dir)})
			if dyncrawl.ClassOf(err) != dyncrawl.ClassBrowserMissing || dyncrawl.HintOf(err) == "" {
				t.Errorf("Start: %v (class %s, hint %q)", err, dyncrawl.ClassOf(err), dyncrawl.HintOf(err))
			}
			if name == "needs no sandbox" && !strings.Contains(dyncrawl.HintOf(err), "user namespaces") {
				t.Errorf("%v: hint %q does not name user namespaces", err, dyncrawl.HintOf(err))
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// TestKilledStartIsNoMissingBrowser: whoever starts browsers may try again.
func TestKilledStartIsNoMissingBrowser(t *testing.T) {
	_, err := Start(t.Context(), Config{Path: fakeBrowser(t, "kill -KILL $$"), TempDir: reachable(t, t.TempDir())})
	if dyncrawl.ClassOf(err) != dyncrawl.ClassCrashBrowser {
		t.Errorf("Start: %v (class %s)", err, dyncrawl.ClassOf(err))
	}
}

func fakeBrowser(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(reachable(t, t.TempDir()), "browser")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestStartGivesUpWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := Start(ctx, Config{Path: fakeBrowser(t, "exec sleep 60"), TempDir: reachable(t, t.TempDir())})
	if err == nil {
		t.Fatal("started a browser that never answers")
	}
}

func TestSweepRemovesOrphansOnly(t *testing.T) {
	p, dir := start(t)
	orphan := filepath.Join(dir, profilePrefix+"1-orphan")
	fresh := filepath.Join(dir, profilePrefix+"1-fresh")
	other := filepath.Join(dir, "somebody-else")
	old := time.Now().Add(-2 * young)
	for _, d := range []string{orphan, fresh, other} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []string{orphan, other, p.profile.path} {
		if err := os.Chtimes(d, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := Sweep(dir); n != 1 || err != nil {
		t.Errorf("Sweep = %d, %v; want 1", n, err)
	}
	if _, err := os.Stat(orphan); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("orphan: %v", err)
	}
	for _, d := range []string{fresh, other, p.profile.path} {
		if _, err := os.Stat(d); err != nil {
			t.Errorf("removed %s: %v", d, err)
		}
	}
}

func TestTailIsBounded(t *testing.T) {
	var b tail
	for range 100 {
		io.WriteString(&b, strings.Repeat("x", 1000))
	}
	io.WriteString(&b, "the end")
	if got := b.String(); len(got) > tailSize || !strings.HasSuffix(got, "the end") {
		t.Errorf("kept %d bytes", len(got))
	}
}

func TestFindNeverTakesTheWrapper(t *testing.T) {
	path, err := Find()
	if err != nil {
		t.Skip(err)
	}
	head := make([]byte, 2)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.ReadFull(f, head); err != nil || string(head) == "#!" {
		t.Errorf("%s is a script (%v)", path, err)
	}
	if v, err := Version(t.Context(), path); err != nil || v == "" {
		t.Errorf("Version = %q, %v", v, err)
	}
}
