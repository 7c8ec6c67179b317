package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"dyncrawl"
)

// DefineItems makes or extends the tables of the item types; the start of a
// run calls it. New fields become new columns, fields that are gone keep
// theirs. A field that changed its kind is refused, and so is a new key that
// two stored items share.
func (t *Tx) DefineItems(ctx context.Context, types []dyncrawl.ItemType) error {
	stored, err := t.itemTypes(ctx)
	if err != nil {
		return fmt.Errorf("define items: %w", err)
	}
	for _, typ := range types {
		if err := t.defineItem(ctx, typ, stored); err != nil {
			return fmt.Errorf("define item type %q: %w", typ.Name, err)
		}
	}
	return nil
}

func (t *Tx) defineItem(ctx context.Context, typ dyncrawl.ItemType, stored []dyncrawl.ItemType) error {
	if err := checkNames(typ); err != nil {
		return err
	}
	var old dyncrawl.ItemType
	for _, s := range stored {
		if s.Name == typ.Name {
			old = s
		}
	}
	merged, err := mergeFields(old, typ)
	if err != nil {
		return err
	}
	for _, stmt := range ddl(old, merged) {
		if _, err := t.Exec(ctx, stmt); err != nil {
			return keyError(err, merged.Key)
		}
	}
	fields, err := toJSON(merged.Fields)
	if err != nil {
		return err
	}
	keys, err := toJSON(merged.Key)
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `INSERT INTO item_types (name, fields, keys) VALUES ($1, $2, $3)
		ON CONFLICT (name) DO UPDATE SET fields = excluded.fields, keys = excluded.keys`, merged.Name, fields, keys)
	return err
}

func (t *Tx) itemTypes(ctx context.Context) (types []dyncrawl.ItemType, err error) {
	err = t.each(ctx, func(rows *sql.Rows) error {
		var typ dyncrawl.ItemType
		var fields, keys []byte
		if err := rows.Scan(&typ.Name, &fields, &keys); err != nil {
			return err
		}
		if err := json.Unmarshal(fields, &typ.Fields); err != nil {
			return fmt.Errorf("fields of item type %q: %w", typ.Name, err)
		}
		if err := json.Unmarshal(keys, &typ.Key); err != nil {
			return fmt.Errorf("key of item type %q: %w", typ.Name, err)
		}
		types = append(types, typ)
		return nil
	}, `SELECT name, fields, keys FROM item_types ORDER BY name`)
	return types, err
}

// SaveItems stores what a page gave. An item with a key replaces the one that
// has the same key; without a key the items of a type are numbered, and what
// an earlier visit of the URL left over is removed. Items with problems, and
// those that do not fit their type, go to the rejects of the URL with the
// reasons.
func (t *Tx) SaveItems(ctx context.Context, urlID, pageID int64, items []dyncrawl.Item) error {
	types, err := t.itemTypes(ctx)
	if err != nil {
		return fmt.Errorf("save items of URL %d: %w", urlID, err)
	}
	s := saver{tx: t, urlID: urlID, pageID: pageID, now: time.Now().UTC().Format(time.RFC3339)}
	if err := s.save(ctx, types, items); err != nil {
		return fmt.Errorf("save items of URL %d: %w", urlID, err)
	}
	return nil
}

// DropItems removes the items that the URL's last visit has stored, so that
// SaveItems leaves none behind that the page does not have.
func (t *Tx) DropItems(ctx context.Context, urlID int64) error {
	types, err := t.itemTypes(ctx)
	if err != nil {
		return fmt.Errorf("drop items of URL %d: %w", urlID, err)
	}
	for _, typ := range types {
		if _, err := t.Exec(ctx, `DELETE FROM `+table(typ)+` WHERE _url_id = $1`, urlID); err != nil {
			return fmt.Errorf("drop items of URL %d: %w", urlID, err)
		}
	}
	return nil
}

// saver stores the items of one page.
type saver struct {
	tx            *Tx
	urlID, pageID int64
	now           string
	rejected      int
}

func (s *saver) save(ctx context.Context, types []dyncrawl.ItemType, items []dyncrawl.Item) error {
	if _, err := s.tx.Exec(ctx, `DELETE FROM item_rejects WHERE url_id = $1`, s.urlID); err != nil {
		return err
	}
	byType := make(map[string][]dyncrawl.Item)
	for _, it := range items {
		byType[it.Type] = append(byType[it.Type], it)
	}
	for _, typ := range types {
		if err := s.saveType(ctx, typ, byType[typ.Name]); err != nil {
			return err
		}
		delete(byType, typ.Name)
	}
	for name := range byType {
		return fmt.Errorf("item type %q is not defined", name)
	}
	return nil
}

func (s *saver) saveType(ctx context.Context, typ dyncrawl.ItemType, items []dyncrawl.Item) error {
	upsert, stored := upsertItem(typ), 0
	for _, it := range items {
		row, problems := itemRow(typ, it)
		if len(problems) > 0 {
			if err := s.reject(ctx, it, problems); err != nil {
				return err
			}
			continue
		}
		args := append([]any{s.urlID, s.pageID, stored, s.now}, row...)
		if _, err := s.tx.Exec(ctx, upsert, args...); err != nil {
			return err
		}
		stored++
	}
	if len(typ.Key) > 0 {
		return nil
	}
	_, err := s.tx.Exec(ctx, `DELETE FROM `+table(typ)+` WHERE _url_id = $1 AND _ordinal >= $2`, s.urlID, stored)
	return err
}

func (s *saver) reject(ctx context.Context, it dyncrawl.Item, problems []string) error {
	item, err := toJSON(it.Fields)
	if err != nil {
		item = "{}"
		problems = append(problems, err.Error())
	}
	reasons, err := toJSON(problems)
	if err != nil {
		return err
	}
	_, err = s.tx.Exec(ctx, `INSERT INTO item_rejects (url_id, page_id, ordinal, type, item, reasons)
		VALUES ($1, $2, $3, $4, $5, $6)`, s.urlID, s.pageID, s.rejected, it.Type, item, reasons)
	s.rejected++
	return err
}

// itemRow returns the item's values in the order of the type's fields, or what is wrong with it.
func itemRow(typ dyncrawl.ItemType, it dyncrawl.Item) (row []any, problems []string) {
	problems = append(problems, it.Problems...)
	for _, f := range typ.Fields {
		v, err := encode(f.Kind, it.Fields[f.Name])
		if err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", f.Name, err))
		}
		row = append(row, v)
	}
	for _, k := range typ.Key {
		if v := it.Fields[k]; v == nil || v == "" {
			problems = append(problems, fmt.Sprintf("%s: part of the key, but without a value", k))
		}
	}
	return row, problems
}
