package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dyncrawl/flows"
)

// pageOf returns the page of a subcommand. That of captcha has another name since
// file systems that fold case would take captcha.md for CAPTCHA.md.
func pageOf(cmd *cobra.Command) string {
	if cmd.Name() == "captcha" {
		return "captcha-cli.md"
	}
	return cmd.Name() + ".md"
}

// TestManualPages demands a page for each subcommand, with all of its flags and all
// of its own subcommands in it.
func TestManualPages(t *testing.T) {
	for _, cmd := range newRoot(nil).Commands() {
		page := manual(t, pageOf(cmd))
		inAll(cmd, func(c *cobra.Command) {
			if !strings.Contains(page, c.CommandPath()) {
				t.Errorf("docs/%s does not mention %s", pageOf(cmd), c.CommandPath())
			}
			c.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if !strings.Contains(page, "`--"+f.Name+"`") && !strings.Contains(page, "`--"+f.Name+" ") {
					t.Errorf("docs/%s does not mention `--%s` of %s", pageOf(cmd), f.Name, c.CommandPath())
				}
			})
		})
	}
}

// TestFlowReference demands that docs/flows.md has every key of flow files, the
// verbs of steps among them.
func TestFlowReference(t *testing.T) {
	text, err := flows.Schema()
	if err != nil {
		t.Fatal(err)
	}
	var schema any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	page := manual(t, "flows.md")
	keys := map[string]bool{}
	collectKeys(schema, keys)
	if !keys["politeness"] || !keys["double_click"] {
		t.Fatalf("the schema's keys were not found: %v", keys)
	}
	for key := range keys {
		if !strings.Contains(page, "`"+key+"`") {
			t.Errorf("docs/flows.md does not explain `%s`", key)
		}
	}
}

// inAll calls fn for cmd and what lies below it.
func inAll(cmd *cobra.Command, fn func(*cobra.Command)) {
	fn(cmd)
	for _, sub := range cmd.Commands() {
		inAll(sub, fn)
	}
}

// collectKeys notes the property names anywhere in a JSON Schema.
func collectKeys(schema any, keys map[string]bool) {
	switch s := schema.(type) {
	case []any:
		for _, part := range s {
			collectKeys(part, keys)
		}
	case map[string]any:
		properties, _ := s["properties"].(map[string]any)
		for name := range properties {
			keys[name] = true
		}
		for _, part := range s {
			collectKeys(part, keys)
		}
	}
}

// manual returns a page of the manual; empty when there is none.
func manual(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Error(err)
	}
	return string(text)
}
