package flows

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"time"
)

// schema is a JSON Schema, draft 2020-12, as far as flow files need it.
type schema struct {
	Schema      string             `json:"$schema,omitempty"`
	Title       string             `json:"title,omitempty"`
	Description string             `json:"description,omitempty"`
	Ref         string             `json:"$ref,omitempty"`
	Type        any                `json:"type,omitempty"` // a name or a list of names
	Enum        []string           `json:"enum,omitempty"`
	Pattern     string             `json:"pattern,omitempty"` // of texts
	Minimum     *int               `json:"minimum,omitempty"` // of numbers
	Maximum     *int               `json:"maximum,omitempty"` // of numbers
	Items       *schema            `json:"items,omitempty"`
	Properties  map[string]*schema `json:"properties,omitempty"`
	Additional  any                `json:"additionalProperties,omitempty"` // false or a *schema
	AnyOf       []*schema          `json:"anyOf,omitempty"`
	Defs        map[string]*schema `json:"$defs,omitempty"`
}

// Schema returns the JSON Schema of flow files, made from the same field tags
// that the decoder reads.
func Schema() ([]byte, error) {
	defs := schemaDefs{}
	root := defs.object(reflect.TypeFor[Flow]())
	root.Schema = "https://json-schema.org/draft/2020-12/schema"
	root.Title = "dyncrawl flow"
	root.Defs = defs
	return json.MarshalIndent(root, "", "  ")
}

// schemaDefs holds the schema of each struct type by name.
type schemaDefs map[string]*schema

var textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

// holdsVariable matches the texts that may stand where no text is expected: those
// with a variable in them.
const holdsVariable = `\$\{`

// of returns the schema of a value of type t in a field tagged as f.
func (d schemaDefs) of(t reflect.Type, f reflect.StructField) *schema {
	zero := 0
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	readsText := reflect.PointerTo(t).Implements(textUnmarshaler)
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return &schema{Type: []string{"string", "integer"}, Minimum: &zero, Maximum: &zero} // 0 alone needs no unit
	case t.Kind() == reflect.Slice && (readsText || t.Elem().Kind() != reflect.Uint8):
		return d.list(t, f, readsText)
	case readsText:
		return text(f)
	}
	switch t.Kind() {
	case reflect.Struct:
		return d.ref(t)
	case reflect.Map:
		return &schema{Type: "object", Additional: d.of(t.Elem(), reflect.StructField{})}
	case reflect.Bool:
		return &schema{Type: []string{"boolean", "string"}, Pattern: holdsVariable}
	case reflect.Int, reflect.Int64:
		return &schema{Type: []string{"integer", "string"}, Minimum: &zero, Pattern: holdsVariable}
	case reflect.Float64:
		return &schema{Type: []string{"number", "string"}, Pattern: holdsVariable}
	case reflect.Interface:
		return &schema{}
	}
	return text(f)
}

// text is the schema of a text; YAML numbers and truth values serve as one too.
func text(f reflect.StructField) *schema {
	if enum := f.Tag.Get("enum"); enum != "" {
		return &schema{AnyOf: []*schema{{Enum: strings.Split(enum, ",")}, {Type: "string", Pattern: holdsVariable}}}
	}
	return &schema{Type: []string{"string", "number", "boolean"}}
}

// list is the schema of a slice, with the other forms that may stand for it.
func (d schemaDefs) list(t reflect.Type, f reflect.StructField, readsText bool) *schema {
	entry := d.of(t.Elem(), f)
	forms := []*schema{{Type: "array", Items: entry}}
	if readsText && t.Elem().Kind() == reflect.Struct && f.Tag.Get("enum") != "" {
		forms = append(forms, text(f))
	} else if readsText || hasOption(f, "list") {
		forms = append(forms, entry)
	}
	if _, ok := keyField(t.Elem()); ok {
		forms = []*schema{{Type: "object", Additional: entry}}
	}
	if len(forms) == 1 {
		return forms[0]
	}
	return &schema{AnyOf: forms}
}

// ref returns a reference to the schema of a struct type.
func (d schemaDefs) ref(t reflect.Type) *schema {
	name := t.String()
	ref := &schema{Ref: "#/$defs/" + name}
	if _, ok := d[name]; ok {
		return ref
	}
	def := &schema{}
	d[name] = def
	*def = *d.object(t)
	if short, ok := shortField(t); ok {
		*def = schema{AnyOf: []*schema{d.of(short.Type, short), d.object(t)}}
	}
	return ref
}

// object returns the schema of the mapping form of a struct type.
func (d schemaDefs) object(t reflect.Type) *schema {
	s := &schema{Type: "object", Properties: map[string]*schema{}, Additional: false}
	for f := range fieldsOf(t) {
		name := tagName(f)
		if name == "" {
			continue
		}
		property := d.of(f.Type, f)
		property.Description = f.Tag.Get("doc")
		s.Properties[name] = property
	}
	return s
}
