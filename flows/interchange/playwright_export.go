package interchange

import (
	"fmt"
	"strings"

	"dyncrawl/flows"
)

// Playwright writes the steps of a flow as a test for Playwright Test, in
// JavaScript. What it has no call for is left as comments, which only Import
// understands. Secrets are read from the environment.
func Playwright(f *flows.Flow) ([]byte, []Note, error) {
	q, err := sequenceOf(f)
	if err != nil {
		return nil, nil, err
	}
	x := &playwrightExport{sequence: q, page: "page"}
	title := f.About
	if title == "" {
		title = f.Name
	}
	x.out.WriteString("import { test, expect } from '@playwright/test';\n\ntest(" + quoted(title) + ", async ({ page }) => {\n")
	if f.Limits.Step > 0 {
		x.line("page.setDefaultTimeout(%d);", f.Limits.Step.Milliseconds())
	}
	x.writeAll(q.steps)
	x.out.WriteString("});\n")
	return []byte(x.out.String()), x.sorted(), nil
}

// playwrightExport turns steps of a flow into calls.
type playwrightExport struct {
	*sequence
	out     strings.Builder
	page    string // the variable of the window that steps are done in
	windows int    // that were opened
}

func (x *playwrightExport) line(format string, args ...any) {
	fmt.Fprintf(&x.out, "  "+format+"\n", args...)
}

// writeAll adds steps. One that opens a window is told before that the window will
// be waited for.
func (x *playwrightExport) writeAll(steps []flows.Step) {
	for i, s := range steps {
		if s.Popup != nil && i > 0 {
			x.window(s.Popup)
			continue
		}
		if i+1 < len(steps) && steps[i+1].Popup != nil {
			x.line("const page%dPromise = %s.waitForEvent('popup');", x.windows+1, x.page)
		}
		x.write(s)
	}
}

// window adds the steps of the window that the step before has opened.
func (x *playwrightExport) window(p *flows.Popup) {
	x.windows++
	outer := x.page
	x.page = fmt.Sprintf("page%d", x.windows)
	x.line("const %s = await %[1]sPromise;", x.page)
	x.writeAll(p.Steps)
	x.line("await %s.close();", x.page)
	x.page = outer
}

// write adds a step, as a comment where there is no call.
func (x *playwrightExport) write(s flows.Step) {
	if s.Name != "" {
		x.line("// %s", strings.Join(strings.Fields(s.Name), " "))
	}
	if s.Dialog != nil {
		if text, ok := unescaped(s.Dialog.Text); ok {
			x.line("%s.on('dialog', dialog => dialog.%s(%s));", x.page, s.Dialog.Do, strings.TrimSuffix(quoted(text), "''"))
			return
		}
	}
	calls, err := x.calls(s)
	if err == nil {
		for _, call := range calls {
			x.line("await %s;", call)
		}
		return
	}
	x.add(s.Pos.Line, "%s is left as a comment: %v", s.Verb(), err)
	alone := s
	alone.Name = ""
	for line := range strings.Lines(flows.FormatSteps([]flows.Step{alone})) {
		x.line("// %s%s", commentMark, strings.TrimRight(line, "\n"))
	}
}

// calls returns what the step is in Playwright's words. The error says why it has
// none.
func (x *playwrightExport) calls(s flows.Step) ([]string, error) {
	switch {
	case s.Goto != nil:
		return x.open(s)
	case s.Eval != nil && s.Eval.As == "":
		script, ok := unescaped(s.Eval.Script)
		if !ok {
			return nil, errVariables
		}
		return []string{x.page + ".evaluate(" + quoted(script) + ")"}, nil
	case s.Screenshot != nil:
		return x.screenshot(s)
	case s.Wait != nil:
		return x.wait(s)
	case s.Expect != nil:
		return x.expect(s)
	case s.Press != nil && len(s.Press.Selector) == 0:
		return []string{x.page + ".keyboard.press(" + quoted(s.Press.Key) + ")"}, nil
	}
	return x.action(s)
}

// quoted writes a text as a JavaScript literal in single quotes.
func quoted(text string) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(jsText(text), `"`), `"`)
	return "'" + strings.NewReplacer(`\"`, `"`, `\\`, `\\`, "'", `\'`).Replace(inner) + "'"
}
