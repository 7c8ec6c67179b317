package learn_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"dyncrawl"
	"dyncrawl/demo"
	"dyncrawl/extract"
	"dyncrawl/flows"
	"dyncrawl/learn"
)

// visits reads what a browser has seen, and takes items and links by the flow's rules.
func visits(t testing.TB, file string, flow *flows.Flow) []learn.Sample {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join("testdata", file+".json.zst"))
	if err != nil {
		t.Fatal(err)
	}
	unpacker, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer unpacker.Close()
	text, err := unpacker.DecodeAll(packed, nil)
	if err != nil {
		t.Fatal(err)
	}
	var samples []learn.Sample
	if err := json.Unmarshal(text, &samples); err != nil {
		t.Fatal(err)
	}
	for i := range samples {
		samples[i].Items, _ = extract.From(samples[i].Page, flow.Extract)
		samples[i].Links = extract.Links(samples[i].Page, flow.Follow)
	}
	return samples
}

func practiceFlow(t testing.TB, name string) *flows.Flow {
	t.Helper()
	file := filepath.Join("..", "flows", name+".yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flow, err := flows.Parse(file, text, flows.Vars{"demo": "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	return flow
}

// learned learns from a file and sends the template through its JSON and through
// a flow file.
func learned(t testing.TB, file, flowName string) *learn.Template {
	t.Helper()
	flow := practiceFlow(t, flowName)
	first, err := learn.Learn(visits(t, file, flow), flow.Extract, flow.Follow)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	var again learn.Template
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", &again)
	return throughFlow(t, flowName, &again)
}

// throughFlow writes the template into a copy of the flow and reads it again.
func throughFlow(t testing.TB, flowName string, template *learn.Template) *learn.Template {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "flows", flowName+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "flow.yaml")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	demo := flows.Vars{"demo": "http://127.0.0.1:1"}
	flow, err := flows.Load(file, demo)
	if err != nil {
		t.Fatal(err)
	}
	match, err := dyncrawl.ParsePattern("/**")
	if err != nil {
		t.Fatal(err)
	}
	if err := flow.WriteAPIRule(template.Recipe(match)); err != nil {
		t.Fatal(err)
	}
	if flow, err = flows.Load(file, demo); err != nil {
		t.Fatal(err)
	}
	if text, err = os.ReadFile(file); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", text)
	read, err := flow.APIRule("http://127.0.0.1:1/").Template(flow.Extract, flow.Follow)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// plain asks over HTTP with a client of its own.
func plain(t testing.TB, client *http.Client) learn.Doer {
	return func(ctx context.Context, r dyncrawl.Request) (*dyncrawl.Page, error) {
		req, err := http.NewRequestWithContext(ctx, r.Method, r.URL, strings.NewReader(string(r.Body)))
		if err != nil {
			return nil, err
		}
		for name, values := range r.Header {
			req.Header[name] = values
		}
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		return &dyncrawl.Page{URL: r.URL, Status: resp.StatusCode, HTML: string(body), FetchedAt: time.Now()}, err
	}
}

// site serves practice sites with other contents than those that were recorded.
func site(t testing.TB) (*demo.Sites, string) {
	t.Helper()
	sites, err := demo.New(demo.Config{Seed: 7, Users: 16})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(sites)
	t.Cleanup(server.Close)
	return sites, server.URL
}

// truth reads what a site says of itself.
func truth(t testing.TB, site, name string, into any) {
	t.Helper()
	resp, err := http.Get(site + "/_truth/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
}

// visitAll visits pages by a template and returns the named fields of the items,
// by type, and the paths of the links.
func visitAll(t *testing.T, tpl *learn.Template, client *http.Client, site string, paths []string) (items map[string][]dyncrawl.Item, links map[string]bool) {
	t.Helper()
	items, links = map[string][]dyncrawl.Item{}, map[string]bool{}
	for _, path := range paths {
		_, found, refs, err := tpl.Visit(t.Context(), site+path, plain(t, client))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, item := range found {
			if len(item.Problems) > 0 {
				t.Errorf("%s: %s: %q", path, item.Type, item.Problems)
			}
			items[item.Type] = append(items[item.Type], item)
		}
		for _, ref := range refs {
			links[strings.TrimPrefix(ref.URL, site)] = true
		}
	}
	return items, links
}

// rows writes the fields of items like the rows of a truth, and sorts them.
func rows(items []dyncrawl.Item, fields ...string) []string {
	var all []string
	for _, item := range items {
		row := ""
		for _, f := range fields {
			v := item.Fields[f]
			if at, ok := v.(time.Time); ok {
				v = at.UTC().Format(time.RFC3339)
			}
			row += fmt.Sprint(v) + "|"
		}
		all = append(all, row)
	}
	slices.Sort(all)
	return all
}

// truthRows writes what a site's truth has of them.
func truthRows(list []map[string]any, fields ...string) []string {
	var all []string
	for _, entry := range list {
		row := ""
		for _, f := range fields {
			row += fmt.Sprint(entry[f]) + "|"
		}
		all = append(all, row)
	}
	slices.Sort(all)
	return all
}

func sameRows(t *testing.T, what string, got, want []string) {
	t.Helper()
	if len(want) == 0 {
		t.Errorf("%s: the truth is empty", what)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: %s", what, diff)
	}
}

// facts is a truth whose numbers stay as they are written.
type facts map[string][]map[string]any

func factsOf(t *testing.T, site, name string) facts {
	var raw map[string]json.RawMessage
	truth(t, site, name, &raw)
	all := facts{}
	for key, text := range raw {
		d := json.NewDecoder(strings.NewReader(string(text)))
		d.UseNumber()
		var list []map[string]any
		if err := d.Decode(&list); err != nil {
			t.Fatal(err)
		}
		all[key] = list
	}
	return all
}

// paths makes a path of each entry.
func paths(list []map[string]any, format, field string) []string {
	var all []string
	for _, entry := range list {
		all = append(all, fmt.Sprintf(format, entry[field]))
	}
	return all
}

func TestPaginatedJSON(t *testing.T) {
	tpl := learned(t, "people-followers", "people")
	_, url := site(t)
	want := factsOf(t, url, "people")
	items, links := visitAll(t, tpl, http.DefaultClient, url, paths(want["members"], "/people/%s/followers", "slug"))
	sameRows(t, "follow", rows(items["follow"], "follower", "followee"), truthRows(want["follows"], "follower", "followee"))
	for _, path := range paths(want["members"], "/people/%s", "slug") {
		if !links[path] {
			t.Errorf("no link to %s", path)
		}
	}
}

func TestDataInThePlainPage(t *testing.T) {
	tpl := learned(t, "people-member", "people")
	_, url := site(t)
	want := factsOf(t, url, "people")
	items, links := visitAll(t, tpl, http.DefaultClient, url, paths(want["members"], "/people/%s", "slug"))
	fields := []string{"slug", "name", "headline", "answer_count", "follower_count"}
	sameRows(t, "member", rows(items["member"], fields...), truthRows(want["members"], fields...))
	for _, path := range paths(want["members"], "/people/%s/followers", "slug") {
		if !links[path] {
			t.Errorf("no link to %s", path)
		}
	}
}

// TestTokensFragmentsAndFanOut needs the tokens of a page, reads statuses in
// HTML, page by page, and asks for the comments of each status that has some.
func TestTokensFragmentsAndFanOut(t *testing.T) {
	t.Parallel()
	tpl := learned(t, "renren-profile", "renren")
	sites, url := site(t)
	client := logIn(t, sites, url)
	want := factsOf(t, url, "renren")
	items, links := visitAll(t, tpl, client, url, paths(want["users"], "/renren/profile?id=%s", "id"))
	for name, fields := range map[string][]string{
		"user":    {"id", "name", "gender", "city", "birthday"},
		"friend":  {"user", "friend"},
		"status":  {"id", "user", "text", "time", "comment_count"},
		"comment": {"id", "status", "author", "author_name", "text", "time"},
	} {
		list := want[map[string]string{"user": "users", "friend": "friends", "status": "statuses", "comment": "comments"}[name]]
		sameRows(t, name, rows(items[name], fields...), truthRows(list, fields...))
	}
	for _, path := range paths(want["users"], "/renren/profile?id=%s", "id") {
		if !links[path] {
			t.Errorf("no link to %s", path)
		}
	}
	commented := map[string]bool{}
	for _, c := range want["comments"] {
		commented[fmt.Sprint(c["status"])] = true
	}
	if got := sites.Hits()["/renren/feedcommentretrieve.do?"] + sites.Hits()["/renren/feedcommentretrieve.do"]; got != len(commented) {
		t.Errorf("comments were asked for %d times, want %d", got, len(commented))
	}
}

// logIn returns a client with a session of its own, and so with other tokens
// than those that were recorded.
func logIn(t *testing.T, sites *demo.Sites, url string) *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	form, err := plain(t, client)(t.Context(), dyncrawl.Request{URL: url + "/renren/login"})
	if err != nil {
		t.Fatal(err)
	}
	csrf := regexp.MustCompile(`name="csrf" value="([^"]+)"`).FindStringSubmatch(form.HTML)
	secrets := sites.Secrets()
	resp, err := client.PostForm(url+"/renren/login", map[string][]string{
		"csrf": {csrf[1]}, "email": {secrets["RENREN_EMAIL"]}, "password": {secrets["RENREN_PASSWORD"]},
	})
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return client
}

func TestCounterWithATotal(t *testing.T) {
	tpl := learned(t, "shop-list", "shop")
	sites, url := site(t)
	want := factsOf(t, url, "shop")
	_, links := visitAll(t, tpl, http.DefaultClient, url, []string{"/shop/c/cameras", "/shop/c/keyboards"})
	for _, p := range want["products"] {
		shown := p["category"] == "cameras" || p["category"] == "keyboards"
		if path := fmt.Sprintf("/shop/p/%s", p["sku"]); links[path] != shown {
			t.Errorf("link to %s: %t", path, links[path])
		}
	}
	for path, n := range map[string]int{ // 12 and 17 products, 12 in an answer
		"/shop/api/products?category=cameras&offset=0": 1, "/shop/api/products?category=cameras&offset=12": 0,
		"/shop/api/products?category=keyboards&offset=12": 1, "/shop/api/products?category=keyboards&offset=24": 0,
	} {
		if got := sites.Hits()[path]; got != n {
			t.Errorf("%s was asked for %d times, want %d", path, got, n)
		}
	}
}

func TestPageAndAnswerTogether(t *testing.T) {
	tpl := learned(t, "shop-product", "shop")
	_, url := site(t)
	want := factsOf(t, url, "shop")
	items, links := visitAll(t, tpl, http.DefaultClient, url, paths(want["products"], "/shop/p/%s", "sku"))
	fields := []string{"sku", "name", "brand", "price", "currency", "availability", "rating", "rating_count"}
	sameRows(t, "product", rows(items["product"], fields...), truthRows(want["products"], fields...))
	if !links["/shop/c/cameras"] {
		t.Error("no link back to the list")
	}
}

func TestRoutes(t *testing.T) {
	_, url := site(t)
	want := factsOf(t, url, "spa")
	var all []dyncrawl.Item
	for file, section := range map[string]string{"spa-item": "history", "spa-hash": "hash"} {
		entries := slices.DeleteFunc(slices.Clone(want["items"]), func(e map[string]any) bool { return e["section"] != section })
		items, _ := visitAll(t, learned(t, file, "spa"), http.DefaultClient, url, paths(entries, "%s", "path"))
		all = append(all, items["item"]...)
	}
	fields := []string{"id", "title", "text", "path"}
	sameRows(t, "item", rows(all, fields...), truthRows(want["items"], fields...))
}

// BenchmarkVisit measures a visit by one JSON answer of 4 fields, the network left out.
func BenchmarkVisit(b *testing.B) {
	tpl := learned(b, "spa-item", "spa")
	answer := &dyncrawl.Page{Status: 200, HTML: `{"id": 12, "title": "On the quiet maple", "text": "It stood there for a hundred years and nobody asked it why."}`}
	do := func(context.Context, dyncrawl.Request) (*dyncrawl.Page, error) { return answer, nil }
	b.ReportAllocs()
	for b.Loop() {
		if _, items, _, err := tpl.Visit(b.Context(), "http://127.0.0.1:1/spa/item/12", do); err != nil || len(items) != 1 {
			b.Fatal(items, err)
		}
	}
}
