package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"dyncrawl"
)

// lockFile takes the advisory lock that keeps a second dyncrawl away. The
// kernel gives it free when the process ends, however it ends.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fileError(err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		defer f.Close()
		return nil, inUse(f)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), f.Close())
	}
	return f, signLock(f)
}

// signLock leaves the process id for the message of inUse.
func signLock(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return fileError(err)
	}
	if _, err := fmt.Fprintf(f, "%d\n", os.Getpid()); err != nil {
		return fileError(err)
	}
	return nil
}

func inUse(f *os.File) error {
	owner := "another dyncrawl"
	if b, err := io.ReadAll(io.LimitReader(f, 32)); err == nil && len(b) > 0 {
		owner += " (process " + strings.TrimSpace(string(b)) + ")"
	}
	return storeError(
		fmt.Errorf("%s is using it", owner),
		"Wait until it has ended or stop it; export and show work meanwhile.")
}

// createPrivate makes the file, readable by its owner alone, unless it is there.
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fileError(err)
	}
	return f.Close()
}

func mustExist(path string) error {
	if _, err := os.Stat(path); err != nil {
		return fileError(err)
	}
	return nil
}

// fileError adds the hint that fits an error of the os package.
func fileError(err error) error {
	dir := "it"
	if p := new(fs.PathError); errors.As(err, &p) {
		dir = filepath.Dir(p.Path)
	}
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return storeError(err, fmt.Sprintf("Make the directory %s writable or choose another place for the store.", dir))
	case errors.Is(err, fs.ErrNotExist):
		return storeError(err, "Check the path: the directory must exist, and a store is made by the first run.")
	case errors.Is(err, syscall.ENOSPC):
		return storeError(err, fullHint)
	}
	return storeError(err, "")
}

func storeError(err error, hint string) error {
	return &dyncrawl.Error{Class: dyncrawl.ClassStore, Err: err, Hint: hint}
}
