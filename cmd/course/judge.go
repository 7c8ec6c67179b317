package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"dyncrawl"
	"dyncrawl/extract"
	"dyncrawl/store"
)

// What a control page may cost on average.
const (
	maxSeconds = 1.5
	maxEvents  = 60
)

// judge compares what is in the store with the truth of the course.
type judge struct {
	store *store.Store
	base  string
	hits  func() map[string]int // what was asked of the site, by path
	out   io.Writer
}

// truth is what the course tells of itself.
type truth struct {
	Cases []struct{ Name, About, Mark string }
	// States are the views of the store; the text of a view is in no other.
	States []struct {
		Name, Text string
		Doors      []struct{ Label, To string }
	}
}

func (j *judge) judge(ctx context.Context) error {
	want, err := j.truth()
	if err != nil {
		return err
	}
	marks, err := j.marks(ctx, want)
	if err != nil {
		return err
	}
	graph, err := j.graph(ctx, want)
	if err != nil {
		return err
	}
	cost, err := j.cost(ctx, want)
	if err != nil {
		return err
	}
	if harmless := j.harmless(); !marks || !graph || !cost || !harmless {
		return errFailed
	}
	return nil
}

func (j *judge) truth() (t truth, err error) {
	res, err := http.Get(j.base + "/_truth/course.json")
	if err != nil {
		return t, fmt.Errorf("read the truth: %w", err)
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(&t); err != nil {
		return t, fmt.Errorf("read the truth: %w", err)
	}
	return t, nil
}

// marks prints how many marks were found by more than a guess.
func (j *judge) marks(ctx context.Context, want truth) (all bool, err error) {
	found := map[string]string{}
	err = j.store.EachLink(ctx, func(l dyncrawl.Link) {
		if u, err := url.Parse(l.URL); err == nil && !extract.IsGuess(l) {
			found[u.Path] = l.Source
		}
	})
	if err != nil {
		return false, err
	}
	missing := 0
	for _, c := range want.Cases {
		if found[c.Mark] == "" {
			missing++
			fmt.Fprintf(j.out, "  missing: %s, %s\n", c.Name, c.About)
		}
	}
	fmt.Fprintf(j.out, "%d of %d marks found, guesses not counted\n", len(want.Cases)-missing, len(want.Cases))
	return missing == 0, nil
}

// graph prints how the graph of the store compares with its plan.
func (j *judge) graph(ctx context.Context, want truth) (equal bool, err error) {
	got, err := j.store.Exploration(ctx, j.base+"/course/store")
	if err != nil {
		return false, err
	}
	names := make([]string, len(got.States)) // of the views that the states are
	for i, s := range got.States {
		for _, v := range want.States {
			if strings.Contains(s.HTML, "<p>"+v.Text+"</p>") {
				names[i] = v.Name
			}
		}
	}
	var edges, planned []string
	for _, t := range got.Transitions {
		edges = append(edges, names[t.From]+" → "+names[t.To])
	}
	for _, v := range want.States {
		for _, d := range v.Doors {
			planned = append(planned, v.Name+" → "+d.To)
		}
	}
	slices.Sort(edges)
	slices.Sort(planned)
	edges = slices.Compact(edges)
	missing, extra := without(planned, edges), without(edges, planned)
	fmt.Fprintf(j.out, "store: %d of %d states, %d of %d transitions, %d too many\n",
		len(got.States), len(want.States), len(planned)-len(missing), len(planned), len(extra))
	for _, e := range append(missing, extra...) {
		fmt.Fprintf(j.out, "  differs: %s\n", e)
	}
	return len(got.States) == len(want.States) && len(missing)+len(extra) == 0, nil
}

// without returns the entries of list that are not in other.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
}

// cost prints what the pages of the course took on average.
func (j *judge) cost(ctx context.Context, want truth) (cheap bool, err error) {
	var seconds, events float64
	for _, c := range want.Cases {
		address := j.base + "/course/c/" + c.Name
		explored, err := j.store.Exploration(ctx, address)
		if err != nil {
			return false, err
		}
		page, err := j.store.Page(ctx, address)
		if err != nil {
			return false, err
		}
		seconds += page.Timing.Total.Seconds()
		events += float64(explored.Events + explored.Returns)
	}
	seconds /= float64(len(want.Cases))
	events /= float64(len(want.Cases))
	fmt.Fprintf(j.out, "%.2f s and %.1f events a page\n", seconds, events)
	return seconds <= maxSeconds && events <= maxEvents, nil
}

// harmless prints how often something was touched that must not be.
func (j *judge) harmless() bool {
	touched := 0
	for path, n := range j.hits() {
		if strings.HasPrefix(path, "/course/harm/") {
			fmt.Fprintf(j.out, "  touched: %s\n", path)
			touched += n
		}
	}
	fmt.Fprintf(j.out, "%d times something was touched that must not be\n", touched)
	return touched == 0
}
