package explore

import (
	"slices"
	"testing"

	"dyncrawl/browser"
)

// TestListings: each of several things that the page names for a field is filled in.
func TestListings(t *testing.T) {
	for sample, want := range map[string][]string{
		"Search, e.g. ben, gus":        {"ben", "gus"},
		"e.g. Lucerne, Lugano":         {"Lucerne", "Lugano"},
		"z. B. Kiel oder Jena":         {"Kiel", "Jena"},
		"例如 上海、北京":                     {"上海", "北京"},
		"Commands: home, about, theme": {"home", "about", "theme"},
		"e.g. vino":                    nil,
		"e.g. 1,200":                   nil,
		"e.g. rice. Letters, digits and dashes are taken": nil,
		"Name, street, town":                              nil,
	} {
		if got := listings(&browser.Field{Type: "search", Sample: sample}); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", sample, got, want)
		}
	}
}
