package torture

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestList: ids come once, every page is there, and the manual has every row.
func TestList(t *testing.T) {
	cases, err := Cases()
	if err != nil {
		t.Fatal(err)
	}
	manual, err := os.ReadFile("../../docs/torture.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range cases {
		if seen[c.ID] {
			t.Errorf("%s comes twice", c.ID)
		}
		seen[c.ID] = true
		if path, home := strings.CutPrefix(c.Path, "/"); home && !served(path) {
			t.Errorf("%s: nothing serves /%s", c.ID, path)
		}
		outcomes := "`" + strings.ReplaceAll(c.Outcome, "|", "` or `") + "`"
		if row := fmt.Sprintf("| %s | %s | %s |", c.ID, c.Does, outcomes); !strings.Contains(string(manual), row) {
			t.Errorf("docs/torture.md lacks %s", row)
		}
	}
}

// served reports whether a file or a route answers the path.
func served(path string) bool {
	path, _, _ = strings.Cut(path, "?")
	first, _, _ := strings.Cut(path, "/")
	_, err := pages.Open("pages/" + path + ".html")
	return err == nil || routes[first] != nil
}

// TestSite: the list is published, hits are counted whatever the query, and a
// bomb unpacks to more than it is.
func TestSite(t *testing.T) {
	site, err := Serve()
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	var cases []Case
	if err := json.Unmarshal(get(t, site.URL(Case{Path: "/_truth/torture.json"}), 1<<20), &cases); err != nil || len(cases) == 0 {
		t.Errorf("%d cases are published: %v", len(cases), err)
	}
	for n := range 3 {
		get(t, site.URL(Case{Path: fmt.Sprintf("/redir-30/30?%d", n)}), 1000)
	}
	if hits := site.Hits("/redir-30/*"); hits != 3 {
		t.Errorf("%d hits were counted, want 3", hits)
	}
	if page := get(t, site.URL(Case{Path: "/bomb/gzip"}), 60<<20); len(page) != 60<<20 {
		t.Errorf("the bomb has %d bytes only", len(page))
	}
}

// get returns at most limit bytes of the answer, unpacked.
func get(t *testing.T, url string, limit int64) []byte {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, limit))
	if err != nil {
		t.Fatal(err)
	}
	return body
}
