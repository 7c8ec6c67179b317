package extract

import (
	"testing"

	"dyncrawl"
)

func TestParam(t *testing.T) {
	form := &dyncrawl.Exchange{URL: "https://a.example/comments?v=1", RequestBody: []byte("doingId=9&owner=%E6%9D%8E+Lei")}
	object := &dyncrawl.Exchange{URL: "https://a.example/graph", RequestBody: []byte(`{"id": 12, "deep": {"x": 1}}`)}
	for _, test := range []struct {
		page, param string
		from        Part
		exchange    *dyncrawl.Exchange
		want        string
	}{
		{page: "https://a.example/p?id=7&id=8", param: "id", want: "7"},
		{page: "https://a.example/p?x=1#/user?id=5", param: "id", want: "5"},
		{page: "https://a.example/p?id=7", param: "v", exchange: form, want: "1"},
		{page: "https://a.example/p?id=7", param: "doingId", exchange: form, want: "9"},
		{page: "https://a.example/p?id=7", param: "owner", from: PartRequest, exchange: form, want: "李 Lei"},
		{page: "https://a.example/p?id=7", param: "id", from: PartURL, exchange: object, want: "7"},
		{page: "https://a.example/p?id=7", param: "id", exchange: object, want: "12"},
		{page: "https://a.example/p?id=7", param: "deep", exchange: object},
		{page: "https://a.example/p?id=%zz&b=1", param: "b", want: "1"},
	} {
		r := newReader(&dyncrawl.Page{URL: "https://a.example/login", FinalURL: test.page})
		got := ""
		if found := r.nodes(&Field{Param: test.param, From: Source{Part: test.from}}, place{exchange: test.exchange}); len(found) > 0 {
			got = found[0].text()
		}
		if got != test.want {
			t.Errorf("%s of %s: got %q, want %q", test.param, test.page, got, test.want)
		}
	}
}
