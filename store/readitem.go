package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"dyncrawl"
)

// Row is one stored item.
type Row struct {
	URL       string // where it was found
	FetchedAt time.Time
	Values    []any // in the order of the type's fields: nil, bool, int64, float64, string, or json.RawMessage
}

// ItemTypes returns the item types of the store by name, with the fields that
// any run has defined.
func (s *Store) ItemTypes(ctx context.Context) (types []dyncrawl.ItemType, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		types, err = tx.itemTypes(ctx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read item types: %w", err)
	}
	return types, nil
}

// ItemType returns one item type, or ErrNotFound with a hint that lists what there is.
func (s *Store) ItemType(ctx context.Context, name string) (dyncrawl.ItemType, error) {
	types, err := s.ItemTypes(ctx)
	if err != nil {
		return dyncrawl.ItemType{}, err
	}
	names := make([]string, len(types))
	for i, t := range types {
		if t.Name == name {
			return t, nil
		}
		names[i] = t.Name
	}
	return dyncrawl.ItemType{}, storeError(fmt.Errorf("item type %q: %w", name, ErrNotFound),
		"The store has: "+strings.Join(names, ", ")+".")
}

// Items yields the items of the type in the order of their key, or of their
// URL and place. It ends after the first error.
func (s *Store) Items(ctx context.Context, typ dyncrawl.ItemType) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		err := s.View(ctx, func(tx *Tx) error {
			return tx.each(ctx, func(rows *sql.Rows) error {
				row, err := scanItem(rows, typ)
				if err == nil && !yield(row, nil) {
					err = errStop
				}
				return err
			}, selectItems(typ))
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(Row{}, fmt.Errorf("read items of type %q: %w", typ.Name, err))
		}
	}
}

// errStop ends a query whose caller wants no more rows.
var errStop = errors.New("stop")

func selectItems(typ dyncrawl.ItemType) string {
	columns := []string{"u.url", "_fetched_at"}
	for _, f := range typ.Fields {
		columns = append(columns, "i."+quote(f.Name))
	}
	order := keyColumns(typ)
	for i, c := range order {
		order[i] = "i." + c
	}
	return fmt.Sprintf(`SELECT %s FROM %s i JOIN urls u ON u.id = i._url_id ORDER BY %s`,
		strings.Join(columns, ", "), table(typ), strings.Join(order, ", "))
}

func scanItem(rows *sql.Rows, typ dyncrawl.ItemType) (Row, error) {
	row := Row{Values: make([]any, len(typ.Fields))}
	var fetched string
	dest := []any{&row.URL, &fetched}
	for i := range row.Values {
		dest = append(dest, &row.Values[i])
	}
	if err := rows.Scan(dest...); err != nil {
		return row, err
	}
	for i, f := range typ.Fields {
		row.Values[i] = decode(f.Kind, row.Values[i])
	}
	var err error
	row.FetchedAt, err = time.Parse(time.RFC3339, fetched)
	return row, err
}

// Reject is an item that was not stored.
type Reject struct {
	Type    string
	URL     string // where it was found
	Fields  json.RawMessage
	Reasons []string
}

// Rejects returns the items that were not stored, in the order in which they were found.
func (s *Store) Rejects(ctx context.Context) (rejects []Reject, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		return tx.each(ctx, func(rows *sql.Rows) error {
			var r Reject
			var fields, reasons string
			if err := rows.Scan(&r.Type, &r.URL, &fields, &reasons); err != nil {
				return err
			}
			r.Fields = json.RawMessage(fields)
			rejects = append(rejects, r)
			return json.Unmarshal([]byte(reasons), &rejects[len(rejects)-1].Reasons)
		}, `SELECT r.type, u.url, r.item, r.reasons FROM item_rejects r JOIN urls u ON u.id = r.url_id ORDER BY r.id`)
	})
	if err != nil {
		return nil, fmt.Errorf("read rejected items: %w", err)
	}
	return rejects, nil
}
