package flows_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/rod"
	"dyncrawl/captcha"
	"dyncrawl/demo"
	"dyncrawl/flows"
	"dyncrawl/sessions"
)

// hardest are the designs that are tried by default, each by one driver. LOGINS, a
// list of names or the word all, has those tried by both.
var hardest = []string{"captcha", "chinese", "closed", "consent", "digest", "foreign", "otp", "popup", "sso", "twostep"}

// atOnce is how many logins are made at the same time.
const atOnce = 5

// TestAutoLogin logs in on designs of the practice site without a selector.
func TestAutoLogin(t *testing.T) {
	t.Parallel()
	sites, err := demo.New(demo.Config{Users: 2})
	if err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(sites)
	defer site.Close()
	byRod, err := rod.Launch(t.Context(), chrome.Config{Popups: true})
	if err != nil {
		t.Fatal(err)
	}
	defer byRod.Close()
	drivers := map[string]browser.Driver{"chromedp": sharedBrowser(t), "rod": byRod}
	for n, name := range slices.Sorted(maps.Keys(drivers)) {
		designs := slices.DeleteFunc(slices.Clone(hardest), func(s string) bool { return slices.Index(hardest, s)%2 != n })
		if names := os.Getenv("LOGINS"); names == "all" {
			designs = demo.LoginDesigns()
		} else if names != "" {
			designs = strings.Split(names, ",")
		}
		l := &loginTrial{t: t, driver: drivers[name], base: site.URL, secrets: sites.Secrets()}
		t.Logf("%s: logged in on %d of %d login pages", name, l.tryAll(name, designs), len(designs))
	}
}

// loginTrial logs in on practice pages by one driver.
type loginTrial struct {
	t       *testing.T
	driver  browser.Driver
	base    string
	secrets map[string]string
}

// tryAll returns on how many designs the login worked.
func (l *loginTrial) tryAll(driver string, designs []string) (worked int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	permits := make(chan struct{}, atOnce)
	for _, design := range designs {
		permits <- struct{}{}
		wg.Go(func() {
			defer func() { <-permits }()
			err := l.try(design)
			mu.Lock()
			defer mu.Unlock()
			if worked++; err != nil {
				worked--
				l.t.Errorf("%s by %s: %v", design, driver, err)
			}
		})
	}
	wg.Wait()
	return worked
}

// flow returns the flow that has no more than the page and the secrets.
func (l *loginTrial) flow(design string) (*flows.Flow, error) {
	text := fmt.Sprintf("name: test\nstart: %[1]s/logins/%[2]s/home\nsession:\n  login: auto\n  url: %[1]s/logins/%[2]s/\n", l.base, design)
	switch design {
	case "sso", "foreign":
		text += "  origins: " + strings.Replace(l.base, "127.0.0.1", "localhost", 1) + "\n"
	case "otp":
		text += "  totp: ${secret:LOGIN_SEED}\n"
	}
	return flows.Parse("test.yaml", []byte(text), nil)
}

// try logs in on one design, and looks whether that is told from being logged out.
func (l *loginTrial) try(design string) (err error) {
	c, err := browser.NewContext(l.t.Context(), l.driver, browser.Config{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close(context.Background())) }()
	tab, err := c.NewTab(l.t.Context(), browser.RealTime)
	if err != nil {
		return err
	}
	flow, err := l.flow(design)
	if err != nil {
		return err
	}
	runner := &flows.Runner{
		Tab: tab, Flow: flow, Log: logger(), Secrets: flows.FirstSecret(l.secrets), Solver: captcha.NewGeneral(),
		Settle: browser.SettleConfig{Quiet: 100 * time.Millisecond}, Artifacts: os.Getenv("LOGIN_PICTURES"),
	}
	if _, err := runner.LogIn(l.t.Context(), flow.Session, keptIn(l.t.TempDir()), time.Time{}); err != nil {
		return err
	}
	if at := flow.Session.Check.URL; !strings.Contains(at, "/logins/"+design+"/") {
		return fmt.Errorf("the login is told by %s", at)
	}
	stranger, leave, err := tab.Stranger(l.t.Context())
	if err != nil {
		return err
	}
	defer leave(context.Background())
	runner.Tab = stranger
	if ok, err := runner.LoggedIn(l.t.Context(), flow.Session); ok || err != nil {
		return fmt.Errorf("a stranger counts as logged in: %v, %v", ok, err)
	}
	return nil
}

// logger writes to the terminal when LOGIN_LOG is set.
func logger() *slog.Logger {
	if os.Getenv("LOGIN_LOG") == "" {
		return slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// TestAutoLoginRefused tells a wrong password, without sending it twice.
func TestAutoLoginRefused(t *testing.T) {
	t.Parallel()
	sites, err := demo.New(demo.Config{Users: 2})
	if err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(sites)
	defer site.Close()
	secrets := sites.Secrets()
	secrets["LOGIN_PASSWORD"] = canary
	l := &loginTrial{t: t, driver: sharedBrowser(t), base: site.URL, secrets: secrets}
	for design, says := range map[string]string{
		"plain": `says "Wrong e-mail or password."`, "basic": "no page looks different", "divbutton": `says "Wrong password"`,
	} {
		err := l.try(design)
		if dyncrawl.ClassOf(err) != dyncrawl.ClassLogin || !strings.Contains(err.Error(), says) || dyncrawl.HintOf(err) == "" || strings.Contains(err.Error(), canary) {
			t.Errorf("%s: %v of class %s", design, err, dyncrawl.ClassOf(err))
		}
		if n := sites.Hits()["/logins/"+design+"/in"]; design != "basic" && n != 1 {
			t.Errorf("%s: the password was sent %d times", design, n)
		}
	}
}

// keptIn returns a session that is kept in a folder for this test alone.
func keptIn(dir string) *sessions.Session {
	folder := sessions.Folder{Dir: dir, Key: sessions.Key("file:" + filepath.Join(dir, "key"))}
	return folder.Session("kept")
}
