package main

import (
	"context"
	"errors"
	"fmt"

	"dyncrawl/browser/chrome"
)

// What 1,000 pages may add.
const (
	maxHeapSlope  = 1.0 // MiB
	maxCountSlope = 1.0 // goroutines, descriptors
)

// errNotPassed ends a run in which something was not as it must be.
var errNotPassed = errors.New("not passed")

// judge prints the verdicts and returns errNotPassed unless all are good.
func (s *soak) judge(ctx context.Context, w *watch, k *killer) error {
	right, total, err := s.items(ctx)
	if err != nil {
		return err
	}
	members, err := chrome.Members()
	if err != nil {
		return err
	}
	warm, passed := w.warm(s.pages), true
	verdict := func(good bool, format string, args ...any) {
		mark := "pass"
		if !good {
			mark, passed = "FAIL", false
		}
		fmt.Fprintf(s.out, "%s  %s\n", mark, fmt.Sprintf(format, args...))
	}
	readable := len(s.site.readable())
	verdict(int(s.summary.Frontier.Done) == readable, "pages done: %d of %d that can be read", s.summary.Frontier.Done, readable)
	verdict(right == readable && total == readable, "items: %d, right %d of %d", total, right, readable)
	verdict(k.killed == s.kills, "kills: %d of %d", k.killed, s.kills)
	verdict(len(members) == 0 && profiles() == 0, "left behind: %d processes, %d profiles", len(members), profiles())
	verdict(w.stall <= s.stall, "longest stall: %.1f s, at most %.0f s", w.stall.Seconds(), s.stall.Seconds())
	for _, g := range []struct {
		name  string
		most  float64
		value func(sample) float64
	}{
		{"MiB of the heap", maxHeapSlope, func(s sample) float64 { return s.heap }},
		{"goroutines", maxCountSlope, func(s sample) float64 { return s.goroutines }},
		{"descriptors", maxCountSlope, func(s sample) float64 { return s.descriptors }},
	} {
		grown := slope(warm, g.value)
		verdict(grown < g.most, "slope: %+.2f %s per 1,000 pages, less than %.0f", grown, g.name, g.most)
	}
	for _, f := range s.summary.Failures {
		fmt.Fprintf(s.out, "      %d pages %s: %s\n", f.URLs, f.State, f.Class)
	}
	if !passed {
		return errNotPassed
	}
	return nil
}

// items holds the stored items against the truth.
func (s *soak) items(ctx context.Context) (right, total int, err error) {
	truth := s.site.readable()
	typ, err := s.store.ItemType(ctx, "item")
	if err != nil {
		return 0, 0, err
	}
	for row, err := range s.store.Items(ctx, typ) {
		if err != nil {
			return 0, 0, err
		}
		fields := make(map[string]any)
		for i, field := range typ.Fields {
			fields[field.Name] = row.Values[i]
		}
		total++
		id, _ := fields["id"].(int64)
		if want, ok := truth[id]; ok && want.Is(fields) {
			right++
		}
	}
	return right, total, nil
}
