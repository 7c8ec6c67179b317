package store_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dyncrawl"
	"dyncrawl/store"
)

func TestShapesComeBack(t *testing.T) {
	s := fresh(t)
	want := store.Shape{Key: "h/{n}", Decision: "http", Evidence: []byte(`{"Streak":5}`), Template: []byte(`{"a":1}`), Changed: noon}
	update(t, s, func(tx *store.Tx) error {
		if unknown, err := tx.Shape(t.Context(), "h/{n}"); err != nil || unknown.Decision != "" {
			t.Errorf("unknown: %+v, %v", unknown, err)
		}
		if err := tx.SaveShape(t.Context(), store.Shape{Key: "h/{n}", Decision: "browser", Changed: noon}); err != nil {
			return err
		}
		return tx.SaveShape(t.Context(), want)
	})
	got, err := s.Shapes(t.Context())
	if err != nil || len(got) != 1 {
		t.Fatalf("%v, %v", got, err)
	}
	if diff := cmp.Diff(want, got[0]); diff != "" {
		t.Error(diff)
	}
}

// TestWays: pages are counted and found by the way they came, the last one counts.
func TestWays(t *testing.T) {
	s := fresh(t)
	a, b, c := addURL(t, s, "http://h/1", "done", ""), addURL(t, s, "http://h/2", "done", ""), addURL(t, s, "http://h/3", "done", "")
	cheap := store.Way{Tier: "http", Shape: "h/{n}"}
	update(t, s, func(tx *store.Tx) error {
		for _, save := range []struct {
			url int64
			by  store.Way
		}{{a, cheap}, {b, cheap}, {c, store.Way{}}, {a, store.Way{Tier: "browser", Shape: "h/{n}"}}} {
			if _, err := tx.SavePage(t.Context(), save.url, samplePage(), save.by); err != nil {
				return err
			}
		}
		if ids, err := tx.CameBy(t.Context(), cheap); err != nil || !slices.Equal(ids, []int64{b}) {
			t.Errorf("came by http: %v, %v", ids, err)
		}
		if way, err := tx.WayOf(t.Context(), c); err != nil || way.Tier != "browser" {
			t.Errorf("the zero way: %+v, %v", way, err)
		}
		if way, err := tx.WayOf(t.Context(), 99); err != nil || way != (store.Way{}) {
			t.Errorf("no page: %+v, %v", way, err)
		}
		return nil
	})
	counts, err := s.WayCounts(t.Context())
	want := []store.WayCount{{Way: store.Way{Tier: "browser", Shape: "h/{n}"}, Pages: 1}, {Way: cheap, Pages: 1}}
	if diff := cmp.Diff(want, counts); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// TestDropItems: an item with a key goes with its URL, those of other URLs stay; a page
// goes with all that it has.
func TestDropItems(t *testing.T) {
	s := fresh(t)
	typ := dyncrawl.ItemType{Name: "user", Fields: []dyncrawl.Field{{Name: "id", Kind: dyncrawl.Int}}, Key: []string{"id"}}
	a, b := addURL(t, s, "http://h/1", "done", ""), addURL(t, s, "http://h/2", "done", "")
	update(t, s, func(tx *store.Tx) error {
		if err := tx.DefineItems(t.Context(), []dyncrawl.ItemType{typ}); err != nil {
			return err
		}
		for n, url := range []int64{a, b} {
			page, err := tx.SavePage(t.Context(), url, samplePage(), store.Way{})
			if err != nil {
				return err
			}
			if err := tx.SaveItems(t.Context(), url, page, []dyncrawl.Item{{Type: "user", Fields: map[string]any{"id": int64(n)}}}); err != nil {
				return err
			}
		}
		return tx.DropItems(t.Context(), a)
	})
	counts, err := s.Counts(t.Context())
	if err != nil || counts.Items[0].Stored != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
	update(t, s, func(tx *store.Tx) error { return errors.Join(tx.DropPage(t.Context(), b), tx.DropPage(t.Context(), b)) })
	for table, want := range map[string]int{"pages": 1, "exchanges": 2, "item_user": 0} {
		var n int
		err := s.View(t.Context(), func(tx *store.Tx) error {
			return tx.QueryRow(t.Context(), `SELECT count(*) FROM `+table).Scan(&n)
		})
		if err != nil || n != want {
			t.Errorf("%s: %d left, want %d, %v", table, n, want, err)
		}
	}
}
