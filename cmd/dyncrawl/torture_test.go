package main

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
	"dyncrawl/demo/torture"
)

// spend is 1 for the pages that take all of their time: they begin first.
func spend(c torture.Case) int {
	if slices.Contains([]string{"T01", "T12c", "T57"}, c.ID) {
		return 1
	}
	return 0
}

// TestTorture crawls one hostile page of each kind; make torture crawls all.
func TestTorture(t *testing.T) {
	cases, err := chosenCases([]string{
		"T01", "T04", "T12c", "T13", "T19a", "T24a", "T25", "T26c", "T31a", "T32a", "T34", "T37",
		"T40b", "T41a", "T45a", "T46", "T48", "T51", "T57", "T63", "T64", "T68a", "T71",
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(cases, func(a, b torture.Case) int { return cmp.Compare(spend(b), spend(a)) })
	for i, c := range cases { // the race detector and other tests take their time
		cases[i] = c.Slower(3)
	}
	open := func(ctx context.Context) (browser.Driver, error) { return chromedp.Launch(ctx, chrome.Config{}) }
	if err := runTorture(t.Context(), t.Output(), open, cases); err != nil {
		t.Error(err)
	}
}
