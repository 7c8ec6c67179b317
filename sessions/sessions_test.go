package sessions

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/zalando/go-keyring"

	"dyncrawl"
	"dyncrawl/browser"
)

const cookieValue = "CANARY-cookie"

func someone() *Saved {
	return &Saved{
		Flow: "renren", Account: "ann", Made: time.Unix(1000, 0).UTC(), Checked: time.Unix(2000, 0).UTC(),
		Check: Check{URL: "https://example.org/me", Selectors: []string{"#logout"}},
		State: browser.State{
			Cookies: []browser.Cookie{{Name: "sid", Value: cookieValue, Domain: "example.org", Path: "/", Expires: -1}},
			Origins: []browser.Origin{},
		},
	}
}

func folder(t *testing.T) Folder {
	dir := t.TempDir()
	return Folder{Dir: filepath.Join(dir, "sessions"), Key: Key("file:" + filepath.Join(dir, "config", "session.key"))}
}

func keep(t *testing.T, s *Session) {
	t.Helper()
	if err := s.Write(someone()); err != nil {
		t.Fatal(err)
	}
}

// TestKept: what was kept is read again, is encrypted, and belongs to its owner.
func TestKept(t *testing.T) {
	f := folder(t)
	if saved, err := f.Session("a").Read(); saved != nil || err != nil {
		t.Errorf("nothing is kept: %v, %v", saved, err)
	}
	keep(t, f.Session("a"))
	saved, err := f.Session("a").Read()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(someone(), saved); diff != "" {
		t.Error(diff)
	}
	for _, file := range []string{f.Session("a").path(sealedExt), f.Key.file()} {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != 0o600 {
			t.Errorf("%s has mode %v", file, info.Mode())
		}
	}
	if text, _ := os.ReadFile(f.Session("a").path(sealedExt)); !strings.HasPrefix(string(text), "age-encryption.org/v1\n") || strings.Contains(string(text), cookieValue) {
		t.Errorf("the file is not encrypted: %q", text)
	}
	if entries, _ := os.ReadDir(f.Dir); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

// TestUnreadable: a file that cannot be read is an error that says what to do, shows
// nothing of it and leaves it as it is.
func TestUnreadable(t *testing.T) {
	f := folder(t)
	s := f.Session("a")
	keep(t, s)
	whole, err := os.ReadFile(s.path(sealedExt))
	if err != nil {
		t.Fatal(err)
	}
	tampered := append([]byte(nil), whole...)
	tampered[len(tampered)-20] ^= 1
	header := append([]byte(nil), whole...)
	header[len("age-encryption.org/v1\n-> X25519 ")+3] ^= 1
	other := folder(t)
	keep(t, other.Session("b"))
	for name, c := range map[string]struct {
		text []byte
		key  Key
		want string
	}{
		"another key":    {whole, other.Key, KeyVariable},
		"no key":         {whole, Key("file:" + filepath.Join(t.TempDir(), "none")), "put it back"},
		"not a key":      {whole, "AGE-SECRET-KEY-1CANARY-cookie", "age-keygen"},
		"no place":       {whole, "keyrings", "file:PATH"},
		"tampered":       {tampered, f.Key, "was not touched"},
		"another header": {header, f.Key, "not touched"},
		"half":           {whole[:len(whole)/2], f.Key, "was not touched"},
		"begun":          {whole[:10], f.Key, "was not touched"},
		"empty":          {nil, f.Key, "was not touched"},
		"plain text":     {[]byte(`{"state":{}}`), f.Key, "was not touched"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(s.path(sealedExt), c.text, 0o600); err != nil {
				t.Fatal(err)
			}
			saved, err := Folder{f.Dir, c.key}.Session("a").Read()
			if saved != nil || dyncrawl.ClassOf(err) != dyncrawl.ClassLogin {
				t.Errorf("read %v, %v", saved, err)
			}
			if hint := dyncrawl.HintOf(err); name != "another header" && !strings.Contains(hint, c.want) || hint == "" {
				t.Errorf("%v, hint: %q", err, hint)
			}
			if strings.Contains(err.Error(), "CANARY") {
				t.Errorf("the error tells: %v", err)
			}
			if after, _ := os.ReadFile(s.path(sealedExt)); string(after) != string(c.text) {
				t.Error("the file has changed")
			}
		})
	}
}

// TestPlainFile: a file of an earlier version is read, and encrypted when it is next
// written.
func TestPlainFile(t *testing.T) {
	f := folder(t)
	s := f.Session("old")
	text, err := json.Marshal(someone().State)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.MkdirAll(f.Dir, 0o700), os.WriteFile(s.path(plainExt), text, 0o600)); err != nil {
		t.Fatal(err)
	}
	if names, err := f.Names(); err != nil || !cmp.Equal(names, []string{"old"}) {
		t.Errorf("names: %v, %v", names, err)
	}
	saved, err := s.Read()
	if err != nil || !cmp.Equal(saved.State, someone().State) || saved.Made.IsZero() {
		t.Fatalf("%+v, %v", saved, err)
	}
	keep(t, s)
	if _, err := os.Stat(s.path(plainExt)); !os.IsNotExist(err) {
		t.Errorf("the plain file is still there: %v", err)
	}
}

// TestKeys: each place of a key serves, and a file that others can read does not.
func TestKeys(t *testing.T) {
	keyring.MockInit()
	f := folder(t)
	keep(t, f.Session("a"))
	text, err := readKey(f.Key.file())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (Folder{f.Dir, Key(text)}).Session("a").Read(); err != nil {
		t.Errorf("key from the environment: %v", err)
	}
	ring := Folder{t.TempDir(), "keyring"}
	keep(t, ring.Session("a"))
	if _, err := ring.Session("a").Read(); err != nil {
		t.Errorf("key from the keyring: %v", err)
	}
	if err := os.Chmod(f.Key.file(), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Session("a").Read(); !strings.HasPrefix(dyncrawl.HintOf(err), "chmod 600 ") {
		t.Errorf("a key for all: %v", err)
	}
	keyring.MockInitWithError(errors.New("no Secret Service"))
	if _, err := ring.Session("a").Read(); !strings.Contains(dyncrawl.HintOf(err), "file:PATH") {
		t.Errorf("no keyring: %v", err)
	}
}

// TestExpiry: the cookies that the login rests on decide.
func TestExpiry(t *testing.T) {
	cookies := []browser.Cookie{
		{Name: "theme", Expires: 100}, {Name: "sid", Expires: 300, HTTPOnly: true}, {Name: "seen", Expires: 200}, {Name: "csrf", Expires: -1, HTTPOnly: true},
	}
	for name, c := range map[string]struct {
		essential []string
		want      int64
	}{
		"imported":          {nil, 300},
		"brought":           {[]string{"sid", "seen"}, 300},
		"open to scripts":   {[]string{"seen"}, 200},
		"ends with browser": {[]string{"csrf"}, 0},
	} {
		saved := &Saved{Essential: c.essential, State: browser.State{Cookies: cookies}}
		if got := saved.Expiry(); got.IsZero() != (c.want == 0) || c.want != 0 && got.Unix() != c.want {
			t.Errorf("%s: %v, want %d", name, got, c.want)
		}
	}
}

// TestLock: one has it at a time; a file that was left behind, or a lock that was
// broken, keeps nobody out.
func TestLock(t *testing.T) {
	f := folder(t)
	unlock, err := f.Session("a").Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	brief, cancel := context.WithTimeout(t.Context(), 3*lockPoll)
	defer cancel()
	if _, err := f.Session("a").Lock(brief); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("locked twice: %v", err)
	}
	if holder, err := f.Session("a").Holder(); err != nil || holder.PID != os.Getpid() {
		t.Errorf("holder: %v, %v", holder, err)
	}
	if err := f.Session("a").Unlock(); dyncrawl.HintOf(err) == "" {
		t.Errorf("the lock of a living process: %v", err)
	}
	unlock()
	if again, err := f.Session("a").Lock(t.Context()); err != nil {
		t.Errorf("a lock that was left behind: %v", err)
	} else {
		again()
	}
	if err := f.Session("a").Unlock(); err != nil {
		t.Error(err)
	}
	if err := f.Session("a").Unlock(); err == nil {
		t.Error("unlocked what is not locked")
	}
}
