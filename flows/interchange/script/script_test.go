package script

import (
	"fmt"
	"strings"
	"testing"
)

// show writes an expression so that its shape is seen.
func show(e *Expr) string {
	if e == nil {
		return "?"
	}
	list := func(all []*Expr) string {
		texts := make([]string, len(all))
		for i, one := range all {
			texts[i] = show(one)
		}
		return strings.Join(texts, ", ")
	}
	switch e.Kind {
	case String:
		return fmt.Sprintf("%q", e.Text)
	case Name, Number:
		return e.Text
	case Regexp:
		return "/" + e.Text + "/" + e.Flags
	case Member:
		return show(e.On) + "." + e.Text
	case Index:
		return show(e.On) + "[" + list(e.List) + "]"
	case Call:
		text := list(e.List)
		for _, key := range []string{"name", "exact"} {
			if e.Keys[key] != nil {
				text += " " + key + "=" + show(e.Keys[key])
			}
		}
		return show(e.On) + "(" + text + ")"
	case List:
		return "[" + list(e.List) + "]"
	case Object:
		return fmt.Sprintf("{%d}", len(e.Keys))
	case Template:
		return "`" + list(e.List) + "`"
	case Function:
		if e.Body != nil {
			return fmt.Sprintf("func %d", len(e.Body))
		}
		return "func " + list(e.List)
	}
	return "other"
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		lang      Language
		src, want string
	}{
		{JavaScript, "await page.goto('a\\u0041\\n\\'\\ud83d\\ude00');", `page.goto("aA\n'😀")`},
		{JavaScript, "const x = page\n  .a() // why\n  .b(1_000, -2.5e3)\ny()", `x = page.a().b(1000, -2.5e3)|y()`},
		{JavaScript, "f(/a[/]\\/b/gi, 1 /* c */, {a: 1, 'b': {}, c})", `f(/a[/]\/b/gi, 1, {3})`},
		{JavaScript, "f(`a ${process.env.B} c`, `plain`)", "f(`\"a \", process.env.B, \" c\"`, \"plain\")"},
		{JavaScript, "test('t', async ({ page }) => {\n  await a();\n  if (x) {\n    b();\n  }\n});\nc()", `test("t", func 3)|c()`},
		{JavaScript, "f(() => window.x === 1, e => e.y)", "f(func other, func e.y)"},
		{JavaScript, "const a = 1 + b; c()", "? const a = 1 + b|c()"},
		{JavaScript, "const [p] = await Promise.all([a(), b()]);", "p = Promise.all([a(), b()])"},
		{JavaScript, "(async () => { a(); })();", "func 1()"},
		{JavaScript, "process.env['A']! ?? 'x'", `process.env["A"]`},
		{JavaScript, "a('x' + \"y\")", `a("xy")`},
		{JavaScript, "import { a } from 'b'\nc()", "? import { a } from 'b'|c()"},
		{JavaScript, "f(", "? f("},
		{JavaScript, "// dyncrawl: - x\na()", "# dyncrawl: - x|a()"},
		{Python, "page.get_by_role(\"link\", name='x', exact=True)", `page.get_by_role("link" name="x" exact=True)`},
		{Python, "f(r\"^a\\d$\", f'a{b.c}', 'x' \"y\",\n  None)\ng()", "f(\"^a\\\\d$\", `\"a\", b.c`, \"xy\", None)|g()"},
		{Python, "def run(a: B) -> None:\n    a.b()\n", "? def run(a: B) -> None:|a.b()"},
		{Python, "async with page.expect_popup() as info:\n    await a()\np = await info.value", "info = page.expect_popup()|a()|p = info.value"},
		{Python, "page.once(\"dialog\", lambda d: d.dismiss())", `page.once("dialog", func d.dismiss())`},
		{Python, "a('''x\n'y''')", `a("x\n'y")`},
	} {
		var got []string
		for _, s := range Parse(c.lang, c.src) {
			text := show(s.Expr)
			switch {
			case s.Comment:
				text = "# " + s.Text
			case s.Expr == nil:
				text = "? " + s.Text
			case s.Name != "":
				text = s.Name + " = " + text
			}
			got = append(got, text)
		}
		if text := strings.Join(got, "|"); text != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, text, c.want)
		}
	}
}

func TestLines(t *testing.T) {
	list := Parse(JavaScript, "a();\n\nb(`\n`);\n/* \n */ c();")
	var lines []int
	for _, s := range list {
		lines = append(lines, s.Line)
	}
	if fmt.Sprint(lines) != "[1 3 6]" {
		t.Errorf("the statements stand on the lines %v", lines)
	}
}

// FuzzParse: whatever the text, reading it ends, and no statement is empty.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a.b('c', {d: /e/})", "f(`${x}`)", "with a as b:\n c()", "(((", "}}}", "=>", "'\\", "a\n.b", "f'{'"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, lang := range []Language{JavaScript, Python} {
			for _, s := range Parse(lang, src) {
				if s.Line < 1 {
					t.Errorf("a statement on line %d", s.Line)
				}
			}
		}
	})
}
