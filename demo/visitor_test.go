package demo

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// visitor is a browser without scripts: it has cookies and follows no redirects.
type visitor struct {
	t      *testing.T
	sites  *Sites
	base   string
	client *http.Client
}

func visit(t *testing.T, c Config) *visitor {
	t.Helper()
	sites, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(sites)
	t.Cleanup(server.Close)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &visitor{t, sites, server.URL, &http.Client{Jar: jar, CheckRedirect: stay}}
}

// reply is an answer that was read to its end.
type reply struct {
	*http.Response
	body string
}

func (v *visitor) read(answer *http.Response, err error) reply {
	v.t.Helper()
	if err != nil {
		v.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return reply{answer, string(body)}
}

func (v *visitor) get(path string) reply {
	v.t.Helper()
	return v.read(v.client.Get(v.base + path))
}

func (v *visitor) post(path string, form url.Values) reply {
	v.t.Helper()
	return v.read(v.client.PostForm(v.base+path, form))
}

// json reads the answer to path into out.
func (v *visitor) json(path string, out any) {
	v.t.Helper()
	r := v.get(path)
	if r.StatusCode != http.StatusOK {
		v.t.Fatalf("GET %s: status %d", path, r.StatusCode)
	}
	if err := json.Unmarshal([]byte(r.body), out); err != nil {
		v.t.Fatalf("GET %s: %v", path, err)
	}
}

// node is an element of a page.
type node struct{ *html.Node }

// elements returns the elements of a page that have that attribute, with that
// value if one is given.
func elements(t *testing.T, page, attribute, value string) []node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var found []node
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if a.Key == attribute && (value == "" || a.Val == value) {
				found = append(found, node{n})
			}
		}
	}
	return found
}

// element returns the one element of a page with that attribute value.
func element(t *testing.T, page, attribute, value string) node {
	t.Helper()
	found := elements(t, page, attribute, value)
	if len(found) != 1 {
		t.Fatalf("%d elements with %s=%q, want 1, in\n%s", len(found), attribute, value, page)
	}
	return found[0]
}

func (n node) attr(name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func (n node) text() string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.TrimSpace(b.String())
}

// handClock is real time that stands still until it is moved.
type handClock struct{ t time.Time }

func (c *handClock) now() time.Time { return c.t }

func newHandClock() *handClock {
	return &handClock{time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)}
}
