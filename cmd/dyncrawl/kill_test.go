package main

import (
	"bytes"
	"context"
	"errors"
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
const kills = 8

// TestKill kills a crawl at random moments and resumes it. In the end the items
// are those of the site, each page was stored by one attempt, and no browser
// is left.
func TestKill(t *testing.T) {
	t.Parallel()
	sites, err := demo.New(demo.Config{Users: 2})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(sites)
	t.Cleanup(server.Close)
	dir, temp := t.TempDir(), passableDir(t)
	random := rand.New(rand.NewPCG(1, 2))
	flow, err := filepath.Abs("../../flows/articles.yaml")
	if err != nil {
		t.Fatal(err)
	}
	crawl := func() *exec.Cmd {
		cmd := exec.Command("dyncrawl", "run", flow, "--var", "base="+server.URL+"/articles", "--store", "articles.db")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "TMPDIR="+temp)
		return cmd
	}
	for n := range kills {
		cmd := crawl()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			cmd.Wait()
			close(ended)
		}()
		if n%4 > 0 { // each fourth may die before its browser is there
			awaitBrowser(t, temp, ended)
		}
		time.Sleep(time.Duration(random.Int64N(int64(1500 * time.Millisecond))))
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		<-ended
		expectNoBrowser(t, temp)
		verify(t, filepath.Join(dir, "articles.db"))
	}
	if out, err := crawl().CombinedOutput(); err != nil {
		t.Fatalf("the last run: %v\n%s", err, out)
	}
	compareWithTruth(t, server.URL, filepath.Join(dir, "articles.db"))
}

// passableDir returns a folder that the user of the browser can reach.
func passableDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "dyncrawl-kill-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	return dir
}

// awaitBrowser waits until a browser has its profile in dir, or the crawl has
// ended because nothing was left to do.
func awaitBrowser(t *testing.T, dir string, ended <-chan struct{}) {
	t.Helper()
	for range 600 {
		if len(browsers(t, dir)) > 0 {
			return
		}
		select {
		case <-ended:
			return
		case <-time.After(50 * time.Millisecond):
		}
	}
	t.Fatal("no browser was started")
}

// expectNoBrowser fails when a browser with its profile in dir has outlived its
// killed parent. Chromium ends with the pipe to it, within seconds.
func expectNoBrowser(t *testing.T, dir string) {
	t.Helper()
	var left []string
	for range 50 {
		if left = browsers(t, dir); len(left) == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("browsers are left: %s", left)
}

// browsers returns the processes whose command line names dir.
func browsers(t *testing.T, dir string) (found []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if line, err := os.ReadFile(file); err == nil && bytes.Contains(line, []byte(dir)) {
			found = append(found, file)
		}
	}
	return found
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
