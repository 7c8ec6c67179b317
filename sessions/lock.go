package sessions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"dyncrawl"
)

// Holder is the process that has locked a session.
type Holder struct {
	PID   int       `json:"pid"`
	Host  string    `json:"host"`
	Since time.Time `json:"since"`
}

// String says who it is.
func (h Holder) String() string {
	return fmt.Sprintf("process %d on %s, since %s", h.PID, h.Host, h.Since.Format(time.DateTime))
}

const (
	lockExt   = ".lock"
	lockPoll  = 100 * time.Millisecond
	lockWait  = 10 * time.Minute // longer than a login takes
	lockTries = 20               // that meet a lock file which is just being replaced
)

// Lock waits until no other process logs in with the session, and keeps others from it
// until unlock is called. The kernel unlocks it when this process ends, however it
// ends. It gives up after ten minutes with a hint.
func (s *Session) Lock(ctx context.Context) (unlock func(), err error) {
	waiting, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	if err := os.MkdirAll(s.folder.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("lock session %s: %w", s.name, err)
	}
	for {
		file, err := s.tryLock()
		switch {
		case err == nil:
			return func() { _ = file.Close() }, nil
		case !errors.Is(err, syscall.EWOULDBLOCK):
			return nil, fmt.Errorf("lock session %s: %w", s.name, err)
		}
		select {
		case <-time.After(lockPoll):
		case <-waiting.Done():
			return nil, s.held(ctx)
		}
	}
}

// held returns why the session could not be locked.
func (s *Session) held(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	holder, _ := s.Holder()
	return &dyncrawl.Error{
		Class: dyncrawl.ClassLogin, Err: fmt.Errorf("session %s is in use (%s)", s.name, holder),
		Hint: "wait until it has logged in, or end it; dyncrawl session unlock " + s.name + " breaks a lock that nobody holds any more",
	}
}

// tryLock takes the lock and signs it. It fails with EWOULDBLOCK when another process
// has it.
func (s *Session) tryLock() (*os.File, error) {
	for range lockTries {
		file, err := os.OpenFile(s.path(lockExt), os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			return nil, errors.Join(err, file.Close())
		}
		if s.isCurrent(file) {
			if err := errors.Join(file.Truncate(0), sign(file)); err != nil {
				return nil, errors.Join(err, file.Close())
			}
			return file, nil
		}
		file.Close() // somebody has removed it meanwhile
	}
	return nil, errors.New("its lock file keeps being replaced")
}

// isCurrent reports whether the file still has the lock's name.
func (s *Session) isCurrent(file *os.File) bool {
	mine, err := file.Stat()
	named, err2 := os.Stat(s.path(lockExt))
	return err == nil && err2 == nil && os.SameFile(mine, named)
}

func sign(file *os.File) error {
	host, err := os.Hostname()
	if err != nil {
		host = "this machine"
	}
	return json.NewEncoder(file).Encode(Holder{PID: os.Getpid(), Host: host, Since: time.Now()})
}

// Holder returns who locked the session last, which may be over by now; the zero
// value when that cannot be told.
func (s *Session) Holder() (h Holder, err error) {
	text, err := os.ReadFile(s.path(lockExt))
	if err != nil {
		return h, err
	}
	if err := json.Unmarshal(text, &h); err != nil && !errors.Is(err, io.EOF) {
		return Holder{}, err
	}
	return h, nil
}

// Unlock removes a lock that was left behind. The lock of a process that lives on
// this machine is refused.
func (s *Session) Unlock() error {
	holder, err := s.Holder()
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("session %s is not locked", s.name)
	}
	file, err := s.tryLock()
	if err == nil {
		defer file.Close()
	} else if host, _ := os.Hostname(); !errors.Is(err, syscall.EWOULDBLOCK) || holder.Host == host {
		return s.held(context.Background())
	}
	if err := os.Remove(s.path(lockExt)); err != nil {
		return fmt.Errorf("unlock session %s: %w", s.name, err)
	}
	return nil
}
