package frontier_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(stubStore); path != "" {
		os.Exit(stubCrawl(path))
	}
	goleak.VerifyTestMain(m)
}
