package crawl

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"dyncrawl/store"
	"dyncrawl/tier"
)

// errOvertaken says that the shape was demoted while one of its pages was
// fetched the cheap way.
var errOvertaken = errors.New("the shape is not visited this way any more")

// conclude applies the lesson of a visit to its shape, in the transaction that
// stores the page. A demotion queues the pages again that came that way. A cheap
// page that was overtaken by a demotion is refused.
func (c *Crawler) conclude(ctx context.Context, tx *store.Tx, seen *sight) error {
	cheap := seen.Tier != tier.Browser && !seen.fixed
	if seen.lesson == nil && !cheap {
		return nil
	}
	row, err := tx.Shape(ctx, seen.shape)
	if err != nil {
		return err
	}
	if cheap && row.Decision != string(seen.Tier) {
		return errOvertaken
	}
	if seen.lesson == nil {
		return nil
	}
	before, template, err := c.shapes.decode(row)
	if err != nil {
		return err
	}
	after, repeat := seen.lesson(before)
	if repeat {
		if err := c.repeat(ctx, tx, seen.shape, before.Decision); err != nil {
			return err
		}
	}
	if len(after.Demotions) > len(before.Demotions) && before.Trying() == tier.API {
		row.Template, template = nil, nil // it was refuted
	}
	return c.saveShape(ctx, tx, row, after, template)
}

// repeat queues the pages of the shape that came by the tier.
func (c *Crawler) repeat(ctx context.Context, tx *store.Tx, shape string, by tier.Tier) error {
	ids, err := tx.CameBy(ctx, store.Way{Tier: string(by), Shape: shape})
	if err != nil {
		return err
	}
	n, err := c.Frontier.Repeat(ctx, tx, ids)
	if err != nil {
		return err
	}
	tx.OnCommit(func() { c.Log.Warn("demoted: its pages are visited again", "shape", shape, "tier", by, "pages", n) })
	return nil
}

// saveShape keeps the evidence and the template; the row's own when t is nil.
func (c *Crawler) saveShape(ctx context.Context, tx *store.Tx, row store.Shape, e tier.Evidence, t Template) (err error) {
	if t != nil {
		if row.Template, err = t.MarshalJSON(); err != nil {
			return fmt.Errorf("write template of %s: %w", row.Key, err)
		}
	}
	if row.Evidence, err = json.Marshal(e); err != nil {
		return fmt.Errorf("write evidence for %s: %w", row.Key, err)
	}
	row.Decision, row.Changed = string(cmp.Or(e.Decision, tier.Browser)), time.Now()
	tx.OnCommit(func() { c.shapes.put(row.Key, e, t) })
	return tx.SaveShape(ctx, row)
}

// replaceCheap removes the items of the URL's stored page when that came the
// cheap way: they may be wrong, and what comes now takes their place.
func replaceCheap(ctx context.Context, tx *store.Tx, lease *errand) error {
	way, err := tx.WayOf(ctx, lease.ID)
	if err != nil || way.Tier == "" || way.Tier == string(tier.Browser) {
		return err
	}
	return tx.DropItems(ctx, lease.ID)
}
