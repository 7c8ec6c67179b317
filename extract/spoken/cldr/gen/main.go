// Command gen makes table.json of the CLDR packages for npm. Its argument is the
// folder that holds cldr-dates-full and cldr-core; it runs in the folder of
// package cldr and adds there what extra.json has: what people write and CLDR
// does not know.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"dyncrawl/extract/spoken/cldr"
)

// tags returns the languages of the table. Where two of them would read a text
// differently, the first decides.
func tags() []string {
	return []string{"zh", "zh-Hant", "en", "ja", "ko", "fr", "de", "es", "pt", "it", "nl", "ru", "pl", "tr", "vi"}
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: gen FOLDER, which holds the npm packages cldr-dates-full and cldr-core")
	}
	if err := generate(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// generate writes table.json and LICENSE.
func generate(folder string) error {
	source, err := release(folder)
	if err != nil {
		return err
	}
	var extra map[string]cldr.Language
	if err := read("extra.json", &extra); err != nil {
		return err
	}
	table := cldr.Table{Source: source, License: "Unicode-3.0"}
	for _, tag := range tags() {
		l, err := language(folder, tag)
		if err != nil {
			return fmt.Errorf("language %s: %w", tag, err)
		}
		table.Languages = append(table.Languages, tidy(merge(merge(l, extra[tag]), extra["*"])))
	}
	table.Unclear = unclear(table.Languages)
	if err := write("table.json", table); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(folder, "cldr-dates-full", "LICENSE"))
	if err != nil {
		return err
	}
	return os.WriteFile("LICENSE", text, 0o644)
}

// release names the package that the data come from.
func release(folder string) (string, error) {
	var about struct{ Name, Version string }
	err := read(filepath.Join(folder, "cldr-dates-full", "package.json"), &about)
	return "Unicode CLDR, npm package " + about.Name + " " + about.Version, err
}

// write stores the table with one language a line, so that changes can be read.
func write(file string, t cldr.Table) error {
	var b bytes.Buffer
	names, err := json.Marshal(t.Unclear)
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	fmt.Fprintf(&b, "{\"source\":%q,\"license\":%q,\"unclear\":%s,\"languages\":[\n", t.Source, t.License, names)
	lines := json.NewEncoder(&b)
	lines.SetEscapeHTML(false)
	for i, l := range t.Languages {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := lines.Encode(l); err != nil {
			return fmt.Errorf("write %s: %w", file, err)
		}
	}
	b.WriteString("]}\n")
	return os.WriteFile(file, b.Bytes(), 0o644)
}

// read decodes a JSON file.
func read(file string, into any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	return nil
}
