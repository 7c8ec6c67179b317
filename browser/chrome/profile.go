package chrome

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// profilePrefix starts the name of every profile directory of ours.
const profilePrefix = "dyncrawl-chrome-"

// young is the age under which Sweep leaves a directory alone: its owner may
// not have locked it yet.
const young = time.Minute

// profile is a temporary directory that holds all that Chromium writes. An
// flock on it tells Sweep that its owner lives.
type profile struct {
	path string
	lock *os.File
}

// tempDir returns the folder for the profile of a browser that runs as id: dir,
// or the system's folder for temporary files when dir is empty. Root's own may
// be closed to others; then it is one that is open to all.
func tempDir(dir string, id identity) string {
	if dir != "" {
		return dir
	}
	for _, dir := range []string{os.TempDir(), "/tmp", "/var/tmp"} {
		if id.reaches(dir) {
			return dir
		}
	}
	return os.TempDir()
}

// newProfile makes a profile under dir (empty: see tempDir) that belongs to the
// user with the id.
func newProfile(dir string, id identity) (*profile, error) {
	path, err := os.MkdirTemp(tempDir(dir, id), fmt.Sprintf("%s%d-", profilePrefix, os.Getpid()))
	if err != nil {
		return nil, fmt.Errorf("make browser profile: %w", err)
	}
	p := &profile{path: path}
	if p.lock, err = lockDir(path); err == nil {
		err = p.furnish(id)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make browser profile: %w", err), p.remove())
	}
	return p, nil
}

// furnish makes what Chromium expects to find: a home and a place for
// temporary files.
func (p *profile) furnish(id identity) error {
	for _, dir := range []string{p.home(), p.temp()} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
		if err := id.own(dir); err != nil {
			return err
		}
	}
	return id.own(p.path)
}

func (p *profile) home() string     { return filepath.Join(p.path, "home") }
func (p *profile) temp() string     { return filepath.Join(p.path, "tmp") }
func (p *profile) userData() string { return filepath.Join(p.path, "profile") }

// remove deletes the profile. Helpers of a killed browser may write for a
// moment longer, hence the second try.
func (p *profile) remove() error {
	err := os.RemoveAll(p.path)
	if err != nil {
		time.Sleep(100 * time.Millisecond)
		err = os.RemoveAll(p.path)
	}
	if p.lock != nil {
		p.lock.Close()
	}
	return err
}

// Sweep removes the profiles under dir (empty: the system's directory for
// temporary files) that a killed process of ours left there, and returns how
// many there were. Profiles in use, and those of other users, stay.
func Sweep(dir string) (int, error) {
	if dir == "" {
		dir = os.TempDir()
	}
	paths, err := filepath.Glob(filepath.Join(dir, profilePrefix+"*"))
	if err != nil {
		return 0, fmt.Errorf("sweep %s: %w", dir, err)
	}
	var n int
	var errs []error
	for _, path := range paths {
		removed, err := sweepOne(path)
		if removed {
			n++
		}
		errs = append(errs, err)
	}
	return n, errors.Join(errs...)
}

func sweepOne(path string) (removed bool, err error) {
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() || time.Since(info.ModTime()) < young {
		return false, nil
	}
	lock, err := lockDir(path)
	if err != nil {
		return false, nil // in use, or not ours
	}
	defer lock.Close()
	if err := os.RemoveAll(path); err != nil {
		return false, fmt.Errorf("remove orphaned profile: %w", err)
	}
	return true, nil
}

func lockDir(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return f, nil
}
