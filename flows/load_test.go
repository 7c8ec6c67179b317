package flows

import (
	"strings"
	"testing"
	"time"
)

const good = `
name: shop
vars: {base: "http://127.0.0.1:8700", kind: phones}
start:
  - ${base}/shop/${kind}
  - ${base}/article/{8..10}.htm
limits: {pages: 10, page: 45s}
politeness: {delay: 0s}
scope: {exclude: "**/logout", depth: 0}
session:
  check: {url: "${base}/", selector: "a.logout"}
  login:
    - goto: ${base}/login
    - fill: {selector: ["#user", "input[name=user]"], value: "${secret:USER}"}
    - set: {word: "a"}
    - press: {key: Enter, selector: "#${kind}"}
actions:
  more: [{click: ".more"}]
pages:
  - match: /shop/**
    steps:
      - repeat: {while: .more, steps: [{use: more}]}
      - for_each: {in: [x, y], as: letter, steps: [{fill: {selector: "#q", value: "${letter}${word}$${literal}"}}]}
      - wait: network
`

func parse(t *testing.T, src string) *Flow {
	t.Helper()
	flow, err := Parse("shop.yaml", []byte(src), nil)
	if err != nil {
		t.Fatal(err)
	}
	return flow
}

func TestParse(t *testing.T) {
	f := parse(t, good)
	if got := f.Limits.Page; got != 45*time.Second {
		t.Errorf("page budget %v", got)
	}
	if f.Politeness.Delay == nil || *f.Politeness.Delay != 0 || f.Scope.Depth == nil || *f.Scope.Depth != 0 {
		t.Error("an explicit zero is not the default")
	}
	if !f.Scope.Exclude[0].Match("http://a.example/x/logout") {
		t.Error("one pattern stands for a list")
	}
	fill := f.Session.Login[1].Fill
	if len(fill.Selector) != 2 || fill.Value != "${secret:USER}" {
		t.Errorf("fill: %+v", fill)
	}
	if got := f.Session.Login[3].Press.Selector.String(); got != "#phones" {
		t.Errorf("variable in a selector: %q", got)
	}
	if got := f.Session.Login[0].Pos.String(); got != "shop.yaml:13:7" {
		t.Errorf("position of the first step: %s", got)
	}
	inner := f.Pages[0].Steps[1].ForEach.Steps[0].Fill.Value
	if inner != "${letter}${word}$${literal}" {
		t.Errorf("runtime references are left for the runner: %q", inner)
	}
	var urls []string
	for u, err := range f.StartURLs() {
		if err != nil {
			t.Fatal(err)
		}
		urls = append(urls, strings.TrimPrefix(u, "http://127.0.0.1:8700"))
	}
	if got := strings.Join(urls, " "); got != "/shop/phones /article/8.htm /article/9.htm /article/10.htm" {
		t.Errorf("start URLs: %s", got)
	}
}

func TestOverrides(t *testing.T) {
	f, err := Parse("x.yaml", []byte("name: x\nvars: {base: \"${demo}/a\"}\nstart: ${base}/b"), Vars{"demo": "http://h"})
	if err != nil {
		t.Fatal(err)
	}
	if f.Start[0].URL != "http://h/a/b" {
		t.Errorf("start %q", f.Start[0].URL)
	}
	if _, err := Parse("x.yaml", []byte("name: x\nstart: http://h/"), Vars{"bse": "1"}); err == nil {
		t.Error("an override of an unknown variable is refused")
	}
}

func TestProblems(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"unknown key", "name: x\nstart: http://h/\nlimts: {pages: 1}", `f.yaml:3:1: unknown key "limts"; did you mean "limits"?`},
		{"unknown nested key", "name: x\nstart: http://h/\npages:\n  - match: /\n    steps:\n      - fill: {selctor: a, value: b}", `f.yaml:6:16: unknown key "selctor"; did you mean "selector"?`},
		{"unknown verb", "name: x\nstart: http://h/\npages:\n  - steps: [{clik: a}]", `f.yaml:4:14: unknown key "clik"; did you mean "click"?`},
		{"wrong type", "name: x\nstart: http://h/\nlimits: {pages: many}", `f.yaml:3:17: expected a whole number, 0 or greater, found "many"`},
		{"wrong time", "name: x\nstart: http://h/\nlimits: {page: 30}", `f.yaml:3:16: expected a time such as 500ms, 30s or 5m, found "30"`},
		{"list for mapping", "name: x\nstart: http://h/\nlimits: [1]", `f.yaml:3:9: expected keys such as pages, time, page, step, … here, found a list`},
		{"bad selector", "name: x\nstart: http://h/\npages:\n  - steps:\n    - click: \"div[\"", `f.yaml:5:14: `},
		{"bad pattern", "name: x\nstart: http://h/\nscope: {exclude: [\"re:(\"]}", `f.yaml:3:19: URL pattern "re:("`},
		{"two verbs", "name: x\nstart: http://h/\npages:\n  - steps:\n    - click: a\n      hover: b", `a step has one verb, this one has click and hover`},
		{"missing name", "start: http://h/", `f.yaml:1:1: a flow needs a name`},
		{"not a URL", "name: x\nstart: h/", `start "h/" is not an absolute http or https URL`},
		{"backward range", "name: x\nstart: \"http://h/{9..1}\"", `the range ends before it begins`},
		{"unknown variable", "name: x\nvars: {base: a}\nstart: http://h/${bse}", `f.yaml:3:8: ${bse} is not a variable of this flow; did you mean "base"?`},
		{"secret in a URL", "name: x\nstart: http://h/${secret:TOKEN}", `secrets may stand in the value of fill, in the seed of totp`},
		{"duplicate key", "name: x\nname: y\nstart: http://h/", `f.yaml:2:1: not YAML: mapping key "name" already defined`},
		{"syntax", "name: [x", `f.yaml:1:`},
		{"unknown action", "name: x\nstart: http://h/\nactions: {more: [{click: a}]}\npages:\n  - steps: [{use: mre}]", `use: no action is named "mre"; did you mean "more"?`},
		{"action cycle", "name: x\nstart: http://h/\nactions:\n  a: [{use: b}]\n  b: [{use: a}]", `action "a" uses itself`},
		{"enum", "name: x\nstart: http://h/\npoliteness: {robots: obay}", `f.yaml:3:22: "obay" is not one of obey, ignore; did you mean "obey"?`},
		{"missing value", "name: x\nstart: http://h/\nlimits:", `the value is missing`},
		{"tag", "name: !!binary x\nstart: http://h/", `YAML tags such as !!binary are not used`},
		{"unknown part", "name: x\nstart: http://h/\napi:\n  - match: /a\n    links: [{url: {from: url, part: a}}]", `f.yaml:5:19: a value with from: "url" takes part`},
		{"value of a later request", "name: x\nstart: http://h/\napi:\n  - match: /a\n    page_links: true\n    requests: [{url: /b, query: {q: {from: answer, call: 1, select: $.q}}}]", `f.yaml:4:5: request 1 takes a value from request 1`},
		{"too few values", "name: x\nstart: http://h/\napi:\n  - match: /a\n    requests: [{url: /b/*}]", `f.yaml:5:16: url "/b/*" has 1 segments *, and path 0 values`},
		{"another word for a login", "name: x\nstart: http://h/\nsession: {login: magic, url: http://h/}", `f.yaml:3:18: login is a list of steps, or auto; found "magic"`},
		{"a login from nowhere", "name: x\nstart: http://h/\nsession: {login: auto}", `login: auto needs url`},
		{"a password for steps", "name: x\nstart: http://h/\nsession: {login: [{goto: http://h/in}], check: {url: http://h/, selector: b}, password: a}", `are for login: auto`},
		{"a page for an origin", "name: x\nstart: http://h/\nsession: {login: auto, url: http://h/, origins: https://sso.h/in}", `"https://sso.h/in" is no origin`},
		{"a code without a seed", "name: x\nstart: http://h/\npages:\n  - steps: [{totp: {selector: a}}]", `totp needs seed`},
		{"an answer for nothing", "name: x\nstart: http://h/\npages:\n  - steps: [{ask: Who?}]", `ask needs either selector`},
		{"a code for two things", "name: x\nstart: http://h/\npages:\n  - steps: [{receive: {file: a, selector: b, open: true}}]", `receive needs one of selector, open and as`},
		{"endless repeat", "name: x\nstart: http://h/\npages:\n  - steps: [{repeat: {steps: [{click: a}]}}]", `repeat needs an end`},
	} {
		_, err := Parse("f.yaml", []byte(c.src), nil)
		if err == nil {
			t.Errorf("%s: no error", c.name)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\n got %s\nwant %s", c.name, err, c.want)
		}
	}
}

func TestProblemsListAllWithCaret(t *testing.T) {
	_, err := Parse("f.yaml", []byte("name: x\nstart: http://h/\nlimits: {pages: many, tme: 3s}"), nil)
	want := `f.yaml:3:17: expected a whole number, 0 or greater, found "many"
    3 | limits: {pages: many, tme: 3s}
      |                 ^
f.yaml:3:23: unknown key "tme"; did you mean "time"?
    3 | limits: {pages: many, tme: 3s}
      |                       ^`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestHostileFiles(t *testing.T) {
	bomb := "name: x\nstart: http://h/\nvars: {a: &a1 [x, x]}\n"
	for i := 2; i < 12; i++ {
		bomb += strings.ReplaceAll("bN: &aN [*aM, *aM, *aM, *aM, *aM, *aM, *aM, *aM]\n", "N", string(rune('a'+i)))
	}
	for name, src := range map[string]string{
		"alias bomb": bomb,
		"deep":       "name: x\nstart: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
		"large":      "name: " + strings.Repeat("x", maxFileBytes),
		"self alias": "name: x\nstart: &s [*s]",
		"empty":      "",
		"scalar":     "hello",
		"nul":        "name: \x00",
	} {
		if _, err := Parse("f.yaml", []byte(src), nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte("a: &a [*a]"))
	f.Fuzz(func(t *testing.T, src []byte) { Parse("f.yaml", src, nil) })
}
