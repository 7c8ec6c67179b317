// Package sessions keeps logins between runs: what a browser holds of them, in files
// that only the owner of a key can read.
package sessions

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
)

// Saved is a login as it is kept.
type Saved struct {
	Flow      string        `json:"flow,omitempty"`      // name of the flow that logged in; empty when it was imported
	Account   string        `json:"account,omitempty"`   // identity of the flow; empty when it has one only
	Made      time.Time     `json:"made"`                // when it was logged in, or imported
	Checked   time.Time     `json:"checked,omitzero"`    // when it was last seen to hold
	Check     Check         `json:"check,omitzero"`      // how that is seen
	Essential []string      `json:"essential,omitempty"` // names of the cookies that the login brought; none: not known
	State     browser.State `json:"state"`
}

// Check tells whether a login holds: the page at URL shows one of the selectors.
type Check struct {
	URL       string   `json:"url,omitempty"`
	Selectors []string `json:"selectors,omitempty"`
}

// Expiry returns when the first of the cookies ends that the login rests on: those
// that it brought, as far as that is known, and of these the ones that scripts cannot
// read, if there are such. It is zero when they end with the browser.
func (s *Saved) Expiry() time.Time {
	cookies := narrow(s.State.Cookies, func(c browser.Cookie) bool { return slices.Contains(s.Essential, c.Name) })
	cookies = narrow(cookies, func(c browser.Cookie) bool { return c.HTTPOnly })
	cookies = slices.DeleteFunc(slices.Clone(cookies), func(c browser.Cookie) bool { return c.Expires <= 0 })
	if len(cookies) == 0 {
		return time.Time{}
	}
	first := slices.MinFunc(cookies, func(a, b browser.Cookie) int { return cmp.Compare(a.Expires, b.Expires) })
	return time.Unix(int64(first.Expires), 0)
}

// narrow returns those for which keep says so, or all when there are none.
func narrow(cookies []browser.Cookie, keep func(browser.Cookie) bool) []browser.Cookie {
	kept := slices.DeleteFunc(slices.Clone(cookies), func(c browser.Cookie) bool { return !keep(c) })
	if len(kept) == 0 {
		return cookies
	}
	return kept
}

// Folder is where sessions are kept, a file each.
type Folder struct {
	Dir string
	Key Key
}

// The extensions of the files: earlier versions wrote plain JSON.
const (
	sealedExt = ".age"
	plainExt  = ".json"
)

// CheckName reports why a session cannot have the name: it becomes a file's.
func CheckName(name string) error {
	if !safeName.MatchString(name) {
		return fmt.Errorf("session %q: use letters, digits, - and _ only", name)
	}
	return nil
}

var safeName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*$`)

// Names returns the names of the sessions, sorted.
func (f Folder) Names() ([]string, error) {
	entries, err := os.ReadDir(f.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	var names []string
	for _, entry := range entries {
		ext := filepath.Ext(entry.Name())
		if name := strings.TrimSuffix(entry.Name(), ext); ext == sealedExt || ext == plainExt {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// Session returns the session of the name, whether it is there or not.
func (f Folder) Session(name string) *Session { return &Session{name: name, folder: f} }

// Session is one kept login. It is used by one goroutine at a time.
type Session struct {
	name   string
	folder Folder
}

// Name returns the session's name.
func (s *Session) Name() string { return s.name }

func (s *Session) path(ext string) string { return filepath.Join(s.folder.Dir, s.name+ext) }

// Read returns what is kept; nil when there is nothing. A file of an earlier version
// is read as it is. Errors have a hint; the file is never touched.
func (s *Session) Read() (*Saved, error) {
	saved, err := s.read()
	if err != nil {
		return nil, fmt.Errorf("read session %s: %w", s.name, err)
	}
	return saved, nil
}

func (s *Session) read() (*Saved, error) {
	sealed, err := os.ReadFile(s.path(sealedExt))
	if errors.Is(err, fs.ErrNotExist) {
		return s.readPlain()
	}
	if err != nil {
		return nil, err
	}
	identity, err := s.folder.Key.load()
	if err != nil {
		return nil, err
	}
	text, err := unseal(sealed, identity)
	if err != nil {
		return nil, s.explain(err)
	}
	saved := &Saved{}
	if err := json.Unmarshal(text, saved); err != nil {
		return nil, s.explain(err)
	}
	return saved, nil
}

// readPlain reads a file of an earlier version; nil when there is none.
func (s *Session) readPlain() (*Saved, error) {
	text, err := os.ReadFile(s.path(plainExt))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	saved := &Saved{}
	if err := json.Unmarshal(text, &saved.State); err != nil {
		return nil, s.explain(err)
	}
	if info, err := os.Stat(s.path(plainExt)); err == nil {
		saved.Made = info.ModTime()
	}
	return saved, nil
}

// explain says what to do about a file that cannot be read.
func (s *Session) explain(err error) error {
	hint := "the file is damaged and was not touched: put back a copy, or remove it with dyncrawl session remove " + s.name + "; the next run logs in anew"
	if errors.Is(err, errWrongKey) {
		hint = "give the key that it was saved with in " + KeyVariable + ", or remove it with dyncrawl session remove " + s.name + "; the next run logs in anew"
	}
	return &dyncrawl.Error{Class: dyncrawl.ClassLogin, Err: err, Hint: hint}
}

// Write keeps a login, encrypted, for its owner only. The file is replaced as a whole
// or not at all. A plain file of an earlier version goes.
func (s *Session) Write(saved *Saved) error {
	if err := s.write(saved); err != nil {
		return fmt.Errorf("keep session %s: %w", s.name, err)
	}
	return nil
}

func (s *Session) write(saved *Saved) error {
	text, err := json.Marshal(saved)
	if err != nil {
		return err
	}
	identity, err := s.folder.Key.loadOrMake()
	if err != nil {
		return err
	}
	sealed, err := seal(text, identity)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.folder.Dir, 0o700); err != nil {
		return err
	}
	if err := ReplaceFile(s.path(sealedExt), sealed, 0o600); err != nil {
		return err
	}
	return s.removeFile(plainExt)
}

// Remove forgets the login.
func (s *Session) Remove() error {
	return errors.Join(s.removeFile(sealedExt), s.removeFile(plainExt))
}

func (s *Session) removeFile(ext string) error {
	if err := os.Remove(s.path(ext)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove session %s: %w", s.name, err)
	}
	return nil
}
