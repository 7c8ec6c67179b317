package frontier_test

import (
	"fmt"
	"testing"

	"dyncrawl"
	"dyncrawl/store"
)

// crowded is a queue of 200,000 URLs on 500 hosts.
func crowded(b *testing.B) *queue {
	b.Helper()
	q := fresh(b, eager)
	reqs := make([]dyncrawl.Request, 200_000)
	for i := range reqs {
		reqs[i] = dyncrawl.Request{URL: fmt.Sprintf("http://h%d.example/page/%d", i%500, i), Depth: 1 + i%4}
	}
	q.add(reqs...)
	return q
}

func BenchmarkAdd50Links(b *testing.B) {
	q, n := crowded(b), 0
	for b.Loop() {
		reqs := make([]dyncrawl.Request, 50)
		for i := range reqs { // half of them are known
			reqs[i] = dyncrawl.Request{URL: fmt.Sprintf("http://h%d.example/page/%d", i%500, 199_975+n+i), Depth: 3}
		}
		n += 25
		q.add(reqs...)
	}
}

func BenchmarkNextAndDone(b *testing.B) {
	q := crowded(b)
	for b.Loop() {
		l, err := q.Next(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		if err := q.store.Update(b.Context(), func(tx *store.Tx) error { return q.Done(b.Context(), tx, l) }); err != nil {
			b.Fatal(err)
		}
	}
}
