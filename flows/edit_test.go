package flows

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dyncrawl/browser"
)

// edited is a flow whose steps are written in many ways.
const edited = `# top
name: a
start: https://a.example/
actions:
  more: [{click: "#more"}, {wait: {selector: .x, text: "it's, [so]"}}] # both
pages:
  # first
  - steps:
    - click: "#old" # the button
    # between
    - fill:
        selector: # one of
          - 'text=it''s'
          - "#b" # two
        value: x # what
      timeout: 3s

    # nearly last
    - hover: .é 雨 > b
    - if: {absent: [.a, .b], text: don't}
      then:
        - {click: a.x, name: don't} # within
    - press: Enter
# end
`

// editing writes the flow and returns it with its steps.
func editing(t *testing.T) (*Flow, []*Step) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.yaml")
	if err := os.WriteFile(file, []byte(edited), 0o640); err != nil {
		t.Fatal(err)
	}
	f, err := Load(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f, slices.Collect(f.allSteps())
}

// holds demands that the file is edited with old replaced by now, and that each
// step is where the flow says.
func (f *Flow) holds(t *testing.T, old, now string) {
	t.Helper()
	text, err := os.ReadFile(f.File)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(edited, old) != 1 {
		t.Fatalf("%q is not there just once", old)
	}
	if want := strings.Replace(edited, old, now, 1); string(text) != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	again, err := Load(f.File, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Collect(again.allSteps())
	for i, s := range slices.Collect(f.allSteps()) {
		if i >= len(want) || s.Pos != want[i].Pos || s.title() != want[i].title() {
			t.Errorf("step %d, %s at %s, is not so in the file", i, s.title(), s.Pos)
		}
	}
}

func TestReplaceSelector(t *testing.T) {
	for name, c := range map[string]struct {
		step          int
		old, now, new string
	}{
		"in brackets":         {0, `{click: "#more"}`, `{click: ".new, b"}`, ".new, b"},
		"in inner braces":     {1, `selector: .x,`, `selector: "label=A: b",`, "label=A: b"},
		"with a comment":      {2, `click: "#old" #`, `click: a.new #`, "a.new"},
		"a list":              {3, "selector: # one of\n          - 'text=it''s'\n          - \"#b\" # two", `selector: "#new" # two`, "#new"},
		"plain":               {4, "hover: .é 雨 > b\n", "hover: 'role=button[name=\"x\"]'\n", `role=button[name="x"]`},
		"a list in brackets":  {5, "absent: [.a, .b],", "absent: .new,", ".new"},
		"in braces, in lines": {6, "{click: a.x,", `{click: "{b"`, "b"},
	} {
		t.Run(name, func(t *testing.T) {
			f, steps := editing(t)
			selector, err := browser.ParseSelector(c.new)
			if err != nil {
				t.Fatal(err)
			}
			if name == "in braces, in lines" {
				c.now = "{click: b,"
			}
			if err := f.ReplaceSelector(steps[c.step], selector); err != nil {
				t.Fatal(err)
			}
			f.holds(t, c.old, c.now)
			if got := steps[c.step].chains()[0].String(); got != c.new {
				t.Errorf("the step has %s", got)
			}
		})
	}
}

func TestReplaceStep(t *testing.T) {
	fill := "fill:\n        selector: # one of\n          - 'text=it''s'\n          - \"#b\" # two\n        value: x # what\n      timeout: 3s"
	for name, c := range map[string]struct {
		step     int
		old, new string
	}{
		"in brackets": {0, `{click: "#more"}`, "{wait: 3s}"},
		"in a line":   {2, `click: "#old" # the button`, "hover: b"},
		"in lines":    {3, fill, "fill: {selector: b, value: y}\ntimeout: 4s # longer\n"},
		"more steps":  {5, "if: {absent: [.a, .b], text: don't}\n      then:\n        - {click: a.x, name: don't} # within", "repeat:\n  max: 3\n  steps:\n    - click: a\n    - click: b"},
	} {
		t.Run(name, func(t *testing.T) {
			f, steps := editing(t)
			text, err := f.StepText(steps[c.step])
			if err != nil {
				t.Fatal(err)
			}
			indent := strings.Repeat(" ", steps[c.step].Pos.Column-1)
			if want := strings.ReplaceAll(c.old, "\n"+indent, "\n"); text != want {
				t.Errorf("the text of the step is\n%s\nwant\n%s", text, want)
			}
			if err := f.ReplaceStep(steps[c.step], c.new); err != nil {
				t.Fatal(err)
			}
			f.holds(t, c.old, strings.ReplaceAll(strings.TrimRight(c.new, "\n"), "\n", "\n"+indent))
		})
	}
}

func TestReplaceStepRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		step      int
		new, want string
	}{
		"no such verb":      {2, "clikc: a", `unknown key "clikc"`},
		"two steps":         {0, "{wait: 3s}, {wait: 2s}", "would not stand alone"},
		"a step without":    {0, "{wait: 3s}]\nabout: [", "was left as it is"},
		"nothing":           {2, "", "was left as it is"},
		"a broken selector": {2, "click: 'a['", "was left as it is"},
	} {
		t.Run(name, func(t *testing.T) {
			f, steps := editing(t)
			before := *steps[c.step]
			if err := f.ReplaceStep(steps[c.step], c.new); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			text, err := os.ReadFile(f.File)
			if err != nil || string(text) != edited {
				t.Errorf("the file was changed: %v\n%s", err, text)
			}
			if steps[c.step].title() != before.title() {
				t.Error("the step was changed")
			}
		})
	}
	f, steps := editing(t)
	if err := f.ReplaceSelector(steps[len(steps)-1], browser.Selector{}); err == nil || !strings.Contains(err.Error(), "no selector") {
		t.Errorf("press: %v", err)
	}
}
