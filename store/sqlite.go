package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"

	"github.com/mattn/go-sqlite3"
	"github.com/pressly/goose/v3"

	"dyncrawl"
)

// Everything that is true of SQLite alone lies in this file; the rest of the
// package speaks SQL that PostgreSQL understands, too.

const (
	gooseDialect = goose.DialectSQLite3
	rowID        = "INTEGER PRIMARY KEY" // an id that the database hands out
	readers      = 4                     // connections for View
	fullHint     = "Free some disk space and run again: the crawl goes on where it stopped."
)

// columnType is the type of a column for values of the kind.
func columnType(k dyncrawl.Kind) string {
	switch k {
	case dyncrawl.Int, dyncrawl.Bool:
		return "BIGINT"
	case dyncrawl.Number:
		return "DOUBLE PRECISION"
	}
	return "TEXT"
}

// connector opens connections with the pragmas that a URI cannot carry.
type connector struct {
	driver *sqlite3.SQLiteDriver
	dsn    string
}

func (c connector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.dsn) }

func (c connector) Driver() driver.Driver { return c.driver }

// openDB opens the readers' connections, or the only one that writes.
func openDB(path string, readOnly bool) (*sql.DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	params, conns := url.Values{
		"_busy_timeout": {"10000"}, "_foreign_keys": {"1"}, "_stmt_cache_size": {"100"},
	}, 1
	if readOnly {
		conns = readers
		params.Set("mode", "ro")
		params.Set("_query_only", "1")
	} else {
		params.Set("_journal_mode", "WAL")
		params.Set("_synchronous", "NORMAL")
		params.Set("_txlock", "immediate") // a BEGIN that only later wants to write skips the busy timeout
		params.Set("_cache_size", "-32768")
	}
	dsn := url.URL{Scheme: "file", Path: abs, RawQuery: params.Encode()}
	db := sql.OpenDB(connector{&sqlite3.SQLiteDriver{ConnectHook: tune}, dsn.String()})
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
}

func tune(c *sqlite3.SQLiteConn) error {
	_, err := c.Exec(`PRAGMA temp_store=MEMORY; PRAGMA mmap_size=33554432; PRAGMA journal_size_limit=67108864`, nil)
	return err
}

func closeWriter(db *sql.DB) error {
	_, err := db.Exec(`PRAGMA optimize`)
	if errors.As(err, new(sqlite3.Error)) {
		err = nil // statistics only: a full disk must not keep a store from closing
	}
	return errors.Join(err, db.Close())
}

// copyTables copies whole tables from the store at path, of the same schema.
func copyTables(ctx context.Context, db *sql.DB, path string, tables ...string) error {
	if _, err := db.ExecContext(ctx, `ATTACH DATABASE $1 AS old`, path); err != nil {
		return err
	}
	for _, table := range tables {
		if _, err := db.ExecContext(ctx, `INSERT INTO main.`+table+` SELECT * FROM old.`+table); err != nil {
			return err
		}
	}
	_, err := db.ExecContext(ctx, `DETACH DATABASE old`)
	return err
}

// flush writes what lies in the write-ahead log into the file.
func flush(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	return err
}

// hasTables tells a new file from one that holds something.
func hasTables(ctx context.Context, db *sql.DB) (some, versions bool, err error) {
	err = db.QueryRowContext(ctx, `SELECT count(*) > 0, coalesce(sum(name = $1), 0) > 0 FROM sqlite_master`,
		goose.DefaultTablename).Scan(&some, &versions)
	return some, versions, err
}

func checkIntegrity(ctx context.Context, tx *Tx) error {
	var verdict string
	if err := tx.QueryRow(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return storeError(fmt.Errorf("integrity check: %s", verdict), corruptHint)
	}
	return tx.each(ctx, func(rows *sql.Rows) error {
		var table, parent string
		var row, key sql.NullInt64
		if err := rows.Scan(&table, &row, &parent, &key); err != nil {
			return err
		}
		return storeError(fmt.Errorf("row %d of %s refers to a missing row of %s", row.Int64, table, parent), corruptHint)
	}, `PRAGMA foreign_key_check`)
}

const corruptHint = "Restore the file from a backup, or crawl into a new one; `sqlite3 FILE .recover` saves what can be read."

func isBusy(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked)
}

// explain gives an error of SQLite its class and the hint that fits.
func explain(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) || errors.As(err, new(*dyncrawl.Error)) || e.Code == sqlite3.ErrInterrupt {
		return err
	}
	switch e.Code {
	case sqlite3.ErrFull:
		return storeError(err, fullHint)
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return storeError(err, "Another program holds a lock on the file: close it and run again.")
	case sqlite3.ErrNotADB:
		return storeError(err, "The file is not a store of dyncrawl: choose another path.")
	case sqlite3.ErrCorrupt:
		return storeError(err, corruptHint)
	case sqlite3.ErrReadonly, sqlite3.ErrCantOpen, sqlite3.ErrPerm:
		return storeError(err, "Make the file and its directory writable or choose another place for the store.")
	case sqlite3.ErrIoErr:
		return storeError(err, "Check the disk: reading or writing the file failed.")
	}
	return storeError(err, "")
}

// isDuplicate reports whether err says that a UNIQUE constraint does not hold.
func isDuplicate(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.ExtendedCode == sqlite3.ErrConstraintUnique
}
