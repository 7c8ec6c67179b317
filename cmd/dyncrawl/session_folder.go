package main

import (
	"os"
	"path/filepath"

	"dyncrawl/browser"
	"dyncrawl/flows"
	"dyncrawl/sessions"
)

// sessionFolder returns where logins are kept, in the current folder.
func sessionFolder() sessions.Folder {
	return sessions.Folder{Dir: filepath.Join(stateDir, "sessions"), Key: sessionKey()}
}

// sessionKey returns the key that the environment names; otherwise it is a file in
// the user's folder for settings, or in the current one where the user has none.
func sessionKey() sessions.Key {
	if key := os.Getenv(sessions.KeyVariable); key != "" {
		return sessions.Key(key)
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return sessions.Key("file:" + filepath.Join(stateDir, "session.key"))
	}
	return sessions.Key("file:" + filepath.Join(dir, "dyncrawl", "session.key"))
}

// sessionOf returns where the identity's login is kept; nil without a session.
func sessionOf(flow *flows.Flow, identity flows.Identity) *sessions.Session {
	if flow.Session == nil {
		return nil
	}
	return sessionFolder().Session(flow.KeptAs(identity))
}

// stateOf returns what a browser begins with; nil when nothing is kept.
func stateOf(kept *sessions.Session) (*browser.State, error) {
	saved, err := kept.Read()
	if err != nil || saved == nil {
		return nil, err
	}
	return &saved.State, nil
}
