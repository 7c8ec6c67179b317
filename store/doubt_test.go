package store_test

import (
	"slices"
	"testing"
	"time"

	"dyncrawl/store"
)

// TestDoubts: a page is in doubt until its account's login was seen to hold later,
// or it is dropped.
func TestDoubts(t *testing.T) {
	s := fresh(t)
	ids := []int64{addURL(t, s, "http://h/a", "done", ""), addURL(t, s, "http://h/b", "done", ""), addURL(t, s, "http://h/c", "done", "")}
	in := func(do func(tx *store.Tx) error, want ...int64) {
		t.Helper()
		var got []int64
		update(t, s, func(tx *store.Tx) (err error) {
			if err := do(tx); err != nil {
				return err
			}
			got, err = tx.Doubts(t.Context())
			return err
		})
		if !slices.Equal(got, want) {
			t.Errorf("in doubt: %v, want %v", got, want)
		}
	}
	for n, id := range ids {
		account := []string{"ann", "ann", "bob"}[n]
		in(func(tx *store.Tx) error {
			return tx.SetDoubt(t.Context(), id, account, noon.Add(time.Duration(n)*time.Second))
		}, ids[:n+1]...)
	}
	in(func(tx *store.Tx) error { return tx.ClearDoubts(t.Context(), "ann", noon) }, ids...)
	in(func(tx *store.Tx) error { return tx.ClearDoubts(t.Context(), "ann", noon.Add(time.Second)) }, ids[1:]...)
	in(func(tx *store.Tx) error { return tx.SetDoubt(t.Context(), ids[1], "ann", noon.Add(time.Minute)) }, ids[1:]...)
	in(func(tx *store.Tx) error { return tx.ClearDoubts(t.Context(), "ann", noon.Add(2*time.Second)) }, ids[1:]...)
	in(func(tx *store.Tx) error { return tx.DropPage(t.Context(), ids[2]) }, ids[1])
}
