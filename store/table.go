package store

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"dyncrawl"
)

// ownColumns are the columns of an item table beside the fields. A field's
// name starts with a letter, so they never collide.
var ownColumns = []string{"_url_id", "_page_id", "_ordinal", "_fetched_at"}

// maxName keeps table and index names within PostgreSQL's 63 bytes.
const maxName = 50

// checkNames refuses names that cannot be columns and keys that are no fields.
func checkNames(typ dyncrawl.ItemType) error {
	if err := checkName(typ.Name); err != nil {
		return err
	}
	seen := make(map[string]bool)
	for _, f := range typ.Fields {
		if err := checkName(f.Name); err != nil {
			return err
		}
		if low := strings.ToLower(f.Name); seen[low] {
			return storeError(fmt.Errorf("two fields are named %q", low), "Rename one of them; capitals make no difference.")
		} else {
			seen[low] = true
		}
	}
	for _, k := range typ.Key {
		if !hasField(typ, k) {
			return storeError(fmt.Errorf("key %q is not a field", k), "Name a field of the item type as its key.")
		}
	}
	return nil
}

func checkName(name string) error {
	for i, r := range name {
		if !unicode.IsLetter(r) && (i == 0 || r != '_' && !unicode.IsDigit(r)) {
			return badName(name)
		}
	}
	if name == "" || len(name) > maxName {
		return badName(name)
	}
	return nil
}

func badName(name string) error {
	return storeError(fmt.Errorf("%q cannot name a column", name),
		fmt.Sprintf("Use letters, digits and _, a letter first, at most %d bytes.", maxName))
}

func hasField(typ dyncrawl.ItemType, name string) bool {
	return slices.ContainsFunc(typ.Fields, func(f dyncrawl.Field) bool { return f.Name == name })
}

// mergeFields adds the fields that only the stored type has behind those of the new one.
func mergeFields(old, typ dyncrawl.ItemType) (dyncrawl.ItemType, error) {
	merged := typ
	merged.Fields = slices.Clone(typ.Fields)
	for _, was := range old.Fields {
		i := slices.IndexFunc(typ.Fields, func(f dyncrawl.Field) bool { return strings.EqualFold(f.Name, was.Name) })
		switch {
		case i < 0:
			merged.Fields = append(merged.Fields, was)
		case typ.Fields[i] != was:
			return merged, storeError(
				fmt.Errorf("field %q is stored as %q of kind %s, the flow says %s", typ.Fields[i].Name, was.Name, was.Kind, typ.Fields[i].Kind),
				"Give the field another name, or crawl into a new store.")
		}
	}
	return merged, nil
}

// ddl returns the statements that lead from the stored type to the new one. A
// stored type without a name does not exist yet.
func ddl(old, typ dyncrawl.ItemType) (stmts []string) {
	if old.Name == "" {
		return []string{createTable(typ), createKey(typ)}
	}
	for _, f := range typ.Fields {
		if !hasField(old, f.Name) {
			stmts = append(stmts, fmt.Sprintf(`ALTER TABLE %s ADD COLUMN %s %s`, table(typ), quote(f.Name), columnType(f.Kind)))
		}
	}
	if !slices.Equal(old.Key, typ.Key) {
		stmts = append(stmts, `DROP INDEX `+keyIndex(typ), createKey(typ))
	}
	return stmts
}

func createTable(typ dyncrawl.ItemType) string {
	var b strings.Builder
	fmt.Fprintf(&b, `CREATE TABLE %s (_id %s, _url_id BIGINT NOT NULL REFERENCES urls (id), _page_id BIGINT NOT NULL REFERENCES pages (id),
		_ordinal BIGINT NOT NULL, _fetched_at TEXT NOT NULL`, table(typ), rowID)
	for _, f := range typ.Fields {
		fmt.Fprintf(&b, `, %s %s`, quote(f.Name), columnType(f.Kind))
	}
	return b.String() + `)`
}

func createKey(typ dyncrawl.ItemType) string {
	return fmt.Sprintf(`CREATE UNIQUE INDEX %s ON %s (%s)`, keyIndex(typ), table(typ), strings.Join(keyColumns(typ), ", "))
}

// upsertItem takes the values of ownColumns, then those of the fields.
func upsertItem(typ dyncrawl.ItemType) string {
	columns := slices.Clone(ownColumns)
	for _, f := range typ.Fields {
		columns = append(columns, quote(f.Name))
	}
	params, sets := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		params[i] = fmt.Sprintf("$%d", i+1)
		sets[i] = c + " = excluded." + c
	}
	return fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s) ON CONFLICT (%s) DO UPDATE SET %s`, table(typ),
		strings.Join(columns, ", "), strings.Join(params, ", "), strings.Join(keyColumns(typ), ", "), strings.Join(sets, ", "))
}

// keyColumns name an item: its key, or its URL and its place there.
func keyColumns(typ dyncrawl.ItemType) []string {
	if len(typ.Key) == 0 {
		return []string{"_url_id", "_ordinal"}
	}
	columns := make([]string, len(typ.Key))
	for i, k := range typ.Key {
		columns[i] = quote(k)
	}
	return columns
}

func table(typ dyncrawl.ItemType) string { return quote("item_" + typ.Name) }

func keyIndex(typ dyncrawl.ItemType) string { return quote("item_" + typ.Name + "_key") }

func quote(name string) string { return `"` + name + `"` }
