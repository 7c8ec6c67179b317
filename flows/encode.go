package flows

import (
	"encoding"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dyncrawl/learn"
)

// encoder writes Go values as the decoder reads them. What is zero is left out.
type encoder struct {
	vars Vars // those that hold URLs stand for their values in texts
}

// lineWidth is how long a mapping or list in braces may be.
const lineWidth = 100

// pair is an entry of a mapping.
type pair struct {
	key  string
	node any // a scalar as string, []any or []pair
}

// rule writes an api rule as an entry of a list whose dash stands after indent.
func (e encoder) rule(r learn.Recipe, indent string) string {
	var b strings.Builder
	b.WriteString(indent + "- ")
	for i, p := range e.node(reflect.ValueOf(r)).([]pair) {
		if i > 0 {
			b.WriteString(indent + "  ")
		}
		block(&b, p, indent+"  ")
	}
	return b.String()
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
	return fmt.Sprint(v.Interface())
}

// structure writes a struct, in its short form when that says all.
func (e encoder) structure(v reflect.Value) any {
	all := []pair{}
	for f := range fieldsOf(v.Type()) {
		if value := v.FieldByIndex(f.Index); tagName(f) != "" && !empty(value) {
			all = append(all, pair{tagName(f), e.node(value)})
		}
	}
	short, ok := shortField(v.Type())
	if !ok || len(all) > 1 || len(all) == 1 && all[0].key != tagName(short) {
		return all
	}
	written := e.node(v.FieldByIndex(short.Index))
	if _, mapping := written.([]pair); mapping {
		return all
	}
	return written
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
	text = strings.ReplaceAll(text, "${", "$${")
	names := slices.DeleteFunc(sortedNames(e.vars), func(name string) bool { return !strings.Contains(e.vars[name], "://") })
	slices.SortStableFunc(names, func(a, b string) int { return len(e.vars[b]) - len(e.vars[a]) })
	for _, name := range names {
		text = strings.ReplaceAll(text, e.vars[name], "${"+name+"}")
	}
	return scalar(text)
}

var (
	plainText = regexp.MustCompile(`^([A-Za-z/$.][\w/$.+-]*( [\w/$.+-]+)*|/[\w/$.+*-]*)$`)
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

// block writes a pair: on one line, or with what it holds below it.
func block(b *strings.Builder, p pair, indent string) {
	b.WriteString(p.key + ":")
	if line := inline(p.node); len(indent)+len(p.key)+2+len(line) <= lineWidth && !nested(p.node) {
		b.WriteString(" " + line + "\n")
		return
	}
	b.WriteString("\n")
	blocks(b, p.node, indent+"  ")
}

// blocks writes the entries of a list or mapping, each on lines of its own.
func blocks(b *strings.Builder, node any, indent string) {
	switch n := node.(type) {
	case []pair:
		for _, p := range n {
			b.WriteString(indent)
			block(b, p, indent)
		}
	case []any:
		for _, entry := range n {
			b.WriteString(indent + "- ")
			if pairs, ok := entry.([]pair); ok && (nested(entry) || len(inline(entry)) > lineWidth) {
				for i, p := range pairs {
					b.WriteString(indent[:min(i, 1)*len(indent)] + "  "[:min(i, 1)*2])
					block(b, p, indent+"  ")
				}
				continue
			}
			b.WriteString(inline(entry) + "\n")
		}
	default:
		b.WriteString(indent + inline(n) + "\n")
	}
}

// nested reports whether node holds mappings in mappings: then it is written on
// several lines.
func nested(node any) bool {
	switch n := node.(type) {
	case []pair:
		return slices.ContainsFunc(n, func(p pair) bool { return depth(p.node) > 1 }) || depth(n) > 2
	case []any:
		return len(n) > 1 && slices.ContainsFunc(n, func(entry any) bool { return depth(entry) > 0 })
	}
	return false
}

// depth is 0 for a scalar, 1 for a list or mapping of scalars, and so on.
func depth(node any) int {
	deepest := -1
	switch n := node.(type) {
	case []pair:
		for _, p := range n {
			deepest = max(deepest, depth(p.node))
		}
	case []any:
		for _, entry := range n {
			deepest = max(deepest, depth(entry))
		}
	}
	return deepest + 1
}

// inline writes a node on one line.
func inline(node any) string {
	var parts []string
	switch n := node.(type) {
	case []pair:
		for _, p := range n {
			parts = append(parts, p.key+": "+inline(p.node))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		for _, entry := range n {
			parts = append(parts, inline(entry))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return node.(string)
}
