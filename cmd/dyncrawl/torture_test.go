package main

import (
	"context"
	"testing"

	"dyncrawl/browser"
	"dyncrawl/browser/chrome"
	"dyncrawl/browser/chromedp"
)

// TestTorture crawls one hostile page of each kind; make torture crawls all.
func TestTorture(t *testing.T) {
	cases, err := chosenCases([]string{
		"T01", "T04", "T12c", "T13", "T19a", "T24a", "T25", "T26c", "T31a", "T32a", "T34", "T37",
		"T40b", "T41a", "T45a", "T46", "T48", "T51", "T57", "T63", "T64", "T68a", "T71",
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases { // the race detector and other tests take their time
		if c.ID == "T12c" {
			cases[i] = c.Slower(2) // it takes half of its time, three times
			continue
		}
		cases[i] = c.Slower(3)
	}
	open := func(ctx context.Context) (browser.Driver, error) { return chromedp.Launch(ctx, chrome.Config{}) }
	// The race detector keeps several bytes for each, and other tests run beside this one.
	if err := runTorture(t.Context(), t.Output(), open, cases, 4*mostGrowth); err != nil {
		t.Error(err)
	}
}
