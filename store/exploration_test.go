package store_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dyncrawl/store"
)

func TestExplorationIsKeptWithItsPage(t *testing.T) {
	s := fresh(t)
	url := addURL(t, s, "http://h/a", "done", "")
	want := store.Exploration{
		Events: 3, Returns: 1, Refused: 2, Usual: 4, Limits: []string{"events"},
		States: []store.PageState{
			{Hash: "00", URL: "http://h/a", Title: "first", HTML: "<p>one"},
			{Hash: "01", URL: "http://h/a#2", Title: "second", Depth: 1, HTML: "<p>two", Picture: []byte{0xff, 0xd8}},
		},
		Transitions: []store.Transition{{From: 0, To: 1, Label: "click more", Gestures: []byte(`[{"kind":"click"}]`), Assumed: true}},
	}
	page := savePage(t, s, url, samplePage())
	update(t, s, func(tx *store.Tx) error { return tx.SaveExploration(t.Context(), page, want) })
	got, err := s.Exploration(t.Context(), "http://h/a")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Error(diff)
	}

	savePage(t, s, url, samplePage()) // a later visit that explores nothing
	if _, err := s.Exploration(t.Context(), "http://h/a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("after the page was replaced: %v", err)
	}
}
