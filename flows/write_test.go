package flows_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dyncrawl"
	"dyncrawl/flows"
	"dyncrawl/learn"
)

func TestTmp(t *testing.T) {
	var tpl learn.Template
	text := `{"page":true,"calls": [{"method": "POST", "origin":"https://api.example", "pattern": "/api/list", "slots": [
	{"in": "path", "name": "0", "value": {"from": "const", "text": "api"}}, {"in": "path", "name": "1", "value": {"from": "page", "before": "<a href=\"${x}\\'", "after":"\n\t"}},
	{"in": "query", "name": "of", "value": {"from": "url", "part": "query id"}},
	{"in": "query", "name": "of#1", "value": {"from": "const", "text": "http://127.0.0.1:1/x: y"}},
	{"in": "query", "name": "c", "value": {"from": "cursor", "select": "$.next", "first": {"from": "nothing"}}},
	{"in": "json", "name": "/a/0", "value": {"from": "time", "unit": 1000}}],"body":{"a":[1]},
	"expect": [{"select": "$.more", "text": "false"}]}],
	"rules": [{"name": "post", "from": {"exchange": "/api/list"}, "each": "$.posts[*]", "key": ["id"], "fields": [{"name": "id", "select": "$.id", "type": "int"}, {"name": "n", "select": "$.n"}]}],
	"links": [{"url": {"from": "const", "text": "/top"}, "source": "a[href]"}]}`
	if err := json.Unmarshal([]byte(text), &tpl); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "a.yaml")
	os.WriteFile(file, []byte("name: a\nvars: {b: \"http://127.0.0.1:1\"}\nstart: ${b}/\nextract: {post: {fields: {id: a}}}\n# end"), 0o640)
	f, err := flows.Load(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []string{"/p/*", "/q/*", "/p/*"} {
		p, _ := dyncrawl.ParsePattern(m)
		if err := f.WriteAPIRule(tpl.Recipe(p)); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := os.ReadFile(file)
	t.Log("\n" + strings.ReplaceAll(string(out), "\t", "TAB"))
}
