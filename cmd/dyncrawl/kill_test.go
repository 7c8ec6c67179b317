package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"dyncrawl/demo"
	"dyncrawl/store"
)

// kills is how often the crawl is killed.
const kills = 20

// TestKill kills a crawl at random moments and resumes it. In the end the items
// are those of the site, each page was stored by one attempt, and no browser
// is left.
func TestKill(t *testing.T) {
	sites, err := demo.New(demo.Config{})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(sites)
	t.Cleanup(server.Close)
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	flow, err := filepath.Abs("../../flows/articles.yaml")
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	crawl := func() *exec.Cmd {
		cmd := exec.Command(self, "run", flow, "--var", "base="+server.URL+"/articles", "--store", "articles.db")
		cmd.Args[0] = "dyncrawl" // testscript.Main goes by this name
		cmd.Dir = dir
		return cmd
	}
	for range kills {
		cmd := crawl()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(800*time.Millisecond + time.Duration(random.Int64N(int64(2*time.Second))))
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		verify(t, filepath.Join(dir, "articles.db"))
	}
	if out, err := crawl().CombinedOutput(); err != nil {
		t.Fatalf("the last run: %v\n%s", err, out)
	}
	expectNoBrowser(t)
	compareWithTruth(t, server.URL, filepath.Join(dir, "articles.db"))
}

// expectNoBrowser fails when a browser with a profile of ours is left. Chromium
// ends with the pipe to its killed parent, within seconds.
func expectNoBrowser(t *testing.T) {
	t.Helper()
	var left []byte
	for range 50 {
		left, _ = exec.Command("pgrep", "-f", "user-data-dir=.*dyncrawl-chrome-").Output()
		if len(left) == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("browsers are left: %s", left)
}

// verify checks the whole store, when the crawl came far enough to make one.
func verify(t *testing.T, path string) {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		return
	}
	s, err := store.Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// compareWithTruth holds the store against the site, and the attempts against
// the pages.
func compareWithTruth(t *testing.T, base, path string) {
	t.Helper()
	truth, err := fetchTruth(t.Context(), base, "articles")
	if err != nil {
		t.Fatal(err)
	}
	err = withStore(t.Context(), path, func(s *store.Store) error {
		var out bytes.Buffer
		if err := compare(t.Context(), &out, s, truth); err != nil {
			t.Errorf("%v\n%s", err, &out)
		}
		return doneOnce(t, s)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// doneOnce checks that no page was stored by two attempts and that none is open.
func doneOnce(t *testing.T, s *store.Store) error {
	return s.View(context.Background(), func(tx *store.Tx) error {
		var twice, open int
		err := tx.QueryRow(t.Context(), `SELECT
			(SELECT count(*) FROM (SELECT url_id FROM attempts WHERE outcome IN ('done', 'partial') GROUP BY url_id HAVING count(*) > 1)),
			(SELECT count(*) FROM urls WHERE state NOT IN ('done', 'failed', 'skipped'))`).Scan(&twice, &open)
		if twice != 0 || open != 0 {
			t.Errorf("%d pages were stored twice, %d URLs are still open", twice, open)
		}
		return err
	})
}
