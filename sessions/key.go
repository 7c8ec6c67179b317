package sessions

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"
	"github.com/zalando/go-keyring"

	"dyncrawl"
)

// KeyVariable is the environment variable that hints name; the program reads it.
const KeyVariable = "DYNCRAWL_SESSION_KEY"

// Key says where the key is that sessions are encrypted with: "AGE-SECRET-KEY-1…" is
// the key itself, "keyring" one in the keyring of the desktop, "file:PATH" one in a
// file. In a file or keyring it is made when a session is first kept.
type Key string

const (
	keyPrefix  = "AGE-SECRET-KEY-"
	filePrefix = "file:"
	inKeyring  = "keyring"
)

// The entry of the keyring.
const (
	keyringService = "dyncrawl"
	keyringUser    = "session-key"
)

var (
	errNoKey    = errors.New("there is no key")
	errWrongKey = errors.New("it was encrypted for another key")
)

// load returns the key.
func (k Key) load() (*age.X25519Identity, error) {
	text, err := k.text()
	if errors.Is(err, errNoKey) {
		return nil, k.explain(err, "the key that the session was saved with is needed: put it back, or name it in "+KeyVariable)
	}
	if err != nil {
		return nil, err
	}
	identity, err := age.ParseX25519Identity(text)
	if err != nil {
		return nil, k.explain(errors.New("it is not an age identity"), "a key begins with "+keyPrefix+"1; age-keygen makes one")
	}
	return identity, nil
}

// loadOrMake is load, but makes a key where there is none.
func (k Key) loadOrMake() (*age.X25519Identity, error) {
	if _, err := k.text(); !errors.Is(err, errNoKey) {
		return k.load()
	}
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, fmt.Errorf("make session key: %w", err)
	}
	if err := k.keep(identity); err != nil {
		return nil, err
	}
	return k.load() // another process may have been faster
}

// text returns the key as it is written; errNoKey when there is none yet.
func (k Key) text() (string, error) {
	switch {
	case strings.HasPrefix(string(k), keyPrefix):
		return string(k), nil
	case k == inKeyring:
		text, err := keyring.Get(keyringService, keyringUser)
		if errors.Is(err, keyring.ErrNotFound) {
			return "", errNoKey
		}
		return text, k.unreachable(err)
	case strings.HasPrefix(string(k), filePrefix):
		return readKey(k.file())
	}
	return "", k.explain(errors.New("it names neither a key nor a place"), fmt.Sprintf("%s is %s1…, %sPATH or %s", KeyVariable, keyPrefix, filePrefix, inKeyring))
}

func (k Key) file() string { return strings.TrimPrefix(string(k), filePrefix) }

// readKey returns the first line of a file that is no comment.
func readKey(file string) (string, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", errNoKey
	}
	if err != nil {
		return "", fmt.Errorf("read session key: %w", err)
	}
	if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o077 != 0 {
		return "", &dyncrawl.Error{
			Class: dyncrawl.ClassLogin, Hint: "chmod 600 " + file,
			Err: fmt.Errorf("session key %s can be read by others (mode %04o)", file, info.Mode().Perm()),
		}
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line, nil
		}
	}
	return "", nil
}

// keep writes a new key to its place. A file that is there by now is left alone.
func (k Key) keep(identity *age.X25519Identity) error {
	if k == inKeyring {
		return k.unreachable(keyring.Set(keyringService, keyringUser, identity.String()))
	}
	if err := makeKeyFile(k.file(), identity); err != nil {
		return &dyncrawl.Error{
			Class: dyncrawl.ClassLogin, Err: fmt.Errorf("make session key: %w", err),
			Hint: "name a file in a folder that can be written: " + KeyVariable + "=file:PATH",
		}
	}
	return nil
}

func makeKeyFile(file string, identity *age.X25519Identity) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(file), ".new-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = fmt.Fprintf(temp, "# dyncrawl encrypts kept logins for %s\n%s\n", identity.Recipient(), identity)
	if err := errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return err
	}
	if err := os.Link(temp.Name(), file); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// explain says which key an error is about, without showing it.
func (k Key) explain(err error, hint string) error {
	name := string(k)
	if !strings.HasPrefix(name, filePrefix) && k != inKeyring {
		name = "in " + KeyVariable
	}
	return &dyncrawl.Error{Class: dyncrawl.ClassLogin, Err: fmt.Errorf("session key %s: %w", name, err), Hint: hint}
}

// unreachable explains that the keyring cannot be used.
func (k Key) unreachable(err error) error {
	if err == nil {
		return nil
	}
	return k.explain(err, "the keyring of the desktop must run and be open; on a server use a file: "+KeyVariable+"=file:PATH")
}

// seal encrypts text for the identity.
func seal(text []byte, identity *age.X25519Identity) ([]byte, error) {
	var sealed bytes.Buffer
	w, err := age.Encrypt(&sealed, identity.Recipient())
	if err != nil {
		return nil, err
	}
	_, err = w.Write(text)
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	return sealed.Bytes(), nil
}

// unseal decrypts what seal has made. It fails with errWrongKey for another identity.
func unseal(sealed []byte, identity *age.X25519Identity) ([]byte, error) {
	r, err := age.Decrypt(bytes.NewReader(sealed), identity)
	var other *age.NoIdentityMatchError
	if errors.As(err, &other) {
		return nil, errWrongKey
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
