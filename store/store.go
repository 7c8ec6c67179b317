// Package store keeps what a crawl has seen and has yet to see in one SQLite
// file: the URLs, the pages with their AJAX answers and links, the items, and
// why anything is missing. Everything that one visit brings is written in one
// transaction, so a kill at any moment leaves whole visits only.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// Config says where the store lies.
type Config struct {
	Path     string // file of the store; made when absent, except when ReadOnly
	ReadOnly bool   // only View and the readers work; takes no lock, so it may be open beside a crawl
}

// Store is an open store. It is safe for concurrent use.
type Store struct {
	path   string
	lock   *os.File // nil when read-only
	writer *sql.DB  // one connection; nil when read-only
	reader *sql.DB
	codec  *codec
}

// Open opens the store and brings its schema up to date. Its errors carry a
// hint: a directory that cannot be written, a file that is no store or one of
// a newer version, another dyncrawl that is writing to it.
func Open(ctx context.Context, c Config) (*Store, error) {
	codec, err := newCodec()
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", c.Path, err)
	}
	s := &Store{path: c.Path, codec: codec}
	open := s.openWriter
	if c.ReadOnly {
		open = s.openReader
	}
	if err := open(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", c.Path, explain(err)), s.Close())
	}
	return s, nil
}

func (s *Store) openWriter(ctx context.Context) (err error) {
	if s.lock, err = lockFile(s.path + ".lock"); err != nil {
		return err
	}
	return s.connect(ctx)
}

// connect opens the connections of a store whose lock is held.
func (s *Store) connect(ctx context.Context) (err error) {
	if err := createPrivate(s.path); err != nil {
		return err
	}
	if s.writer, err = openDB(s.path, false); err != nil {
		return err
	}
	if err := migrate(ctx, s.writer); err != nil {
		return err
	}
	s.reader, err = openDB(s.path, true)
	return err
}

func (s *Store) openReader(ctx context.Context) (err error) {
	if err := mustExist(s.path); err != nil {
		return err
	}
	if s.reader, err = openDB(s.path, true); err != nil {
		return err
	}
	return checkSchema(ctx, s.reader)
}

// Close ends the store's connections and gives the file free for another
// dyncrawl. It removes no file.
func (s *Store) Close() error {
	var errs []error
	if s.reader != nil {
		errs = append(errs, s.reader.Close())
	}
	if s.writer != nil {
		errs = append(errs, closeWriter(s.writer))
	}
	if s.lock != nil {
		errs = append(errs, s.lock.Close())
	}
	return errors.Join(errs...)
}

// Path returns the path of the store's file.
func (s *Store) Path() string { return s.path }

// Verify checks the whole file and every reference in it. It reads
// everything: a minute for some gigabytes.
func (s *Store) Verify(ctx context.Context) error {
	return s.View(ctx, func(tx *Tx) error {
		if err := checkIntegrity(ctx, tx); err != nil {
			return fmt.Errorf("verify store %s: %w", s.path, err)
		}
		return nil
	})
}
