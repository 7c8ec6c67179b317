package flows

import (
	"encoding"
	"fmt"
	"iter"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
)

// Bounds on a flow file, so that a hostile one costs little.
const (
	maxFileBytes = 1 << 20
	maxDepth     = 60
	maxAliases   = 100
)

// decoder fills Go values from a YAML tree and collects every problem with its
// place. The Go types are the grammar: see the field tags in flow.go.
//
//	yaml:"name"        the key
//	yaml:"name,short"  a scalar or list in place of the mapping fills this field
//	yaml:"name,list"   one value may stand for a list of one
//	yaml:",key"        in a slice's struct: the key, when a mapping stands for the slice
//	enum:"a,b"         the allowed texts
//	secret:""          ${secret:NAME} may occur
type decoder struct {
	problems *Problems
	vars     Vars            // known now; replaced at once
	runtime  map[string]bool // set by steps; left for the runner
	anchors  map[string]ast.Node
	aliases  int
	depth    int
}

// value decodes node into v; field carries the tags of the field that v is.
func (d *decoder) value(node ast.Node, v reflect.Value, field reflect.StructField) {
	if d.depth++; d.depth > maxDepth {
		d.fail(node, "nested deeper than %d levels", maxDepth)
		return
	}
	defer func() { d.depth-- }()
	node = d.resolve(node)
	if node == nil {
		return
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	if text, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok && isScalar(node) {
		if err := text.UnmarshalText([]byte(d.text(node, field))); err != nil {
			d.fail(node, "%v", err)
		}
		if p, ok := text.(interface{ SetPos(Pos) }); ok {
			p.SetPos(d.problems.pos(node))
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		d.structure(node, v)
	case reflect.Slice:
		d.slice(node, v, field)
	case reflect.Map:
		d.mapping(node, v, field)
	default:
		d.scalar(node, v, field)
	}
}

// resolve follows anchors and aliases, and refuses tags and missing values.
func (d *decoder) resolve(node ast.Node) ast.Node {
	switch n := node.(type) {
	case *ast.AnchorNode:
		return d.resolve(n.Value)
	case *ast.AliasNode:
		if d.aliases++; d.aliases > maxAliases {
			d.fail(node, "more than %d aliases", maxAliases)
			return nil
		}
		target, ok := d.anchors[n.Value.GetToken().Value]
		if !ok {
			d.fail(node, "no anchor named %q before this line", n.Value.GetToken().Value)
		}
		return target
	case *ast.TagNode:
		d.fail(node, "YAML tags such as %s are not used in flow files", n.Start.Value)
		return nil
	case *ast.NullNode:
		d.fail(node, "the value is missing")
		return nil
	case nil:
		return nil
	}
	return node
}

// pairs yields the keys and values of a mapping.
func pairs(node ast.Node) iter.Seq2[ast.Node, ast.Node] {
	return func(yield func(ast.Node, ast.Node) bool) {
		switch n := node.(type) {
		case *ast.MappingNode:
			for _, kv := range n.Values {
				if !yield(kv.Key, kv.Value) {
					return
				}
			}
		case *ast.MappingValueNode:
			yield(n.Key, n.Value)
		}
	}
}

func isMapping(node ast.Node) bool {
	return node.Type() == ast.MappingType || node.Type() == ast.MappingValueType
}

func isScalar(node ast.Node) bool {
	switch node.(type) {
	case *ast.StringNode, *ast.LiteralNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return true
	}
	return false
}

// structure decodes a mapping, or the short form of one.
func (d *decoder) structure(node ast.Node, v reflect.Value) {
	before := d.problems.Len()
	if isMapping(node) {
		d.keys(node, v)
	} else if short, ok := shortField(v.Type()); ok {
		d.value(node, v.FieldByIndex(short.Index), short)
	} else {
		d.fail(node, "expected keys such as %s here, found %s", firstKeys(v.Type()), describe(node))
	}
	if p, ok := v.Addr().Interface().(interface{ SetPos(Pos) }); ok {
		p.SetPos(d.problems.pos(node))
	}
	if c, ok := v.Addr().Interface().(interface{ Validate() error }); ok && d.problems.Len() == before {
		if err := c.Validate(); err != nil {
			d.fail(node, "%v", err)
		}
	}
}

// keys decodes the pairs of a mapping into the fields of v.
func (d *decoder) keys(node ast.Node, v reflect.Value) {
	for key, value := range pairs(node) {
		name := key.GetToken().Value
		field, ok := fieldNamed(v.Type(), name)
		if !ok {
			d.fail(key, "unknown key %q%s", name, suggest(name, keyNames(v.Type())))
			continue
		}
		d.value(value, v.FieldByIndex(field.Index), field)
	}
}

// slice decodes a sequence, a mapping of named entries, or one value.
func (d *decoder) slice(node ast.Node, v reflect.Value, field reflect.StructField) {
	switch n := node.(type) {
	case *ast.SequenceNode:
		v.Set(reflect.MakeSlice(v.Type(), len(n.Values), len(n.Values)))
		for i, entry := range n.Values {
			d.value(entry, v.Index(i), field)
		}
		return
	}
	if key, ok := keyField(v.Type().Elem()); ok && isMapping(node) {
		d.entries(node, v, key)
		return
	}
	if !hasOption(field, "list") {
		d.fail(node, "expected a list (lines that begin with \"- \"), found %s", describe(node))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	d.value(node, v.Index(0), field)
}

// entries decodes "name: …" pairs into a slice, in the order of the file.
func (d *decoder) entries(node ast.Node, v reflect.Value, key reflect.StructField) {
	for name, value := range pairs(node) {
		entry := reflect.New(v.Type().Elem()).Elem()
		entry.FieldByIndex(key.Index).SetString(name.GetToken().Value)
		d.value(value, entry, key)
		v.Set(reflect.Append(v, entry))
	}
}

// mapping decodes a mapping into a Go map with string keys.
func (d *decoder) mapping(node ast.Node, v reflect.Value, field reflect.StructField) {
	if !isMapping(node) {
		d.fail(node, "expected name: value pairs, found %s", describe(node))
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for key, value := range pairs(node) {
		entry := reflect.New(v.Type().Elem()).Elem()
		d.value(value, entry, field)
		v.SetMapIndex(reflect.ValueOf(key.GetToken().Value), entry)
	}
}

// scalar decodes texts, numbers, truth values and times.
func (d *decoder) scalar(node ast.Node, v reflect.Value, field reflect.StructField) {
	if !isScalar(node) {
		d.fail(node, "expected %s, found %s", kindName(v.Type()), describe(node))
		return
	}
	text := d.text(node, field)
	var err error
	switch {
	case v.Type() == reflect.TypeFor[time.Duration]():
		var t time.Duration
		if t, err = time.ParseDuration(text); err == nil && t < 0 {
			err = strconv.ErrRange
		}
		v.SetInt(int64(t))
	case v.Kind() == reflect.Interface:
		v.Set(reflect.ValueOf(plain(node, text)))
	case v.Kind() == reflect.String:
		v.SetString(text)
		d.checkEnum(node, text, field)
	case v.Kind() == reflect.Bool:
		var b bool
		b, err = strconv.ParseBool(text)
		v.SetBool(b)
	case v.CanInt():
		var n int64
		if n, err = strconv.ParseInt(text, 10, 64); err == nil && n < 0 {
			err = strconv.ErrRange
		}
		v.SetInt(n)
	case v.CanFloat():
		var f float64
		f, err = strconv.ParseFloat(text, 64)
		v.SetFloat(f)
	default:
		panic("flows: no way to decode " + v.Type().String())
	}
	if err != nil {
		d.fail(node, "expected %s, found %q", kindName(v.Type()), text)
	}
}

// checkEnum refuses a text that the field's enum tag does not list.
func (d *decoder) checkEnum(node ast.Node, text string, field reflect.StructField) {
	enum := field.Tag.Get("enum")
	if enum == "" || text == "" {
		return
	}
	words := strings.Split(enum, ",")
	for _, w := range words {
		if w == text {
			return
		}
	}
	d.fail(node, "%q is not one of %s%s", text, strings.Join(words, ", "), suggest(text, words))
}

// plain returns the Go value of a scalar without a declared type.
func plain(node ast.Node, text string) any {
	switch n := node.(type) {
	case *ast.IntegerNode:
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			return i
		}
	case *ast.FloatNode:
		return n.Value
	case *ast.BoolNode:
		return n.Value
	}
	return text
}

// scalarText returns a scalar as it was written, without quotes.
func scalarText(node ast.Node) string {
	if n, ok := node.(*ast.LiteralNode); ok {
		return n.Value.Value
	}
	return node.GetToken().Value
}

func (d *decoder) fail(node ast.Node, format string, args ...any) {
	d.problems.Add(d.problems.pos(node), fmt.Sprintf(format, args...))
}
