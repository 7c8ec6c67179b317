package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed migration/*.sql
var migrations embed.FS

// migrate brings the schema up to date and refuses a file that is none of ours.
func migrate(ctx context.Context, db *sql.DB) error {
	found, versions, err := hasTables(ctx, db)
	if err != nil {
		return err
	}
	if found && !versions {
		return errForeign()
	}
	p, err := provider(db)
	if err != nil {
		return err
	}
	if versions {
		if err := checkVersion(ctx, db, p); errors.Is(err, errNewer) {
			return err
		}
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// checkSchema refuses a file whose schema is not the one that this program knows.
func checkSchema(ctx context.Context, db *sql.DB) error {
	_, versions, err := hasTables(ctx, db)
	if err != nil {
		return err
	}
	if !versions {
		return errForeign()
	}
	p, err := provider(db)
	if err != nil {
		return err
	}
	return checkVersion(ctx, db, p)
}

func provider(db *sql.DB) (*goose.Provider, error) {
	dir, err := fs.Sub(migrations, "migration")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(gooseDialect, db, dir, goose.WithDisableGlobalRegistry(true))
}

// errNewer marks a schema that this program does not know yet.
var errNewer = errors.New("written by a newer dyncrawl")

func checkVersion(ctx context.Context, db *sql.DB, p *goose.Provider) error {
	sources := p.ListSources()
	want := sources[len(sources)-1].Version
	var have int64
	err := db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM `+goose.DefaultTablename).Scan(&have)
	switch {
	case err != nil:
		return err
	case have > want:
		return storeError(fmt.Errorf("%w: schema %d, this one knows %d", errNewer, have, want),
			"Use the newer dyncrawl or another store.")
	case have < want:
		return storeError(fmt.Errorf("written by an older dyncrawl: schema %d, this one wants %d", have, want),
			"Run a flow on it once: that brings it up to date.")
	}
	return nil
}

func errForeign() error {
	return storeError(errors.New("the file is a database, but not a store of dyncrawl"), "Choose another path.")
}
