package extract

import (
	"strings"
	"testing"

	"dyncrawl"

	"github.com/google/go-cmp/cmp"
)

func TestItemType(t *testing.T) {
	rule := Rule{Name: "user", Key: []string{"id"}, Fields: []Field{{Name: "id", Type: dyncrawl.Int}, {Name: "name"}}}
	want := dyncrawl.ItemType{Name: "user", Key: []string{"id"}, Fields: []dyncrawl.Field{{Name: "id", Kind: dyncrawl.Int}, {Name: "name", Kind: dyncrawl.Text}}}
	if diff := cmp.Diff(want, rule.ItemType()); diff != "" {
		t.Error(diff)
	}
}

func TestRuleRefused(t *testing.T) {
	id := Field{Name: "id"}
	for want, rule := range map[string]Rule{
		`item type "User"`:               {Name: "User", Fields: []Field{id}},
		"user has no fields":             {Name: "user"},
		`key names "uid"`:                {Name: "user", Key: []string{"uid"}, Fields: []Field{id}},
		"key field tags has the type":    {Name: "user", Key: []string{"tags"}, Fields: []Field{{Name: "tags", Type: dyncrawl.List}}},
		"field id is there twice":        {Name: "user", Fields: []Field{id, id}},
		"from: root is for a field":      {Name: "user", From: Source{Part: PartRoot}, Fields: []Field{id}},
		"user: from names several":       {Name: "user", From: Source{Part: PartPage, Meta: "x"}, Fields: []Field{id}},
		"needs a rule that reads":        {Name: "user", Fields: []Field{{Name: "id", From: Source{Part: PartRequest}}}},
		`user: field "postedAt"`:         {Name: "user", Fields: []Field{{Name: "postedAt"}}},
		"field id: type \"integer\"":     {Name: "user", Fields: []Field{{Name: "id", Type: "integer"}}},
		"of is for the type list":        {Name: "user", Fields: []Field{{Name: "id", Of: dyncrawl.Int}}},
		"of \"list\" is no type":         {Name: "user", Fields: []Field{{Name: "id", Type: dyncrawl.List, Of: dyncrawl.List}}},
		"param and select are both":      {Name: "user", Fields: []Field{{Name: "id", Param: "id", Select: sel(t, "h1")}}},
		"param reads from: url":          {Name: "user", Fields: []Field{{Name: "id", Param: "id", From: Source{Meta: "x"}}}},
		"cannot go with the type html":   {Name: "user", Fields: []Field{{Name: "id", Type: dyncrawl.HTML, Re: expr(t, "x")}}},
		`default "none" is not a whole`:  {Name: "user", Fields: []Field{{Name: "id", Type: dyncrawl.Int, Default: text("none")}}},
		"method goes with exchange only": {Name: "user", Fields: []Field{{Name: "id", From: Source{Method: "GET"}}}},
	} {
		if err := rule.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}

func TestScalarsRefused(t *testing.T) {
	for want, err := range map[string]error{
		`from: "dom" is unknown`:           new(Part).UnmarshalText([]byte("dom")),
		`time zone "Beijing" is unknown`:   new(Zone).UnmarshalText([]byte("Beijing")),
		"missing closing )":                new(Regexp).UnmarshalText([]byte("(")),
		`selector "a:nope": not CSS: `:     new(Selector).UnmarshalText([]byte("a:nope")),
		`time zone "Local" is unknown; wr`: new(Zone).UnmarshalText([]byte("Local")),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}

func TestDefaults(t *testing.T) {
	for _, test := range []struct {
		field Field
		want  any
	}{
		{Field{Default: text("")}, ""},
		{Field{Default: text("0"), Type: dyncrawl.Int}, int64(0)},
		{Field{Default: text("no"), Type: dyncrawl.Bool}, false},
		{Field{Default: text("x"), Type: dyncrawl.List}, []any{"x"}},
		{Field{}, nil},
	} {
		got, problems := trial.field(&test.field, nil)
		if diff := cmp.Diff(test.want, got); diff != "" || len(problems) > 0 {
			t.Errorf("%s %s", diff, problems)
		}
	}
}
