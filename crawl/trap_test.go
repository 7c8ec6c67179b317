package crawl

import (
	"fmt"
	"testing"

	"dyncrawl"
)

// month is a page of a calendar, with words that only a few pages have.
func month(n int) *sight {
	names := []string{"January", "February", "March"}
	html := fmt.Sprintf("<h1>%s %d</h1> previous next", names[n%3], 2000+n)
	return &sight{page: &dyncrawl.Page{FinalURL: calendarURL(n), HTML: html}, found: &harvest{}}
}

func calendarURL(n int) string { return fmt.Sprintf("https://example.org/cal/%d", n) }

func next(n int) []dyncrawl.Request {
	return []dyncrawl.Request{{URL: calendarURL(n + 1), Referrer: calendarURL(n)}}
}

func TestTrapCloses(t *testing.T) {
	traps := newTraps()
	for n := range 3 + trapAfter - 1 {
		if kept, closed := traps.take(month(n), calendarURL(n), next(n)); len(kept) != 1 || closed != "" {
			t.Fatalf("page %d: %d links kept, closed %q", n, len(kept), closed)
		}
	}
	elsewhere := dyncrawl.Request{URL: "https://example.org/about", Referrer: calendarURL(0)}
	if _, closed := traps.take(month(60), calendarURL(60), append(next(60), elsewhere)); closed != "" {
		t.Fatal("a page with a link that leads elsewhere is not barren")
	}
	for n := 61; n < 60+trapAfter; n++ {
		traps.take(month(n), calendarURL(n), next(n))
	}
	kept, closed := traps.take(month(300), calendarURL(300), append(next(300), elsewhere))
	if len(kept) != 1 || kept[0].URL != elsewhere.URL || closed == "" {
		t.Errorf("kept %v, closed %q: only what leads elsewhere is followed", kept, closed)
	}
	err := traps.refuse(next(400)[0])
	if dyncrawl.ClassOf(err) != dyncrawl.ClassTrap || err == nil {
		t.Errorf("a URL found within the trap: %v", err)
	}
	for _, r := range []dyncrawl.Request{{URL: calendarURL(7)}, {URL: calendarURL(8), Referrer: "https://example.org/"}} {
		if err := traps.refuse(r); err != nil {
			t.Errorf("%v: %v", r, err)
		}
	}
	if all := traps.found(); len(all) != 1 || all[0].Pages != closed || all[0].Left != 2 {
		t.Errorf("traps %v", all)
	}
}

func TestListIsNoTrap(t *testing.T) {
	traps := newTraps()
	for n := range 10 * trapAfter {
		seen := month(n)
		seen.found.items = []dyncrawl.Item{{Type: "thing", Fields: map[string]any{"id": n}}}
		if kept, closed := traps.take(seen, calendarURL(n), next(n)); len(kept) != 1 || closed != "" {
			t.Fatalf("page %d with a new item: %d links kept, closed %q", n, len(kept), closed)
		}
	}
}
