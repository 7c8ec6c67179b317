package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Renew empties the store of all that a crawl brought. What was learned about the
// captchas of sites stays: pictures, answers and models. The new file takes the
// place of the old one in one step, so a kill at any moment leaves one of the two.
// Nobody else in this process may use the store meanwhile.
func (s *Store) Renew(ctx context.Context) error {
	if err := s.renew(ctx); err != nil {
		return fmt.Errorf("empty store %s: %w", s.path, explain(err))
	}
	return nil
}

func (s *Store) renew(ctx context.Context) error {
	if s.writer == nil {
		return errors.New("store is open for reading only")
	}
	young := s.path + ".new"
	if err := removeDB(young); err != nil {
		return err
	}
	if err := s.copyLearned(ctx, young); err != nil {
		return errors.Join(err, removeDB(young))
	}
	if err := s.leave(ctx); err != nil {
		return err
	}
	if err := os.Rename(young, s.path); err != nil {
		return fileError(err)
	}
	return s.connect(ctx)
}

// copyLearned makes a store at path with what is not to be forgotten.
func (s *Store) copyLearned(ctx context.Context, path string) (err error) {
	if err := createPrivate(path); err != nil {
		return err
	}
	db, err := openDB(path, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeWriter(db)) }()
	if err := migrate(ctx, db); err != nil {
		return err
	}
	return copyTables(ctx, db, s.path, "captchas", "captcha_models")
}

// leave closes the file, with everything written into it, and removes what SQLite
// keeps beside it: to the file that comes in its place that would not belong.
func (s *Store) leave(ctx context.Context) error {
	err := errors.Join(s.reader.Close(), flush(ctx, s.writer), closeWriter(s.writer))
	s.reader, s.writer = nil, nil
	return errors.Join(err, removeFiles(s.path+"-wal", s.path+"-shm"))
}

// removeDB removes a database file and what SQLite keeps beside it.
func removeDB(path string) error { return removeFiles(path, path+"-wal", path+"-shm") }

// removeFiles removes those of the files that are there.
func removeFiles(names ...string) error {
	for _, name := range names {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fileError(err)
		}
	}
	return nil
}
