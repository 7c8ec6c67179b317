package flows

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
)

// fieldsOf yields the fields of a struct type that occur in flow files, those of
// embedded structs among them.
func fieldsOf(t reflect.Type) iter.Seq[reflect.StructField] {
	return func(yield func(reflect.StructField) bool) {
		for _, f := range reflect.VisibleFields(t) {
			if name := f.Tag.Get("yaml"); name == "" || name == "-" {
				continue
			}
			if !yield(f) {
				return
			}
		}
	}
}

// tagName returns a field's key; empty for the field that holds an entry's key.
func tagName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	return name
}

func hasOption(f reflect.StructField, option string) bool {
	_, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	return slices.Contains(strings.Split(options, ","), option)
}

// shortField returns the field that a value in place of the mapping fills.
func shortField(t reflect.Type) (reflect.StructField, bool) {
	return fieldWith(t, "short")
}

// keyField returns the field that holds an entry's key.
func keyField(t reflect.Type) (reflect.StructField, bool) {
	if t.Kind() != reflect.Struct {
		return reflect.StructField{}, false
	}
	return fieldWith(t, "key")
}

func fieldWith(t reflect.Type, option string) (reflect.StructField, bool) {
	for f := range fieldsOf(t) {
		if hasOption(f, option) {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

func fieldNamed(t reflect.Type, name string) (reflect.StructField, bool) {
	for f := range fieldsOf(t) {
		if tagName(f) == name && name != "" {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// keyNames returns the keys of a struct type in order.
func keyNames(t reflect.Type) []string {
	var names []string
	for f := range fieldsOf(t) {
		if name := tagName(f); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// firstKeys names a few keys of t for a message.
func firstKeys(t reflect.Type) string {
	names := keyNames(t)
	if len(names) > 4 {
		names = append(names[:4:4], "…")
	}
	return strings.Join(names, ", ")
}

// kindName says what a value of type t is called in messages.
func kindName(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return "a time such as 500ms, 30s or 5m"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.String, t.Kind() == reflect.Interface:
		return "a text"
	case t.Kind() == reflect.Float64:
		return "a number"
	}
	return "a whole number, 0 or greater"
}

// describe says what stands in the file at node.
func describe(node ast.Node) string {
	switch node.(type) {
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	}
	return fmt.Sprintf("%q", scalarText(node))
}

// suggest names the word nearest to name, or all of them when there are few.
func suggest(name string, words []string) string {
	best, distance := "", len(name)/2+1
	for _, w := range words {
		if d := editDistance(name, w); d < distance {
			best, distance = w, d
		}
	}
	switch {
	case best != "":
		return fmt.Sprintf("; did you mean %q?", best)
	case len(words) > 0 && len(words) <= 30:
		return "; known here: " + strings.Join(words, ", ")
	}
	return ""
}

// editDistance is the Damerau-Levenshtein distance (optimal string alignment) in bytes.
func editDistance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
