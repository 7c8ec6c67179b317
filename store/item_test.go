package store_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dyncrawl"
	"dyncrawl/store"
)

func product(key ...string) dyncrawl.ItemType {
	return dyncrawl.ItemType{Name: "product", Key: key, Fields: []dyncrawl.Field{
		{Name: "id", Kind: dyncrawl.Text}, {Name: "stock", Kind: dyncrawl.Int}, {Name: "price", Kind: dyncrawl.Number},
		{Name: "sold", Kind: dyncrawl.Bool}, {Name: "since", Kind: dyncrawl.Date}, {Name: "tags", Kind: dyncrawl.List},
	}}
}

func item(id string, fields ...any) dyncrawl.Item {
	it := dyncrawl.Item{Type: "product", Fields: map[string]any{"id": id}}
	for i := 0; i < len(fields); i += 2 {
		it.Fields[fields[i].(string)] = fields[i+1]
	}
	return it
}

func define(t *testing.T, s *store.Store, types ...dyncrawl.ItemType) error {
	t.Helper()
	return s.Update(t.Context(), func(tx *store.Tx) error { return tx.DefineItems(t.Context(), types) })
}

// visit stores a page of the URL with the items.
func visit(t *testing.T, s *store.Store, url int64, items ...dyncrawl.Item) {
	t.Helper()
	page := savePage(t, s, url, samplePage())
	update(t, s, func(tx *store.Tx) error { return tx.SaveItems(t.Context(), url, page, items) })
}

func export(t *testing.T, s *store.Store, format store.Format) string {
	t.Helper()
	var b strings.Builder
	if err := s.Export(t.Context(), &b, "product", format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func mustDefine(t *testing.T, s *store.Store, types ...dyncrawl.ItemType) {
	t.Helper()
	if err := define(t, s, types...); err != nil {
		t.Fatal(err)
	}
}

func TestItemsKeepTheirTypes(t *testing.T) {
	s := fresh(t)
	mustDefine(t, s, product("id"))
	since := time.Date(2026, 3, 2, 10, 0, 0, 0, time.FixedZone("", 8*3600))
	visit(t, s, addURL(t, s, "http://h/1", "done", ""),
		item("b", "stock", int64(math.MaxInt64), "price", 3.0, "sold", true, "since", since, "tags", []any{"<x>", int64(2)}),
		item("a", "sold", false))
	want := `{"id":"a","stock":null,"price":null,"sold":false,"since":null,"tags":null}
{"id":"b","stock":9223372036854775807,"price":3,"sold":true,"since":"2026-03-02T02:00:00Z","tags":["<x>",2]}
`
	if diff := cmp.Diff(want, export(t, s, store.JSONL)); diff != "" {
		t.Error(diff)
	}
	wantCSV := `id,stock,price,sold,since,tags
a,,,false,,
b,9223372036854775807,3,true,2026-03-02T02:00:00Z,"[""<x>"",2]"
`
	if diff := cmp.Diff(wantCSV, export(t, s, store.CSV)); diff != "" {
		t.Error(diff)
	}
}

func TestLastWriterOfAKeyWins(t *testing.T) {
	s := fresh(t)
	mustDefine(t, s, product("id"))
	visit(t, s, addURL(t, s, "http://h/1", "done", ""), item("a", "stock", int64(1)), item("b"))
	visit(t, s, addURL(t, s, "http://h/2", "done", ""), item("a", "stock", int64(2)))
	var got []string
	typ, err := s.ItemType(t.Context(), "product")
	if err != nil {
		t.Fatal(err)
	}
	for row, err := range s.Items(t.Context(), typ) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, row.Values[0].(string)+" "+row.URL)
	}
	if diff := cmp.Diff([]string{"a http://h/2", "b http://h/1"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestWithoutKeyAVisitReplacesItsItems(t *testing.T) {
	s := fresh(t)
	mustDefine(t, s, product())
	first, second := addURL(t, s, "http://h/1", "done", ""), addURL(t, s, "http://h/2", "done", "")
	visit(t, s, first, item("a"), item("b"), item("c"))
	visit(t, s, second, item("z"))
	visit(t, s, first, item("x"), item("b"))
	if diff := cmp.Diff("x,,,,,\nb,,,,,\nz,,,,,\n", strings.TrimPrefix(export(t, s, store.CSV), "id,stock,price,sold,since,tags\n")); diff != "" {
		t.Error(diff)
	}
	visit(t, s, first)
	if n := count(t, s, `SELECT count(*) FROM item_product`); n != 1 {
		t.Errorf("%d items after a visit that found none", n)
	}
}

func TestInvalidItemsAreKeptWithTheirReasons(t *testing.T) {
	s := fresh(t)
	mustDefine(t, s, product("id"))
	url := addURL(t, s, "http://h/1", "done", "")
	bad := item("a", "price", "n/a")
	bad.Problems = []string{`price: "n/a" is not a number`}
	visit(t, s, url, bad, item(""), item("b", "stock", 1.5), item("c", "price", math.NaN()), item("good"))
	rejects, err := s.Rejects(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var reasons []string
	for _, r := range rejects {
		reasons = append(reasons, r.Type+" "+r.URL+": "+r.Reasons[0])
	}
	want := []string{
		`product http://h/1: price: "n/a" is not a number`,
		`product http://h/1: id: part of the key, but without a value`,
		`product http://h/1: stock: kind int wants a int64, not a float64`,
		`product http://h/1: price: NaN is not a number that can be stored`,
	}
	if diff := cmp.Diff(want, reasons); diff != "" {
		t.Error(diff)
	}
	if string(rejects[0].Fields) != `{"id":"a","price":"n/a"}` {
		t.Errorf("kept %s", rejects[0].Fields)
	}
	counts, err := s.Counts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]store.ItemCount{{Type: "product", Stored: 1, Rejected: 4}}, counts.Items); diff != "" {
		t.Error(diff)
	}
	visit(t, s, url, item("a"))
	if n := count(t, s, `SELECT count(*) FROM item_rejects`); n != 0 {
		t.Errorf("%d rejects after a visit without any", n)
	}
}

func TestItemTypesGrow(t *testing.T) {
	s := fresh(t)
	mustDefine(t, s, product())
	visit(t, s, addURL(t, s, "http://h/1", "done", ""), item("a", "stock", int64(7)))
	grown := dyncrawl.ItemType{Name: "product", Key: []string{"id"}, Fields: []dyncrawl.Field{
		{Name: "名称", Kind: dyncrawl.Text}, {Name: "id", Kind: dyncrawl.Text},
	}}
	mustDefine(t, s, grown)
	mustDefine(t, s, grown)
	visit(t, s, addURL(t, s, "http://h/2", "done", ""), item("b", "名称", "手机"))
	want := "名称,id,stock,price,sold,since,tags\n,a,7,,,,\n手机,b,,,,,\n"
	if diff := cmp.Diff(want, export(t, s, store.CSV)); diff != "" {
		t.Error(diff)
	}
}

func TestDefinitionsThatCannotBe(t *testing.T) {
	text := func(names ...string) (fields []dyncrawl.Field) {
		for _, n := range names {
			fields = append(fields, dyncrawl.Field{Name: n, Kind: dyncrawl.Text})
		}
		return fields
	}
	for _, c := range []struct {
		name string
		typ  dyncrawl.ItemType
		say  string
	}{
		{"changed kind", dyncrawl.ItemType{Name: "product", Fields: []dyncrawl.Field{{Name: "stock", Kind: dyncrawl.Text}}}, `"stock" of kind int`},
		{"changed case", dyncrawl.ItemType{Name: "product", Fields: text("ID")}, `"ID" is stored as "id"`},
		{"same name twice", dyncrawl.ItemType{Name: "x", Fields: text("a", "A")}, `two fields are named "a"`},
		{"quote in a name", dyncrawl.ItemType{Name: `x" (y); --`}, "cannot name a column"},
		{"our own column", dyncrawl.ItemType{Name: "x", Fields: text("_url_id")}, `"_url_id" cannot name`},
		{"no name", dyncrawl.ItemType{}, `"" cannot name`},
		{"key without field", dyncrawl.ItemType{Name: "x", Fields: text("a"), Key: []string{"b"}}, `key "b" is not a field`},
		{"key that is not one", product("stock"), "stored items share a key (stock)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := fresh(t)
			mustDefine(t, s, product())
			visit(t, s, addURL(t, s, "http://h/1", "done", ""), item("a", "stock", int64(1)), item("b", "stock", int64(1)))
			err := define(t, s, c.typ)
			if err == nil || !strings.Contains(err.Error(), c.say) || dyncrawl.HintOf(err) == "" {
				t.Errorf("error %v, hint %q", err, dyncrawl.HintOf(err))
			}
			if n := count(t, s, `SELECT count(*) FROM item_product`); n != 2 {
				t.Errorf("%d items left", n)
			}
		})
	}
}

func TestUndefinedItemTypeIsABug(t *testing.T) {
	s := fresh(t)
	url := addURL(t, s, "http://h/1", "done", "")
	page := savePage(t, s, url, samplePage())
	err := s.Update(t.Context(), func(tx *store.Tx) error {
		return tx.SaveItems(t.Context(), url, page, []dyncrawl.Item{item("a")})
	})
	if err == nil || !strings.Contains(err.Error(), `"product" is not defined`) {
		t.Errorf("error %v", err)
	}
}

func TestSpreadsheetsRunNothing(t *testing.T) {
	for _, c := range []struct{ text, cell string }{
		{"=1+1", "'=1+1"},
		{"+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"},
		{"-inf", "'-inf"},
		{"@SUM(A1)", "'@SUM(A1)"},
		{"\tx", "'\tx"},
		{"\rx", "\"'\rx\""},
		{"-12.50", "-12.50"},
		{"+8613800000000", "+8613800000000"},
		{"a=1", "a=1"},
	} {
		t.Run(c.text, func(t *testing.T) {
			s := fresh(t)
			mustDefine(t, s, dyncrawl.ItemType{Name: "product", Fields: []dyncrawl.Field{{Name: "id", Kind: dyncrawl.Text}}})
			visit(t, s, addURL(t, s, "http://h/1", "done", ""), item(c.text))
			if got := export(t, s, store.CSV); got != "id\n"+c.cell+"\n" {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestExportOfWhatIsNotThere(t *testing.T) {
	s := fresh(t)
	mustDefine(t, s, product())
	err := s.Export(t.Context(), &strings.Builder{}, "produkt", store.CSV)
	if err == nil || !strings.Contains(dyncrawl.HintOf(err), "product") {
		t.Errorf("error %v, hint %q", err, dyncrawl.HintOf(err))
	}
	if err := s.Export(t.Context(), &strings.Builder{}, "product", "xml"); err == nil || dyncrawl.HintOf(err) == "" {
		t.Errorf("error %v", err)
	}
}

func TestItemsCanBeLeftEarly(t *testing.T) {
	s := fresh(t)
	mustDefine(t, s, product())
	visit(t, s, addURL(t, s, "http://h/1", "done", ""), item("a"), item("b"))
	n := 0
	for _, err := range s.Items(t.Context(), product()) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d items", n)
	}
}
