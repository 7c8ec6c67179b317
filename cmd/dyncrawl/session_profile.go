package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
)

// profileBudget bounds the start of a browser on a profile and what is asked of it.
const profileBudget = 2 * time.Minute

// readProfile returns the login of a Chromium profile. The browser itself reads it,
// from a copy, so that its cookies are decrypted.
func (f *browserFlags) readProfile(ctx context.Context, dir string) (state *browser.State, err error) {
	origins, err := chrome.Origins(dir)
	if err != nil {
		return nil, usageError{err}
	}
	err = f.onProfile(ctx, chrome.Config{Profile: dir}, func(ctx context.Context, tab *browser.Tab) error {
		cookies, err := tab.Cookies(ctx)
		if err != nil {
			return err
		}
		for _, cookie := range cookies {
			origins = append(origins, "https://"+strings.TrimPrefix(cookie.Domain, "."))
		}
		state, err = tab.State(ctx, origins...)
		return err
	})
	return state, err
}

// writeProfile makes a folder of user data in which Chromium begins with the login.
func (f *browserFlags) writeProfile(ctx context.Context, dir string, state *browser.State) error {
	return f.onProfile(ctx, chrome.Config{Save: dir}, func(ctx context.Context, tab *browser.Tab) error {
		return tab.Restore(ctx, state)
	})
}

// onProfile starts a browser and calls do with a tab of its own profile.
func (f *browserFlags) onProfile(ctx context.Context, c chrome.Config, do func(context.Context, *browser.Tab) error) (err error) {
	if f.cdpURL != "" {
		return usageError{errors.New("--cdp-url: a profile needs a browser of its own")}
	}
	launch, _, err := f.drivers()
	if err != nil {
		return err
	}
	c.Path, c.InsecureNoSandbox = f.chromium, f.noSandbox
	ctx, cancel := context.WithTimeout(ctx, profileBudget)
	defer cancel()
	d, err := launch(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	own, err := browser.ProfileContext(ctx, d, browser.Config{})
	if err != nil {
		return err
	}
	tab, err := own.NewTab(ctx, browser.RealTime)
	if err != nil {
		return err
	}
	return do(ctx, tab)
}
