package store

import (
	"context"
	"database/sql"
	"errors"
)

// busyTries times the busy timeout of a connection is how long a writer waits
// for a foreign program that locked the file: a minute.
const busyTries = 6

// Tx is a transaction. It is not safe for concurrent use and ends with the
// function that it was given to.
type Tx struct {
	tx       *sql.Tx
	codec    *codec
	onCommit []func()
}

// Update runs fn in the write transaction; there is one at a time. What fn
// wrote stays if fn returns nil and is undone otherwise. fn runs again from the
// start when a foreign program holds the file, so it must not keep anything
// from a run that failed. A cancelled ctx undoes the transaction.
func (s *Store) Update(ctx context.Context, fn func(*Tx) error) error {
	if s.writer == nil {
		return errors.New("store is open for reading only")
	}
	for try := 1; ; try++ {
		err := s.run(ctx, s.writer, fn)
		if !isBusy(err) || try == busyTries || ctx.Err() != nil {
			return explain(err)
		}
	}
}

// View runs fn in a transaction that sees one state of the store and cannot
// change it. It does not wait for writers.
func (s *Store) View(ctx context.Context, fn func(*Tx) error) error {
	return explain(s.run(ctx, s.reader, fn))
}

func (s *Store) run(ctx context.Context, db *sql.DB, fn func(*Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // undoes what was not committed, also when fn panics
	t := &Tx{tx: tx, codec: s.codec}
	if err := fn(t); err != nil {
		return undone(ctx, err)
	}
	if err := tx.Commit(); err != nil {
		return undone(ctx, err)
	}
	for _, f := range t.onCommit {
		f()
	}
	return nil
}

// undone tells why a transaction ended early: database/sql undoes it as soon as
// ctx is cancelled, and whoever uses it then learns only that it is over.
func undone(ctx context.Context, err error) error {
	if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// OnCommit has f called once the transaction is committed, and not at all if
// it is undone.
func (t *Tx) OnCommit(f func()) { t.onCommit = append(t.onCommit, f) }

// Exec runs a statement with the arguments $1, $2, …; a statement must name
// them in ascending order at first use.
func (t *Tx) Exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return t.tx.ExecContext(ctx, query, args...)
}

// Query is Exec for statements that return rows. The caller closes the rows
// before the next statement.
func (t *Tx) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return t.tx.QueryContext(ctx, query, args...)
}

// QueryRow is Query for statements that return one row at most.
func (t *Tx) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	return t.tx.QueryRowContext(ctx, query, args...)
}

// each runs the query and calls scan for every row.
func (t *Tx) each(ctx context.Context, scan func(*sql.Rows) error, query string, args ...any) error {
	rows, err := t.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
