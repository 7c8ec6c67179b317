package flows

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dyncrawl"
	"dyncrawl/learn"
)

// written is a rule as it is written for the flow in which base is its site.
const written = `  - match: /item/*
    page: true
    requests:
      - method: POST
        url: "https://api.example/v1/*/list"
        path: [{from: url, part: path 1}]
        query:
          token: {from: page, before: 'x="$${y}', after: "\n"}
          "tag#1": "on"
          site: "${base}"
        body: '{"a":{"n":1}}'
        json: {/a/n: {from: time, unit: 1000}}
        until: {select: $.more, text: "false"}
    items:
      item:
        from: {exchange: /v1/*/list}
        each: "$.items[*]"
        fields:
          id: {select: $.id, type: int}
          name: $.name
    links: [/top]
`

const bare = "# shop\nname: a\nvars: {base: \"https://a.example\"}\nstart: ${base}/ # the only one\nextract:\n  item: {fields: {id: h1}}\n"

// recipe reads a rule from the text of a list.
func recipe(t *testing.T, text string) learn.Recipe {
	t.Helper()
	f, err := Parse("a.yaml", []byte(bare+"api:\n"+text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return f.API[0].Recipe
}

func TestWriteAPIRuleLeavesTheRestAsItIs(t *testing.T) {
	first, last := "  # first\n  - {match: /a/*, links: [/]} # of mine\n", "  # last\n  - match: /b/*\n    links: [/]\n"
	old := "  - match: /item/*\n    # mine\n    links: [/]\n"
	for name, test := range map[string]struct{ src, want string }{
		"no rule":            {bare, bare + "\napi:\n" + written},
		"no last line break": {bare + "# end", bare + "# end\n\napi:\n" + written},
		"end of document":    {"---\n" + bare + "...\n", "---\n" + bare + "\napi:\n" + written + "...\n"},
		"other rules":        {bare + "api:\n" + first + last + "\n# more\nabout: x\n", bare + "api:\n" + first + last + written + "\n# more\nabout: x\n"},
		"same match":         {bare + "api:\n" + first + old + "\n" + last, bare + "api:\n" + first + written + "\n" + last},
		"same match, last":   {bare + "api:\n" + first + old + "# more\nabout: x\n", bare + "api:\n" + first + written + "# more\nabout: x\n"},
		"carriage returns":   {strings.ReplaceAll(bare, "\n", "\r\n"), strings.ReplaceAll(bare+"\napi:\n"+written, "\n", "\r\n")},
		"list not indented":  {bare + "api:\n- match: /item/*\n  links: [/]\n", bare + "api:\n" + strings.TrimPrefix(strings.ReplaceAll(written, "\n  ", "\n"), "  ")},
	} {
		file := filepath.Join(t.TempDir(), "a.yaml")
		if err := os.WriteFile(file, []byte(test.src), 0o640); err != nil {
			t.Fatal(err)
		}
		f, err := Load(file, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for range 2 { // the second time the rule takes its own place
			if err := f.WriteAPIRule(recipe(t, written)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestWriteAPIRuleRefuses(t *testing.T) {
	for name, test := range map[string]struct{ src, want string }{
		"rules in brackets": {bare + "api: [{match: /a/*, links: [/]}]\n", "a.yaml:7:1: rules are written into a list"},
		"flow in braces":    {"{name: a, start: https://a.example/, extract: {item: {fields: {id: h1}}}}", "a.yaml:1:1: rules are written into files"},
		"unknown items":     {"name: a\nstart: https://a.example/\n", "cannot stand in this file"},
		"alias to the old":  {bare + "api:\n  - match: /item/*\n    links: &l [/]\n  - match: /b/*\n    links: *l\n", "cannot stand in this file"},
		"broken meanwhile":  {bare + "limts: 3\n", `unknown key "limts"`},
	} {
		f := &Flow{File: "a.yaml", inEffect: Vars{}}
		_, err := f.withAPIRule(test.src, recipe(t, written))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", name, err, test.want)
		}
	}
}

// TestTextsComeBack: whatever stands in a rule is read as it was.
func TestTextsComeBack(t *testing.T) {
	match, err := dyncrawl.ParsePattern("/x")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", " a ", "a: b", "a #b", "- a", "*a", "&a", "!a", "%a", "@a", "`a", "null", "Yes", "0x1f", "1e3", "007", "2026-01-02",
		"{a}", "[a]", "a, b", `"`, `'`, `\`, `it's "\n"`, "a\nb\t\r", "\u00a0\u2028\u0085", "雨", "😀", "${base}", "$${x}", "$$${x", "${", "a${b${c}", "?", "|", ">", "~", "=", "<<", "https://a.example/x"} {
		r := learn.Recipe{Match: match, PageLinks: true, Sources: map[string]string{text: text, "k" + text: "a"}}
		out, err := (&Flow{File: "a.yaml", inEffect: Vars{}}).withAPIRule(bare, r)
		if err != nil {
			t.Errorf("%q: %v\n%s", text, err, out)
		}
	}
}
