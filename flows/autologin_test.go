package flows_test

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
	"dyncrawl/browser/rod"
	"dyncrawl/captcha"
	"dyncrawl/demo"
	"dyncrawl/flows"
)

// drivers open a browser by the name of the driver.
var drivers = map[string]func(context.Context) (browser.Driver, error){
	"chromedp": func(ctx context.Context) (browser.Driver, error) {
		return chromedp.Launch(ctx, chrome.Config{Popups: true})
	},
	"rod": func(ctx context.Context) (browser.Driver, error) { return rod.Launch(ctx, chrome.Config{Popups: true}) },
}

// TestAutoLogin logs in on every design of the practice site without a selector.
func TestAutoLogin(t *testing.T) {
	sites, err := demo.New(demo.Config{})
	if err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(sites)
	defer site.Close()
	base := site.URL
	reader := captcha.NewGeneral()
	for driver, launch := range drivers {
		t.Run(driver, func(t *testing.T) {
			d, err := launch(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			t.Run("designs", func(t *testing.T) {
				for i, design := range demo.LoginDesigns() {
					if testing.Short() && (i%2 == 0) == (driver == "rod") {
						continue // each design by one of the drivers
					}
					t.Run(design, func(t *testing.T) {
						t.Parallel()
						logInTo(t, d, base, design, sites.Secrets(), reader)
					})
				}
			})
		})
	}
}

// logInTo logs in on one design, and once more with what was kept.
func logInTo(t *testing.T, d browser.Driver, base, design string, secrets map[string]string, solver captcha.Solver) {
	c, err := browser.NewContext(t.Context(), d, browser.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	tab, err := c.NewTab(t.Context(), browser.RealTime)
	if err != nil {
		t.Fatal(err)
	}
	text := "name: test\nstart: " + base + "/logins/" + design + "/home\nsession:\n  login: auto\n  url: " + base + "/logins/" + design + "/\n"
	switch design {
	case "sso", "foreign":
		text += "  origins: " + strings.Replace(base, "127.0.0.1", "localhost", 1) + "\n"
	case "otp":
		text += "  totp: ${secret:LOGIN_SEED}\n"
	}
	flow, err := flows.Parse("test.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	if os.Getenv("LOGIN_LOG") != "" {
		log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	runner := &flows.Runner{Tab: tab, Flow: flow, Log: log, Secrets: flows.FirstSecret(secrets), Solver: solver, Artifacts: os.Getenv("LOGIN_PICTURES")}
	if err := runner.LogIn(t.Context(), flow.Session, t.TempDir()+"/kept.json"); err != nil {
		t.Fatal(err)
	}
	ok, err := runner.LoggedIn(t.Context(), flow.Session)
	if err != nil || !ok {
		t.Errorf("logged in: %v, %v", ok, err)
	}
	at, err := tab.URL(t.Context())
	if err != nil || !strings.Contains(at, "/logins/"+design+"/") {
		t.Errorf("the login is checked at %s (%v)", at, err)
	}
}
