package chromedp

import (
	"context"
	"testing"

	"go.uber.org/goleak"

	"dyncrawl/browser"
	"dyncrawl/browser/browsertest"
	"dyncrawl/browser/chrome"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestDriver(t *testing.T) {
	browsertest.Run(t, start)
}

func start(ctx context.Context) (browser.Driver, error) { return Launch(ctx, chrome.Config{}) }

func BenchmarkSettle(b *testing.B) { browsertest.BenchmarkSettle(b, start) }
