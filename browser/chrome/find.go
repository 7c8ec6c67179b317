// Package chrome finds Chromium, starts it in a clean room (sandboxed, with a
// profile of its own, unprivileged), and ends it without leaving a process or
// a file behind.
package chrome

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"dyncrawl"
)

// installHint says how to get what is missing.
const installHint = "install it with: apt-get install chromium-headless-shell (or chromium)"

// candidates lists where Chromium may be, best first. The headless shell costs
// about half the CPU of the whole Chromium per page. Debian's
// /usr/bin/chromium-headless-shell is a script that stays between us and the
// browser: killing it would leave the browser behind.
var candidates = []string{
	"/usr/lib/chromium/chromium-headless-shell",
	"/usr/lib/chromium/chromium",
	"headless_shell",
	"chrome-headless-shell",
	"google-chrome-stable",
	"google-chrome",
	"chromium-browser",
	"chromium",
}

// Find returns the path of the best installed Chromium. It fails with class
// browser_missing when there is none.
func Find() (string, error) {
	for _, c := range candidates {
		if path, err := exec.LookPath(c); err == nil {
			return path, nil
		}
	}
	return "", missing(errors.New("find Chromium: not installed"), installHint)
}

// find returns the path of the browser that fits best. The headless shell has no
// windows and keeps no databases in a profile; the whole Chromium does.
func (c Config) find() (string, error) {
	if !c.Window && c.Profile == "" && c.Save == "" {
		return Find()
	}
	for _, name := range candidates {
		if path, err := exec.LookPath(name); err == nil && !strings.Contains(name, "headless") {
			return path, nil
		}
	}
	if c.Window {
		return "", missing(errors.New("find a Chromium that opens windows: not installed"), "install it with: apt-get install chromium")
	}
	return Find()
}

// Version asks the program at path for its name and version, such as
// "Chromium 156.0.8078.79".
func Version(ctx context.Context, path string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent"}
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("ask %s for its version: %w", path, err)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line), nil
}

// headlessAgent returns the user agent of a headless Chromium with ours behind it. It is empty when the program
// does not tell its version: tabs must be told one by one then.
func headlessAgent(ctx context.Context, cfg Config) string {
	version, err := Version(ctx, cfg.Path)
	number := versionNumber.FindString(version)
	if err != nil || number == "" {
		return ""
	}
	return "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/" +
		number + " Safari/537.36 " + cfg.UserAgent
}

var versionNumber = regexp.MustCompile(`\d+(\.\d+){3}`)

func missing(err error, hint string) error {
	return &dyncrawl.Error{Class: dyncrawl.ClassBrowserMissing, Err: err, Hint: hint}
}
