package crawl

import (
	"errors"
	"slices"
	"testing"
	"time"

	"dyncrawl/flows"
)

var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

func at(seconds int) time.Time { return noon.Add(time.Duration(seconds) * time.Second) }

// TestDoubts: whatever shows that the login holds confirms the pages that were
// complete by then, and no later one.
func TestDoubts(t *testing.T) {
	var h health
	if !h.isOut() {
		t.Error("nobody has logged in yet")
	}
	h.renewed(at(0))
	h.doubtful = []doubt{{1, at(1)}, {2, at(5)}, {3, at(9)}}
	h.show("/a/*", true, at(5)) // was asked for when page 2 was complete
	if held, certain := h.known(at(5)); !held || !certain {
		t.Error("a page that shows the element says nothing about the time when it was asked for")
	}
	if h.isOut() {
		t.Error("a login that was made does not count")
	}
	if _, certain := h.known(at(6)); certain {
		t.Error("it says something about a later time")
	}
	h.judged(true, "", "", at(7))
	if pages, losses := h.lose(); !slices.Equal(pages, []int64{3}) || losses != 1 {
		t.Errorf("repeated: %v after %d losses, want page 3 after 1", pages, losses)
	}
	if h.stored(4, true, 1) || h.losses != 0 || h.doubts() != 0 {
		t.Error("a page that shows the element is in doubt")
	}
	if !h.stored(5, false, 50) || h.doubts() != 1 {
		t.Errorf("%d pages are in doubt, want 1, and a check as the last login ended so soon", h.doubts())
	}
	h.judged(false, refused, "/a/*", at(20))
	if held, certain := h.known(at(0)); held || !certain {
		t.Error("a login that has ended is not known to have")
	}
}

// TestChecksAreDue: a check is due when so many pages are in doubt; sooner after a
// login that ended before, and later again when that one holds.
func TestChecksAreDue(t *testing.T) {
	var h health
	due := func(pages int) (at []int) {
		for n := range pages {
			if h.stored(int64(n), false, 10) {
				at = append(at, n+1)
				h.judged(true, "", "", time.Now())
			}
		}
		return at
	}
	if got := due(20); !slices.Equal(got, []int{10, 20}) {
		t.Errorf("checks after the pages %v, want 10 and 20", got)
	}
	due(4)
	h.lose()
	if got := due(16); !slices.Equal(got, []int{2, 6, 14}) {
		t.Errorf("checks after the pages %v, want 2, 6 and 14", got)
	}
}

// TestSigns: a page is missed an element only where its like have shown it; a sign
// that means nothing is heeded no more, unless it is the login page.
func TestSigns(t *testing.T) {
	var h health
	if s := h.weigh(lacksCheck, "/a/*"); s != "" {
		t.Errorf("nobody has seen such a page: %q", s)
	}
	h.show("/a/*", true, at(1))
	if h.weigh(lacksCheck, "/a/*") == "" || h.weigh(lacksCheck, "/b/*") != "" {
		t.Error("the element is missed on the wrong pages")
	}
	for range maxAlarms {
		for _, s := range []sign{refused, atLoginPage} {
			if h.weigh(s, "/a/*") != s {
				t.Errorf("%q is not heeded", s)
			}
			h.judged(true, s, "/a/*", at(2))
		}
	}
	if h.weigh(refused, "/a/*") != "" || h.weigh(refused, "/b/*") == "" || h.weigh(atLoginPage, "/a/*") == "" {
		t.Error("false alarms count for the wrong signs")
	}
}

// TestRoster: the account with the least to do is next, within the limits of each.
func TestRoster(t *testing.T) {
	r := newRoster([]Account{
		{Name: "one", Limits: flows.IdentityLimits{Tabs: 1, Pages: 2}},
		{Name: "two", Limits: flows.IdentityLimits{Delay: 10 * time.Second}},
	})
	choose := func(now time.Time, want string, wait time.Duration, cause error) *account {
		t.Helper()
		a, left, err := r.choose(now)
		name := ""
		if a != nil {
			name = a.Name
		}
		if name != want || a == nil && left != wait || !errors.Is(err, cause) {
			t.Fatalf("chose %q in %v, %v; want %q in %v, %v", name, left, err, want, wait, cause)
		}
		return a
	}
	one := choose(at(0), "one", 0, nil)
	two := choose(at(0), "two", 0, nil)
	choose(at(3), "", 7*time.Second, nil) // one has its tab open, two its delay
	r.give(one, true)
	choose(at(3), "one", 0, nil)
	r.give(one, true)
	r.give(two, true)
	choose(at(4), "", 6*time.Second, nil) // one has had its pages
	failed := errors.New("wrong password")
	if err := r.rest(two, failed); err != nil {
		t.Errorf("one is left: %v", err)
	}
	choose(at(20), "", restFor, failed)
	if err := r.rest(one, failed); err != failed {
		t.Errorf("nobody is left: %v", err)
	}
}
