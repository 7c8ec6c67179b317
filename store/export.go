package store

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"dyncrawl"
)

// Format is a file format of exported items.
type Format string

// The formats.
const (
	CSV   Format = "csv"   // a header line, then a line per item
	JSONL Format = "jsonl" // a JSON object per line, absent values as null
)

// Export writes the items of the type in the order of Items. In CSV, a text
// that a spreadsheet would run as a formula gets a ' in front.
func (s *Store) Export(ctx context.Context, w io.Writer, typeName string, format Format) error {
	typ, err := s.ItemType(ctx, typeName)
	if err != nil {
		return err
	}
	switch format {
	case CSV:
		err = s.exportCSV(ctx, w, typ)
	case JSONL:
		err = s.exportJSONL(ctx, w, typ)
	default:
		return storeError(fmt.Errorf("export %s: unknown format %q", typeName, format), "Use csv or jsonl.")
	}
	if err != nil {
		return fmt.Errorf("export %s: %w", typeName, err)
	}
	return nil
}

func (s *Store) exportCSV(ctx context.Context, w io.Writer, typ dyncrawl.ItemType) error {
	out := csv.NewWriter(w)
	line := make([]string, len(typ.Fields))
	for i, f := range typ.Fields {
		line[i] = f.Name
	}
	if err := out.Write(line); err != nil {
		return err
	}
	for row, err := range s.Items(ctx, typ) {
		if err != nil {
			return err
		}
		for i, v := range row.Values {
			line[i] = cell(v)
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// cell writes a value for CSV.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case json.RawMessage:
		return harmless(string(v))
	}
	return harmless(fmt.Sprint(v))
}

var number = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?$`)

// harmless keeps spreadsheets from taking a text for a formula.
func harmless(s string) string {
	if s == "" || number.MatchString(s) {
		return s
	}
	switch s[0] {
	case '=', '+', '-', '@', '\t', '\r':
		return "'" + s
	}
	return s
}

func (s *Store) exportJSONL(ctx context.Context, w io.Writer, typ dyncrawl.ItemType) error {
	out := bufio.NewWriter(w)
	for row, err := range s.Items(ctx, typ) {
		if err != nil {
			return err
		}
		line, err := object(typ, row)
		if err != nil {
			return err
		}
		if _, err := out.WriteString(line + "\n"); err != nil {
			return err
		}
	}
	return out.Flush()
}

// object writes the row as a JSON object with the fields in their order.
func object(typ dyncrawl.ItemType, row Row) (string, error) {
	line := "{"
	for i, f := range typ.Fields {
		name, err := toJSON(f.Name)
		if err != nil {
			return "", err
		}
		value, err := toJSON(row.Values[i])
		if err != nil {
			return "", fmt.Errorf("field %q: %w", f.Name, err)
		}
		if i > 0 {
			line += ","
		}
		line += name + ":" + value
	}
	return line + "}", nil
}
