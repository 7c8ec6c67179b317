package flows

import (
	"encoding"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"dyncrawl/learn"
)

// encoder writes Go values as the decoder reads them. What is zero is left out.
type encoder struct {
	vars Vars // those that hold URLs stand for their values in texts
	late bool // the text is as the runner expands it: its references are meant
}

// rule writes an api rule as an entry of a list whose dash stands after indent.
func (e encoder) rule(r learn.Recipe, indent string) string {
	lines := block([]any{e.node(reflect.ValueOf(r))}, lineWidth-len(indent))
	return indent + strings.Join(lines, "\n"+indent) + "\n"
}

// node turns a value into what stands in the file.
func (e encoder) node(v reflect.Value) any {
	if text, ok := v.Interface().(encoding.TextMarshaler); ok {
		written, err := text.MarshalText()
		if err != nil {
			panic(fmt.Sprintf("flows: write %s: %v", v.Type(), err)) // ours never fail
		}
		return e.text(string(written))
	}
	switch v.Kind() {
	case reflect.Pointer:
		return e.node(v.Elem())
	case reflect.Struct:
		return e.structure(v)
	case reflect.Slice:
		return e.slice(v)
	case reflect.Map:
		var all []pair
		for _, key := range v.MapKeys() {
			all = append(all, pair{scalar(key.String()), e.node(v.MapIndex(key))})
		}
		slices.SortFunc(all, func(a, b pair) int { return strings.Compare(a.key, b.key) })
		return all
	case reflect.String:
		return e.text(v.String())
	}
	if d, ok := v.Interface().(time.Duration); ok {
		return duration(d)
	}
	return fmt.Sprint(v.Interface())
}

// duration writes a time without the units that are zero.
func duration(d time.Duration) string {
	text := d.String()
	if short, ok := strings.CutSuffix(text, "m0s"); ok {
		text = short + "m"
	}
	if short, ok := strings.CutSuffix(text, "h0m"); ok {
		text = short + "h"
	}
	return text
}

// structure writes a struct, in its short form when that says all.
func (e encoder) structure(v reflect.Value) any {
	all := []pair{}
	for f := range fieldsOf(v.Type()) {
		if value := v.FieldByIndex(f.Index); tagName(f) != "" && !empty(value) {
			all = append(all, pair{tagName(f), e.field(f, value)})
		}
	}
	short, ok := shortField(v.Type())
	if !ok || len(all) > 1 || len(all) == 1 && all[0].key != tagName(short) {
		return all
	}
	written := e.field(short, v.FieldByIndex(short.Index))
	if _, mapping := written.([]pair); mapping {
		return all
	}
	return written
}

// field writes the value of a field as its tags allow.
func (e encoder) field(f reflect.StructField, v reflect.Value) any {
	_, e.late = f.Tag.Lookup("late")
	if f.Type == reflect.TypeFor[Vars]() && !e.late {
		e.vars = nil // a variable is not said in its own words
	}
	if hasOption(f, "list") && v.Len() == 1 {
		return e.node(v.Index(0))
	}
	return e.node(v)
}

// empty reports whether a field says nothing.
func empty(v reflect.Value) bool {
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
		return z.IsZero()
	}
	return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}

// slice writes a list, or the mapping that stands for one.
func (e encoder) slice(v reflect.Value) any {
	texts := reflect.PointerTo(v.Type()).Implements(textUnmarshaler) && reflect.PointerTo(v.Type().Elem()).Implements(textUnmarshaler)
	if texts && v.Len() == 1 { // such as one selector
		return e.node(v.Index(0))
	}
	key, named := keyField(v.Type().Elem())
	list, entries := []any{}, []pair{}
	for i := range v.Len() {
		node := e.node(v.Index(i))
		list = append(list, node)
		if named {
			entries = append(entries, pair{scalar(v.Index(i).FieldByIndex(key.Index).String()), node})
		}
	}
	if named {
		return entries
	}
	return list
}

// text writes a text so that the decoder, which replaces variables, reads it.
func (e encoder) text(text string) string {
	if !e.late {
		text = braced.ReplaceAllString(text, "$$$0") // a dollar sign more
	}
	names := slices.DeleteFunc(sortedNames(e.vars), func(name string) bool { return !strings.Contains(e.vars[name], "://") })
	slices.SortStableFunc(names, func(a, b string) int { return len(e.vars[b]) - len(e.vars[a]) })
	for _, name := range names {
		text = strings.ReplaceAll(text, e.vars[name], "${"+name+"}")
	}
	return scalar(text)
}

var (
	braced    = regexp.MustCompile(`\$\{[^}]*\}`) // what would be a reference
	plainText = regexp.MustCompile(`^([A-Za-z_/$.][\w/$.+-]*( [\w/$.+-]+)*|/[\w/$.+*-]*)$`)
	yamlWord  = regexp.MustCompile(`^(?i:true|false|yes|no|on|off|y|n|null|\.inf|\.nan)$`)
)

// scalar quotes a text where YAML would take it for something else.
func scalar(text string) string {
	if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text || plainText.MatchString(text) && !yamlWord.MatchString(text) {
		return text
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !strconv.IsPrint(r) }) || !strings.ContainsAny(text, `"\`) {
		return strconv.Quote(text)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
