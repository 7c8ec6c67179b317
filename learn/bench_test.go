package learn_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"dyncrawl/demo"
	"dyncrawl/flows"
	"dyncrawl/learn"
)

// TestPagesThatAreReady has a site of which every second page is complete as it
// is sent, and no call is made for those.
func TestPagesThatAreReady(t *testing.T) {
	t.Parallel()
	tab := newTab(t)
	bench := demo.NewBench(60)
	calls := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/bench/mixed/api/item" {
			calls++
		}
		bench.ServeHTTP(w, r)
	}))
	defer server.Close()
	flow, err := flows.Parse("mixed.yaml", []byte("name: mixed\nstart: "+server.URL+`/
extract:
  item:
    match: /bench/*/p/*
    key: [id]
    fields:
      id: {from: url, re: "/p/(\\d+)", type: int}
      title: {select: h1, required: true}
      price: {select: .price, type: number}
      maker: .maker
      stock: {select: ".stock@data-stock", type: int}
`), flows.Vars{})
	if err != nil {
		t.Fatal(err)
	}
	var samples []learn.Sample
	for _, id := range []int{2, 3, 4, 5, 1} {
		samples = append(samples, render(t, tab, fmt.Sprintf("%s/bench/mixed/p/%d", server.URL, id), flow))
	}
	tpl, err := learn.Learn(samples, flow.Extract, flow.Follow)
	if err != nil {
		t.Fatal(err)
	}
	calls = 0
	want := factsOf(t, server.URL, "bench")["items"][10:]
	items, links := visitAll(t, tpl, http.DefaultClient, server.URL, paths(want, "/bench/mixed/p/%s", "id"))
	fields := []string{"id", "title", "maker", "stock"}
	sameRows(t, "item", rows(items["item"], fields...), truthRows(want, fields...))
	if calls != len(want)/2 {
		t.Errorf("%d calls for %d pages", calls, len(want))
	}
	for _, item := range want {
		for _, to := range item["related"].([]any) {
			if path := fmt.Sprintf("/bench/mixed/p/%s", to); !links[path] {
				t.Errorf("no link to %s", path)
			}
		}
	}
}
