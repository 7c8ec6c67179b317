package chrome

import (
	"slices"
	"strings"
	"syscall"
)

// unseen are the flags of a start without a window for a person.
var unseen = []string{"--headless", "--hide-scrollbars", "--mute-audio"}

// noPopups has a pop-up reported, but never opened.
const noPopups = "--block-new-web-contents"

// flags are those of every start. What is not here matters as much: site
// isolation and the protection against IPC floods stay on, and so does the
// blocker of pop-ups that nobody clicked for.
var flags = []string{
	"--remote-debugging-pipe",
	"--no-first-run",
	"--no-default-browser-check",
	"--no-startup-window",
	"--disable-background-networking",
	"--disable-background-timer-throttling",
	"--disable-backgrounding-occluded-windows",
	"--disable-breakpad",
	"--disable-client-side-phishing-detection",
	"--disable-component-update",
	"--disable-crash-reporter",
	"--disable-default-apps",
	"--disable-domain-reliability",
	"--disable-extensions",
	"--disable-hang-monitor",
	"--disable-prompt-on-repost",
	"--disable-renderer-backgrounding",
	"--disable-sync",
	"--js-flags=--max-old-space-size=512", // MiB of a page's heap; it needs half as much again before it gives up
	"--log-level=2",                       // errors; what pages write to their console is no concern of ours
	"--metrics-recording-only",
	"--password-store=basic",
	"--use-mock-keychain",
	"--window-size=1280,900",
}

// unwanted are features of Chromium that are off in every browser.
var unwanted = []string{"MediaRouter", "OptimizationHints", "Translate", "AutofillServerCommunication", "CertificateTransparencyComponentUpdater"}

// newFrames is the feature of making a new frame host for every document, also for
// the next one of the same site.
const newFrames = "RenderDocument"

// smallShm is the size of /dev/shm under which Chromium must not rely on it:
// containers have 64 MB by default, and a full one crashes the page.
const smallShm = 256 << 20

func (c Config) args(userData string) []string {
	args := append([]string(nil), flags...)
	args = append(args, "--user-data-dir="+userData)
	if !c.Window {
		args = append(args, unseen...)
	}
	if !c.Popups && !c.Window {
		args = append(args, noPopups)
	}
	if shmSize() < smallShm {
		args = append(args, "--disable-dev-shm-usage")
	}
	off := unwanted
	if c.KeepFrames {
		off = append(slices.Clip(unwanted), newFrames)
	}
	if c.Lean {
		args = append(args, "--blink-settings=imagesEnabled=false", "--disable-remote-fonts")
	}
	args = append(args, "--disable-features="+strings.Join(off, ","))
	if c.agent != "" {
		args = append(args, "--user-agent="+c.agent)
	}
	if c.InsecureNoSandbox {
		args = append(args, "--no-sandbox")
	}
	return args
}

// shmSize returns the size of /dev/shm in bytes, 0 when there is none.
func shmSize() uint64 {
	var fs syscall.Statfs_t
	if err := syscall.Statfs("/dev/shm", &fs); err != nil {
		return 0
	}
	return fs.Blocks * uint64(fs.Bsize)
}
