package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Way says how a page was had. The zero Way is the browser, shape unknown.
type Way struct {
	Tier  string // "browser", "http" or "api"; empty means "browser"
	Shape string // of the page's URL
}

// Shape is what is known of one shape of URLs. Evidence and Template belong to
// the caller; the store does not look into them.
type Shape struct {
	Key      string
	Decision string // tier that its pages are visited by
	Evidence []byte
	Template []byte // nil when there is none
	Changed  time.Time
}

// Shape returns the shape with the key, and one with nothing but the key when it
// is not known.
func (t *Tx) Shape(ctx context.Context, key string) (Shape, error) {
	s := Shape{Key: key}
	var changed int64
	err := t.QueryRow(ctx, `SELECT decision, evidence, template, changed FROM shapes WHERE shape = $1`, key).
		Scan(&s.Decision, &s.Evidence, &s.Template, &changed)
	if errors.Is(err, sql.ErrNoRows) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("read shape %s: %w", key, err)
	}
	s.Changed = time.UnixMilli(changed)
	return s, nil
}

// SaveShape keeps s in place of what was known.
func (t *Tx) SaveShape(ctx context.Context, s Shape) error {
	_, err := t.Exec(ctx, `INSERT INTO shapes (shape, decision, evidence, template, changed) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (shape) DO UPDATE SET decision = excluded.decision, evidence = excluded.evidence,
			template = excluded.template, changed = excluded.changed`,
		s.Key, s.Decision, string(s.Evidence), string(s.Template), s.Changed.UnixMilli())
	if err != nil {
		return fmt.Errorf("save shape %s: %w", s.Key, err)
	}
	return nil
}

// Shapes returns all that is known, by key.
func (s *Store) Shapes(ctx context.Context) (shapes []Shape, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		return tx.each(ctx, func(rows *sql.Rows) error {
			var shape Shape
			var changed int64
			err := rows.Scan(&shape.Key, &shape.Decision, &shape.Evidence, &shape.Template, &changed)
			shape.Changed = time.UnixMilli(changed)
			shapes = append(shapes, shape)
			return err
		}, `SELECT shape, decision, evidence, template, changed FROM shapes ORDER BY shape`)
	})
	if err != nil {
		return nil, fmt.Errorf("read shapes: %w", err)
	}
	return shapes, nil
}

// WayCount is the number of pages that were had one way.
type WayCount struct {
	Way
	Pages int64
}

// WayCounts counts the pages whose shape is known.
func (s *Store) WayCounts(ctx context.Context) (counts []WayCount, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		return tx.each(ctx, func(rows *sql.Rows) error {
			var c WayCount
			err := rows.Scan(&c.Shape, &c.Tier, &c.Pages)
			counts = append(counts, c)
			return err
		}, `SELECT shape, tier, count(*) FROM pages WHERE shape <> '' GROUP BY shape, tier ORDER BY shape, tier`)
	})
	if err != nil {
		return nil, fmt.Errorf("count pages by tier: %w", err)
	}
	return counts, nil
}

// CameBy returns the ids of the URLs whose pages were had this way.
func (t *Tx) CameBy(ctx context.Context, w Way) (urlIDs []int64, err error) {
	err = t.each(ctx, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		urlIDs = append(urlIDs, id)
		return err
	}, `SELECT url_id FROM pages WHERE shape = $1 AND shape <> '' AND tier = $2 ORDER BY url_id`, w.Shape, w.Tier)
	if err != nil {
		return nil, fmt.Errorf("find the %s pages of %s: %w", w.Tier, w.Shape, err)
	}
	return urlIDs, nil
}

// WayOf returns how the stored page of the URL was had; the zero Way when none
// is stored.
func (t *Tx) WayOf(ctx context.Context, urlID int64) (w Way, err error) {
	err = t.QueryRow(ctx, `SELECT tier, shape FROM pages WHERE url_id = $1`, urlID).Scan(&w.Tier, &w.Shape)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return w, fmt.Errorf("find page of URL %d: %w", urlID, err)
	}
	return w, nil
}
