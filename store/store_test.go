package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3"
	"go.uber.org/goleak"

	"dyncrawl"
	"dyncrawl/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t *testing.T, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func fresh(t *testing.T) *store.Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "crawl.db"))
}

func update(t *testing.T, s *store.Store, fn func(*store.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// addURL inserts a URL as the frontier would.
func addURL(t *testing.T, s *store.Store, url, state, class string) (id int64) {
	t.Helper()
	update(t, s, func(tx *store.Tx) error {
		if _, err := tx.Exec(t.Context(), `INSERT INTO hosts (origin) VALUES ('http://h') ON CONFLICT DO NOTHING`); err != nil {
			return err
		}
		return tx.QueryRow(t.Context(), `INSERT INTO urls (key, host_id, url, method, priority, depth, place, state, class, added, changed)
			SELECT $1, id, $1, 'GET', 0, 0, 0, $2, $3, 0, 0 FROM hosts RETURNING id`, url, state, class).Scan(&id)
	})
	return id
}

func count(t *testing.T, s *store.Store, query string) (n int) {
	t.Helper()
	err := s.View(t.Context(), func(tx *store.Tx) error { return tx.QueryRow(t.Context(), query).Scan(&n) })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestSecondWriterIsRefusedAndReaderIsNot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crawl.db")
	first, err := store.Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	_, err = store.Open(t.Context(), store.Config{Path: path})
	if err == nil || !strings.Contains(err.Error(), "another dyncrawl (process ") || dyncrawl.HintOf(err) == "" {
		t.Errorf("second writer: %v", err)
	}
	reader, err := store.Open(t.Context(), store.Config{Path: path, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := reader.Update(t.Context(), func(*store.Tx) error { return nil }); err == nil {
		t.Error("a read-only store let itself be written")
	}
	if err := errors.Join(reader.Close(), first.Close()); err != nil {
		t.Fatal(err)
	}
	open(t, path) // the lock went with its owner
}

func TestFilesAreNobodyElsesBusiness(t *testing.T) {
	s := fresh(t)
	addURL(t, s, "http://h/", "queued", "")
	for _, suffix := range []string{"", "-wal", "-shm", ".lock"} {
		info, err := os.Stat(s.Path() + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %o", info.Name(), info.Mode().Perm())
		}
	}
}

func TestOpenSaysWhatToDo(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		name   string
		config store.Config
		say    string
	}{
		{"missing directory", store.Config{Path: filepath.Join(dir, "no", "crawl.db")}, "no such file"},
		{"missing store", store.Config{Path: filepath.Join(dir, "none.db"), ReadOnly: true}, "no such file"},
		{"no database", store.Config{Path: write("text.db", strings.Repeat("not a database ", 100))}, "not a database"},
		{"foreign database", store.Config{Path: foreign(t, dir)}, "not a store of dyncrawl"},
		{"empty file to read", store.Config{Path: write("empty.db", ""), ReadOnly: true}, "not a store of dyncrawl"},
		{"newer schema", store.Config{Path: newer(t, dir)}, "newer dyncrawl"},
		{"newer schema to read", store.Config{Path: newer(t, t.TempDir()), ReadOnly: true}, "newer dyncrawl"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := store.Open(t.Context(), c.config)
			if err == nil {
				s.Close()
				t.Fatal("opened")
			}
			if !strings.Contains(err.Error(), c.say) || dyncrawl.HintOf(err) == "" || dyncrawl.ClassOf(err) != dyncrawl.ClassStore {
				t.Errorf("error %q, hint %q", err, dyncrawl.HintOf(err))
			}
		})
	}
}

func foreign(t *testing.T, dir string) string {
	path := filepath.Join(dir, "foreign.db")
	execFile(t, path, `CREATE TABLE t (x)`)
	return path
}

func newer(t *testing.T, dir string) string {
	path := filepath.Join(dir, "newer.db")
	s, err := store.Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	execFile(t, path, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`)
	return path
}

func execFile(t *testing.T, path, stmt string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(stmt); err != nil {
		t.Fatal(err)
	}
}

func TestFullDiskUndoesTheTransactionAndSpaceMendsIt(t *testing.T) {
	s := fresh(t)
	url := addURL(t, s, "http://h/", "queued", "")
	limit := func(pages int) {
		update(t, s, func(tx *store.Tx) error {
			return tx.QueryRow(t.Context(), `PRAGMA max_page_count = `+itoa(pages)).Scan(new(int))
		})
	}
	save := func() error {
		return s.Update(t.Context(), func(tx *store.Tx) error {
			_, err := tx.SavePage(t.Context(), url, &dyncrawl.Page{HTML: noise(1 << 20)}, store.Way{})
			return err
		})
	}
	limit(1) // the size it has now
	err := save()
	if dyncrawl.ClassOf(err) != dyncrawl.ClassStore || !strings.Contains(dyncrawl.HintOf(err), "disk space") {
		t.Fatalf("error %v, hint %q", err, dyncrawl.HintOf(err))
	}
	if n := count(t, s, `SELECT count(*) FROM pages`); n != 0 {
		t.Errorf("%d pages of a transaction that failed", n)
	}
	limit(1 << 20)
	if err := save(); err != nil {
		t.Fatal(err)
	}
	if err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestVerifyNamesDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crawl.db")
	s, err := store.Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	execFile(t, path, `INSERT INTO links (page_id, url, source, text) VALUES (42, 'u', 's', 't')`)
	if err := open(t, path).Verify(t.Context()); err == nil || !strings.Contains(err.Error(), "links refers to a missing row of pages") {
		t.Errorf("verify: %v", err)
	}
}

func TestOnCommitFollowsTheTransaction(t *testing.T) {
	s, calls := fresh(t), 0
	refuse := errors.New("refused")
	err := s.Update(t.Context(), func(tx *store.Tx) error {
		tx.OnCommit(func() { calls++ })
		return refuse
	})
	if !errors.Is(err, refuse) || calls != 0 {
		t.Errorf("error %v, %d calls after an undone transaction", err, calls)
	}
	update(t, s, func(tx *store.Tx) error {
		tx.OnCommit(func() { calls++ })
		return nil
	})
	if calls != 1 {
		t.Errorf("%d calls after a commit", calls)
	}
}

func TestCancelledContextUndoesTheTransaction(t *testing.T) {
	s := fresh(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := s.Update(ctx, func(tx *store.Tx) error {
		_, err := tx.StartRun(ctx, "f", "h")
		cancel()
		return err
	})
	if dyncrawl.ClassOf(err) != dyncrawl.ClassInterrupted {
		t.Errorf("error %v", err)
	}
	if n := count(t, s, `SELECT count(*) FROM runs`); n != 0 {
		t.Errorf("%d runs", n)
	}
}
