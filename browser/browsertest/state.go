package browsertest

import (
	"encoding/json"
	"strings"
	"testing"

	"dyncrawl/browser"
)

var stateTests = []test{
	{"cookies stay in their context", func(t *testing.T, s *suite) {
		a, b := s.tab(t), s.tab(t)
		s.revisit(t, a, "/cookie?set=a")
		s.revisit(t, b, "/cookie?set=b")
		for tab, want := range map[*browser.Tab]string{a: "who=a", b: "who=b"} {
			if p := s.revisit(t, tab, "/cookie"); !strings.Contains(p.HTML, "<p>"+want+"</p>") {
				t.Errorf("want %s: %s", want, p.HTML)
			}
		}
	}},
	{"restored elsewhere", testRestore},
}

func testRestore(t *testing.T, s *suite) {
	tab, _ := s.visit(t, "/cookie?set=me")
	s.revisit(t, tab, "/storage.html?set")
	state, err := tab.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(state)
	if err != nil {
		t.Fatal(err)
	}
	var saved browser.State
	if err := json.Unmarshal(data, &saved); err != nil {
		t.Fatal(err)
	}
	other := s.tab(t)
	before := s.site.count("/")
	if err := other.Restore(t.Context(), &saved); err != nil {
		t.Fatal(err)
	}
	if n := s.site.count("/") - before; n != 0 {
		t.Errorf("Restore sent %d requests to the site", n)
	}
	if p := s.revisit(t, other, "/storage.html"); !strings.Contains(p.HTML, "local t1, session s1") {
		t.Error(p.HTML)
	}
	if p := s.revisit(t, other, "/cookie"); !strings.Contains(p.HTML, "who=me") {
		t.Error(p.HTML)
	}
}
