package browsertest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
	{"all that is stored is restored", testRestoreAll},
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

// testRestoreAll: what any origin stores comes back as it was, whatever its type,
// and every attribute of every cookie.
func testRestoreAll(t *testing.T, s *suite) {
	const want = `5000 1,513 1 NaN,-0,undefined,null true plain 1ann `
	odd := oddCookies()
	tab, _ := s.visit(t, "/cookie?set=me")
	s.revisit(t, tab, "/databases.html?set")
	elsewhere := strings.Replace(s.site.URL, "127.0.0.1", "localhost", 1)
	visit(t, tab, elsewhere+"/databases.html?set")
	if err := tab.Restore(t.Context(), &browser.State{Cookies: odd}); err != nil {
		t.Fatal(err)
	}
	saved, err := tab.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(saved.Origins) != 2 || len(saved.Cookies) != len(odd)+1 {
		t.Fatalf("%d origins, %d cookies", len(saved.Origins), len(saved.Cookies))
	}
	other := s.tab(t)
	if err := other.Restore(t.Context(), saved); err != nil {
		t.Fatal(err)
	}
	if p := visit(t, other, elsewhere+"/databases.html"); !strings.Contains(p.HTML, want+"localhost") {
		t.Error(p.HTML)
	}
	if p := s.revisit(t, other, "/databases.html"); !strings.Contains(p.HTML, want+"127.0.0.1") {
		t.Error(p.HTML)
	}
	if err := other.Restore(t.Context(), saved); err != nil { // over what is there
		t.Fatal(err)
	}
	again, err := other.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, state := range []*browser.State{saved, again} {
		slices.SortFunc(state.Cookies, func(a, b browser.Cookie) int { return strings.Compare(a.Name, b.Name) })
		slices.SortFunc(state.Origins, func(a, b browser.Origin) int { return strings.Compare(a.Origin, b.Origin) })
	}
	if diff := cmp.Diff(saved, again); diff != "" {
		t.Errorf("what was restored is not what was saved: %s", diff)
	}
	if diff := cmp.Diff(odd, saved.Cookies[:len(odd)]); diff != "" {
		t.Errorf("cookies: %s", diff)
	}
}

// oddCookies returns cookies with each attribute that a cookie may have, by name.
func oddCookies() []browser.Cookie {
	later := float64(time.Now().Add(300 * 24 * time.Hour).Unix())
	return []browser.Cookie{
		{Name: "a-host", Value: "1", Domain: "app.example.org", Path: "/", Expires: -1, HTTPOnly: true, Secure: true, SameSite: "Strict", Priority: "High", SourceScheme: "Secure", SourcePort: 443},
		{Name: "b-domain", Value: "2", Domain: ".example.org", Path: "/deep", Expires: later, SameSite: "Lax", Priority: "Low", SourceScheme: "NonSecure", SourcePort: 80},
		{Name: "c-partitioned", Value: "3", Domain: "pay.example.com", Path: "/", Expires: -1, Secure: true, SameSite: "None", Partition: "https://example.org", CrossAncestor: true, Priority: "Medium", SourceScheme: "Secure", SourcePort: 8443},
		{Name: "d-unset", Value: "4", Domain: "example.net", Path: "/", Expires: -1, Priority: "Medium", SourceScheme: "NonSecure", SourcePort: 80},
	}
}
