package extract

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dyncrawl"

	"github.com/google/go-cmp/cmp"
)

// fetched is when the pages of testdata were.
var fetched = time.Date(2026, 3, 2, 2, 0, 0, 0, time.UTC)

func TestFromReadsThePage(t *testing.T) {
	const name = "owner_beside_each_status"
	expect(t, name, pageOf(t, name), Rule{
		Name: "status", Match: pattern(t, "/status?id=*"), Each: sel(t, ".status"), Key: []string{"id"}, Zone: zone(t, "Asia/Shanghai"),
		Fields: []Field{
			{Name: "id", Select: sel(t, "@data-id")},
			{Name: "owner", Param: "id", Type: dyncrawl.Int},
			{Name: "name", From: Source{Part: PartPage}, Select: sel(t, "h1")},
			{Name: "text", Select: sel(t, "p"), Required: true},
			{Name: "likes", Select: sel(t, ".likes"), Type: dyncrawl.Int, Default: text("0")},
			{Name: "photo", Select: sel(t, "a@href"), Type: dyncrawl.URL},
			{Name: "at", Select: sel(t, "time"), Type: dyncrawl.Date},
		}})
}

func TestFromReadsAnswers(t *testing.T) {
	const name = "followers_by_ajax"
	body := file(t, "followers_by_ajax.json")
	page := pageOf(t, name)
	page.Exchanges = []dyncrawl.Exchange{
		{Method: "GET", URL: "https://community.example/api/people/ann/followers?page=1", Status: 200, Body: body},
		{Method: "POST", URL: "https://community.example/api/people/bo/followers", Status: 500, Body: body},
		{Method: "POST", URL: "https://community.example/api/people/ann/followers", RequestBody: []byte(`{"page":2}`), Status: 200, Body: body},
		{Method: "POST", URL: "https://community.example/api/people/ann/other", Status: 200, Body: body},
	}
	expect(t, name, page, Rule{
		Name: "follower", From: Source{Exchange: pattern(t, "/api/people/*/followers"), Method: "post"}, Each: sel(t, "$.data[*]"), Key: []string{"id"},
		Fields: []Field{
			{Name: "id", Select: sel(t, "$.id"), Type: dyncrawl.Int},
			{Name: "of", From: Source{Part: PartRequest}, Re: expr(t, "/people/([^/]+)/")},
			{Name: "page", Param: "page", Type: dyncrawl.Int},
			{Name: "total", From: Source{Part: PartRoot}, Select: sel(t, "$.paging.totals"), Type: dyncrawl.Int},
			{Name: "name", Select: sel(t, "$.name"), Required: true},
			{Name: "tags", Select: sel(t, "$.tags"), Type: dyncrawl.List},
			{Name: "skill", Select: sel(t, "$.bio >> p b")},
			{Name: "vip", Select: sel(t, "$.vip"), Type: dyncrawl.Bool, Default: text("no")},
			{Name: "org", Select: sel(t, "$.org"), Type: dyncrawl.JSON},
		}})
}

func TestFromReadsScripts(t *testing.T) {
	const name = "data_in_scripts"
	page := pageOf(t, name)
	page.Values = map[string]any{"kept": true}
	expect(t, name, page,
		Rule{Name: "product", From: Source{JSONLD: "Product"}, Key: []string{"sku"}, Fields: []Field{
			{Name: "sku", Select: sel(t, "$.sku")},
			{Name: "name", Select: sel(t, "$.name")},
			{Name: "price", Select: sel(t, "$.offers.price"), Type: dyncrawl.Number},
			{Name: "image", From: Source{Meta: "OG:image"}, Type: dyncrawl.URL},
		}},
		Rule{Name: "member", From: Source{Script: sel(t, "#state")}, Fields: []Field{
			{Name: "name", Select: sel(t, "$.user.name")},
			{Name: "ids", Select: sel(t, "$.user.ids[*]"), Type: dyncrawl.List, Of: dyncrawl.Int},
			{Name: "uid", From: Source{Part: PartPage}, Select: sel(t, "#box@data-user >> $.uid"), Type: dyncrawl.Int},
			{Name: "kept", From: Source{Part: PartValues}, Select: sel(t, "$.kept"), Type: dyncrawl.Bool},
		}})
}

func TestFromSeesIntoShadowRoots(t *testing.T) {
	const name = "shadow_roots_and_templates"
	expect(t, name, pageOf(t, name), Rule{Name: "card", Fields: []Field{
		{Name: "by_css", Select: sel(t, "user-card .name"), Type: dyncrawl.List},
		{Name: "by_xpath", Select: sel(t, "xpath=//b"), Type: dyncrawl.List},
		{Name: "count", Select: sel(t, "xpath=count(//b)"), Type: dyncrawl.Int},
		{Name: "light", Select: sel(t, "xpath=boolean(//user-card/i)"), Type: dyncrawl.Bool},
		{Name: "hrefs", Select: sel(t, "xpath=//a/@href"), Type: dyncrawl.List},
		{Name: "markup", Select: sel(t, ".name"), Type: dyncrawl.HTML},
	}})
}

func TestFromReadsFragmentsOnce(t *testing.T) {
	const name = "rows_without_a_table"
	page := pageOf(t, name)
	for _, query := range []string{"curpage=0", "curpage=1", "curpage=0"} {
		page.Exchanges = append(page.Exchanges, dyncrawl.Exchange{Method: "GET", URL: "https://community.example/rows?" + query, Status: 200, Body: file(t, name+".html")})
	}
	expect(t, name, page, Rule{Name: "row", From: Source{Exchange: pattern(t, "/rows")}, Each: sel(t, "tr"), Fields: []Field{
		{Name: "id", Select: sel(t, "@data-id"), Type: dyncrawl.Int},
		{Name: "name", Select: sel(t, "td:first-child")},
		{Name: "n", Select: sel(t, "xpath=td[2]"), Type: dyncrawl.Int},
		{Name: "curpage", Param: "curpage", Type: dyncrawl.Int},
	}})
}

// expect checks the items that the rules take from the page against the golden file.
func expect(t *testing.T, name string, page *dyncrawl.Page, rules ...Rule) {
	t.Helper()
	for _, rule := range rules {
		if err := rule.Validate(); err != nil {
			t.Fatal(err)
		}
	}
	items, _ := From(page, rules)
	compare(t, name, items)
}

func TestFromCounts(t *testing.T) {
	page := pageOf(t, "owner_beside_each_status")
	page.Exchanges = []dyncrawl.Exchange{{Method: "GET", URL: "https://community.example/api", Status: 200, Body: []byte("<html>"), Truncated: true}}
	_, counts := From(page, []Rule{
		{Name: "elsewhere", Match: pattern(t, "/other"), Fields: []Field{{Name: "x"}}},
		{Name: "status", Each: sel(t, ".status"), Key: []string{"id"}, Fields: []Field{
			{Name: "id", Select: sel(t, "@data-id")}, {Name: "likes", Select: sel(t, ".likes"), Type: dyncrawl.Int}}},
		{Name: "api", From: Source{Exchange: pattern(t, "/api")}, Each: sel(t, "$.data[*]"), Fields: []Field{{Name: "x"}}},
	})
	want := []Count{
		{Rule: "status", Sources: 1, Items: 3, Invalid: 1, Doubles: 1, Empty: map[string]int{"id": 1, "likes": 2}},
		{Rule: "api", Sources: 1, Empty: map[string]int{}, Notes: []string{
			"GET https://community.example/api: the captured answer is not complete",
			"GET https://community.example/api: not JSON: unexpected character '<' at 1:1",
		}},
	}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Error(diff)
	}
}

func TestFromBounds(t *testing.T) {
	page := &dyncrawl.Page{URL: "https://a.example/", HTML: "<p>" + strings.Repeat("é", maxValue) + "</p>" + strings.Repeat("<i></i>", maxItems+1)}
	items, counts := From(page, []Rule{
		{Name: "long", Fields: []Field{{Name: "text", Select: sel(t, "p")}}},
		{Name: "many", Each: sel(t, "i"), Fields: []Field{{Name: "text"}}},
	})
	if got := len(items[0].Fields["text"].(string)); got != maxValue {
		t.Errorf("text of %d bytes, want %d", got, maxValue)
	}
	if diff := cmp.Diff([]string{"text: cut to 1 MiB"}, items[0].Problems); diff != "" {
		t.Error(diff)
	}
	if counts[1].Items != maxItems || len(counts[1].Notes) != 1 {
		t.Errorf("%d items with the notes %q, want %d with one", counts[1].Items, counts[1].Notes, maxItems)
	}
}

func TestFromKeepsGoingOnDeepPages(t *testing.T) {
	page := &dyncrawl.Page{URL: "https://a.example/", HTML: strings.Repeat("<div>", 600)}
	items, counts := From(page, []Rule{{Name: "a", Fields: []Field{{Name: "id", Select: sel(t, "div"), Required: true}}}})
	if len(items) != 1 || len(items[0].Problems) != 1 || len(counts[0].Notes) != 1 {
		t.Errorf("got %v and %v, want an invalid item and a note", items, counts)
	}
}

// compare checks that got, as JSON, is what the golden file holds.
func compare(t *testing.T, name string, got any) {
	t.Helper()
	var have, want []map[string]any
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	decode(t, text, &have)
	decode(t, file(t, name+".golden"), &want)
	if diff := cmp.Diff(want, have); diff != "" {
		t.Error(diff)
	}
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		t.Fatal(err)
	}
}

func pageOf(t *testing.T, name string) *dyncrawl.Page {
	return &dyncrawl.Page{URL: "https://community.example/start", FinalURL: "https://community.example/status?id=7",
		HTML: string(file(t, name+".html")), FetchedAt: fetched}
}

func file(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// scalar reads a value as a flow file gives it.
func scalar[T any, P interface {
	*T
	UnmarshalText([]byte) error
}](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := P(&v).UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return v
}

func sel(t *testing.T, s string) Selector             { return scalar[Selector](t, s) }
func expr(t *testing.T, s string) Regexp              { return scalar[Regexp](t, s) }
func zone(t *testing.T, s string) Zone                { return scalar[Zone](t, s) }
func pattern(t *testing.T, s string) dyncrawl.Pattern { return scalar[dyncrawl.Pattern](t, s) }
func text(s string) Default                           { return Default{text: s, given: true} }
