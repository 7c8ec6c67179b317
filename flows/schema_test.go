package flows

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const committedSchema = "flow.schema.json"

// TestSchemaIsCommitted keeps the file that the modelines of the shipped flows name.
func TestSchemaIsCommitted(t *testing.T) {
	want, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(committedSchema)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, append(want, '\n')) {
		t.Error("flows/flow.schema.json is not what the code says; run: dyncrawl schema > flows/flow.schema.json")
	}
}

// TestShippedFlowsFitSchema holds what editors say of the shipped flows to none.
func TestShippedFlowsFitSchema(t *testing.T) {
	files, err := filepath.Glob("*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no shipped flows: %v", err)
	}
	schema := compiledSchema(t)
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(jsonValue(t, src)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestSchemaAgreesWithDecoder holds the schema to what the decoder takes and refuses.
func TestSchemaAgreesWithDecoder(t *testing.T) {
	tests := []struct {
		name, flow string
		fits       bool
	}{
		{"everything", good, true},
		{"default that looks like a number", `extract: {item: {fields: {n: {select: .n, type: int, default: 0}}}}`, true},
		{"time without a unit that is zero", `politeness: {delay: 0}`, true},
		{"variable for a number", "vars: {n: 3}\nlimits: {pages: \"${n}\"}", true},
		{"variable for a truth value", "vars: {b: true}\nextract: {item: {fields: {n: {select: .n, required: \"${b}\"}}}}", true},
		{"variable for one of several words", "vars: {r: obey}\npoliteness: {robots: \"${r}\"}", true},
		{"one word for a list of them", `browser: {load: image}`, true},
		{"list of them", `browser: {load: [image, font]}`, true},
		{"api rule", "vars: {base: \"https://a.example\"}\nextract: {item: {fields: {id: h1}}}\napi:\n" + written, true},
		{"unknown key of a value", `api: [{match: /a/*, links: [{url: {from: url, prt: path 1}}]}]`, false},
		{"value from nowhere", `api: [{match: /a/*, links: [{url: {from: path}}]}]`, false},
		{"unknown key", `limts: {pages: 10}`, false},
		{"unknown key of a step", `pages: [{steps: [{clik: a}]}]`, false},
		{"word for a number", `browser: {tabs: many}`, false},
		{"number below zero", `browser: {tabs: -1}`, false},
		{"time without a unit", `politeness: {delay: 5}`, false},
		{"word that is none of the allowed", `politeness: {robots: never}`, false},
		{"kind of file that is none of the allowed", `browser: {load: [images]}`, false},
		{"one step where a list must be", `pages: [{steps: {click: a}}]`, false},
		{"missing value", `limits: {pages: }`, false},
	}
	schema := compiledSchema(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			src := []byte(test.flow)
			if test.flow != good {
				src = append([]byte("name: a\nstart: https://a.example/\n"), test.flow...)
			}
			if err := schema.Validate(jsonValue(t, src)); (err == nil) != test.fits {
				t.Errorf("schema: %v, want fits %v", err, test.fits)
			}
			if _, err := Parse("a.yaml", src, nil); (err == nil) != test.fits {
				t.Errorf("decoder: %v, want fits %v", err, test.fits)
			}
		})
	}
}

func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(committedSchema, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(committedSchema)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// jsonValue decodes YAML as editors do, without the flow decoder.
func jsonValue(t *testing.T, src []byte) any {
	t.Helper()
	text, err := yaml.YAMLToJSON(src)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return value
}
