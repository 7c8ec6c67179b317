package flows

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dyncrawl"
	"dyncrawl/browser"
)

// LogIn makes sure that the tab's context is logged in. It brings back the login
// kept in file, checks it, and runs the login steps when it does not hold; what
// they give is written to file. Its errors have the class login and leave the
// file as it was.
func (r *Runner) LogIn(ctx context.Context, s *Session, file string) error {
	state, err := ReadState(file)
	if err != nil {
		return err
	}
	if state != nil {
		if err := r.Tab.Restore(ctx, state); err != nil {
			return fmt.Errorf("bring back the login %s: %w", s.Name, err)
		}
	}
	ok, err := r.LoggedIn(ctx, s)
	if err != nil || ok {
		return err
	}
	r.Log.Info("logging in", "session", r.Flow.SessionName())
	if err := r.logInAnew(ctx, s); err != nil {
		return err
	}
	if state, err = r.Tab.State(ctx); err != nil {
		return fmt.Errorf("keep the login: %w", err)
	}
	return WriteState(file, state)
}

// logInAnew runs the login steps and checks that they worked.
func (r *Runner) logInAnew(ctx context.Context, s *Session) error {
	r.Tab.AllowResources(r.Flow.Resources(s.Login)...)
	if err := r.Run(ctx, s.Login); err != nil {
		return &dyncrawl.Error{Class: dyncrawl.ClassLogin, Err: fmt.Errorf("log in: %w", err), Hint: cmp.Or(dyncrawl.HintOf(err), loginHint)}
	}
	ok, err := r.LoggedIn(ctx, s)
	if err != nil || ok {
		return err
	}
	err = fmt.Errorf("log in: the steps ran, but %s does not show %s", s.Check.URL, s.Check.Present)
	if file := r.failurePicture(ctx, &s.Login[len(s.Login)-1]); file != "" {
		err = fmt.Errorf("%w (picture: %s)", err, file)
	}
	return &dyncrawl.Error{Class: dyncrawl.ClassLogin, Hint: loginHint, Err: err}
}

const loginHint = "check the account's secrets and the login steps; the saved login was not touched"

// LoggedIn takes the tab to the session's check page and looks for the element
// that only logged-in visitors see.
func (r *Runner) LoggedIn(ctx context.Context, s *Session) (bool, error) {
	if err := r.Tab.Goto(ctx, s.Check.URL); err != nil {
		return false, fmt.Errorf("check the login: %w", err)
	}
	if err := r.Tab.Settle(ctx, r.Settle); err != nil {
		return false, fmt.Errorf("check the login: %w", err)
	}
	found, err := r.Tab.FindAll(ctx, s.Check.Present)
	if err != nil {
		return false, fmt.Errorf("check the login: %w", err)
	}
	return len(found) > 0, nil
}

// ReadState reads a kept login; nil when there is none.
func ReadState(file string) (*browser.State, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read login: %w", err)
	}
	state := &browser.State{}
	if err := json.Unmarshal(text, state); err != nil {
		return nil, &dyncrawl.Error{
			Class: dyncrawl.ClassLogin, Err: fmt.Errorf("read login %s: %w", file, err),
			Hint: "remove the file; the next run logs in anew",
		}
	}
	return state, nil
}

// WriteState keeps a login for its owner only. The file is replaced as a whole
// or not at all.
func WriteState(file string, state *browser.State) (err error) {
	text, err := json.MarshalIndent(state, "", " ")
	if err != nil {
		return fmt.Errorf("keep the login: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return fmt.Errorf("keep the login: %w", err)
	}
	if err := replaceFile(file, text, 0o600); err != nil {
		return fmt.Errorf("keep the login: %w", err)
	}
	return nil
}

// replaceFile writes a file as a whole or not at all.
func replaceFile(file string, text []byte, mode os.FileMode) error {
	temp, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // fails once the file has its name
	_, err = temp.Write(text)
	if err := errors.Join(err, temp.Chmod(mode), temp.Sync(), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), file)
}
