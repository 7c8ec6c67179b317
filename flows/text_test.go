package flows

import (
	"encoding"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dyncrawl/browser"
)

// sameFlow compares what flows say: selectors and the like by their texts, and
// neither places nor files.
var sameFlow = cmp.Options{
	cmpopts.IgnoreTypes(Pos{}),
	cmpopts.IgnoreFields(Flow{}, "File", "Hash", "inEffect"),
	cmpopts.EquateEmpty(),
	cmp.Exporter(func(reflect.Type) bool { return true }),
	cmp.Comparer(func(a, b encoding.TextMarshaler) bool {
		one, err1 := a.MarshalText()
		other, err2 := b.MarshalText()
		return string(one) == string(other) && err1 == nil && err2 == nil
	}),
}

// comesBack writes a flow and reads it again.
func comesBack(t *testing.T, f *Flow) {
	t.Helper()
	text, err := f.YAML()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse("again.yaml", text, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(f, again, sameFlow); diff != "" {
		t.Errorf("%s\n%s", diff, text)
	}
}

func TestShippedFlowsComeBack(t *testing.T) {
	files, err := filepath.Glob("*.yaml")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			f, err := Load(file, Vars{DemoVar: "http://sites.example"})
			if err != nil {
				t.Fatal(err)
			}
			comesBack(t, f)
		})
	}
}

// everyVerb is a flow with each verb and texts that YAML or the decoder would read
// as something else.
const everyVerb = `
name: all
about: "yes"
vars: {base: "https://a.example", on: "1"}
start: ["${base}/{1..3}", {file: urls.txt}]
session:
  check: {url: "${base}/me", selector: [a.out, 'role=button[name="Log out"]']}
  login_page: /login
  login:
    - fill: {selector: "#p", value: "${secret:P_W}$${x}"}
    - {press: Enter, name: "send: it"}
scope: {depth: 0, include: /a/**}
limits: {page: 3m, step: 1h, time: 90s}
politeness: {delay: 0s}
explore: on
actions:
  more: [{click: "text=More: #1"}, {wait: network}]
pages:
  - match: "re:^https://a\\.example/x{2}$"
    steps:
      - goto: /b?c=${i}
      - {double_click: [a, b], timeout: 1m30s}
      - hover: "[x]"
      - {select: {selector: select, value: [a, "1"]}}
      - check: {selector: input, unchecked: true}
      - press: {key: "-", selector: b}
      - scroll: end
      - wait: 2s
      - wait: {for: network, url: /done, text: "it's ${i}"}
      - expect: {absent: .x, eval: "a && \"b\""}
      - {if: .x, then: [{use: more}], else: [{set: {i: "${i}0"}}]}
      - repeat: {while: {text: x}, max: 2, steps: [{eval: {script: "1\n+1", as: i}}]}
      - for_each: {in: [a, b], as: i, steps: [{extract: it}]}
      - drag: {selector: a, to: b}
      - upload: {selector: a, file: [x, y]}
      - {dialog: {do: accept, text: "${i}"}}
      - popup: [{click: a}]
      - handoff: look
      - screenshot: {file: "p.png", full: true}
      - captcha: {image: i, into: j, rejected: .bad, max_tries: 2}
extract:
  it: {match: /x, key: [id], fields: {id: h1, n: {select: b, type: int}}}
`

// TestLoginOfOneStepComesBack: a login is a list, or the word auto, but no mapping.
func TestLoginOfOneStepComesBack(t *testing.T) {
	for _, login := range []string{"login: [goto: https://a.example/sso]", "url: https://a.example/, login: auto"} {
		f, err := Parse("a.yaml", []byte("name: a\nstart: https://a.example/\nsession: {check: {url: https://a.example/me, selector: b}, "+login+"}\n"), nil)
		if err != nil {
			t.Fatal(err)
		}
		comesBack(t, f)
	}
}

func TestEveryVerbComesBack(t *testing.T) {
	f, err := Parse("all.yaml", []byte(everyVerb), nil)
	if err != nil {
		t.Fatal(err)
	}
	comesBack(t, f)
	steps := f.Pages[0].Steps
	again, err := ParseSteps("steps", []byte(FormatSteps(steps)))
	if diff := cmp.Diff(steps, again, sameFlow); diff != "" || err != nil {
		t.Errorf("%v\n%s\n%s", err, diff, FormatSteps(steps))
	}
}

// TestYAML shows what is written for a small flow.
func TestYAML(t *testing.T) {
	selectors, err := browser.ParseSelectors(`role=button[name="Log in"]`, "#go")
	if err != nil {
		t.Fatal(err)
	}
	f := &Flow{
		Name: "a", Vars: Vars{"base": "https://a.example"}, Start: []Start{{URL: "https://a.example/x"}}, Scope: Scope{Depth: new(int)},
		Pages: []PageRule{{Steps: []Step{
			{Goto: &Goto{URL: "https://a.example/y"}, Timeout: 2 * time.Minute},
			{Click: &Target{Selector: selectors}},
			{Fill: &Fill{Selector: selectors[1:], Value: "${secret:A}"}},
		}}},
	}
	const want = `name: a
vars: {base: "https://a.example"}
start: "${base}/x"
scope: {depth: 0}
pages:
  - steps:
      - {goto: "${base}/y", timeout: 2m}
      - click: ['role=button[name="Log in"]', "#go"]
      - fill: {selector: "#go", value: "${secret:A}"}
`
	text, err := f.YAML()
	if diff := cmp.Diff(want, string(text)); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if _, err := (&Flow{Name: "a"}).YAML(); err == nil {
		t.Error("a flow without a start was written")
	}
}

func TestParseStepsRefuses(t *testing.T) {
	for _, text := range []string{"", "- clikc: a", "a: b", "- [", "- click: 'a['"} {
		if steps, err := ParseSteps("x", []byte(text)); err == nil {
			t.Errorf("%q was read as %v", text, steps)
		}
	}
	if _, err := os.Stat("x"); err == nil {
		t.Error("the name was taken for a file")
	}
}
