package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"dyncrawl"
)

// encode turns a field's value into what its column holds: dates become
// RFC 3339 text in UTC, bools 0 or 1, lists and JSON values JSON text.
func encode(k dyncrawl.Kind, v any) (any, error) {
	if v == nil {
		return nil, nil
	}
	switch k {
	case dyncrawl.List, dyncrawl.JSON:
		return toJSON(v)
	case dyncrawl.Int:
		return as[int64](k, v)
	case dyncrawl.Number:
		return encodeNumber(v)
	case dyncrawl.Bool:
		return encodeBool(v)
	case dyncrawl.Date:
		t, err := as[time.Time](k, v)
		return t.UTC().Format(time.RFC3339Nano), err
	}
	s, err := as[string](k, v)
	return clean(s), err
}

func encodeNumber(v any) (any, error) {
	n, err := as[float64](dyncrawl.Number, v)
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return nil, fmt.Errorf("%v is not a number that can be stored", n)
	}
	return n, err
}

func encodeBool(v any) (any, error) {
	b, err := as[bool](dyncrawl.Bool, v)
	if b {
		return int64(1), err
	}
	return int64(0), err
}

func as[T any](k dyncrawl.Kind, v any) (T, error) {
	t, ok := v.(T)
	if !ok {
		return t, fmt.Errorf("kind %s wants a %T, not a %T", k, t, v)
	}
	return t, nil
}

// decode turns what a column holds into a value that encoding/json writes as
// the kind says: bool, int64, float64, string, or json.RawMessage.
func decode(k dyncrawl.Kind, v any) any {
	switch v := v.(type) {
	case int64:
		if k == dyncrawl.Bool {
			return v != 0
		}
	case string:
		if k == dyncrawl.List || k == dyncrawl.JSON {
			return json.RawMessage(v)
		}
	}
	return v
}

// toJSON writes v without the escapes that only HTML needs.
func toJSON(v any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// keyError explains a key that stored items contradict.
func keyError(err error, key []string) error {
	if !isDuplicate(err) {
		return err
	}
	return storeError(errors.Join(fmt.Errorf("stored items share a key (%s)", strings.Join(key, ", ")), err),
		"Choose a key that names one item only, or crawl into a new store.")
}
