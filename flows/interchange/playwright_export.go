package interchange

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"dyncrawl/browser"
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

func (x *playwrightExport) open(s flows.Step) ([]string, error) {
	target, ok := unescaped(s.Goto.URL)
	if !ok {
		return nil, errVariables
	}
	return []string{x.page + ".goto(" + joined(quoted(target), timeoutOption(s)) + ")"}, nil
}

// timeoutOption returns the option of a step's timeout; empty when it has none.
func timeoutOption(s flows.Step) string {
	if s.Timeout == 0 {
		return ""
	}
	return fmt.Sprintf("{ timeout: %d }", s.Timeout.Milliseconds())
}

// joined joins arguments that are there.
func joined(args ...string) string {
	var there []string
	for _, arg := range args {
		if arg != "" {
			there = append(there, arg)
		}
	}
	return strings.Join(there, ", ")
}

// action writes what is done to an element.
func (x *playwrightExport) action(s flows.Step) ([]string, error) {
	var chain browser.Selectors
	method, argument := "", ""
	var err error
	switch {
	case s.Click != nil:
		chain, method = s.Click.Selector, "click"
	case s.DblClick != nil:
		chain, method = s.DblClick.Selector, "dblclick"
	case s.Hover != nil:
		chain, method = s.Hover.Selector, "hover"
	case s.Check != nil && s.Check.Unchecked:
		chain, method = s.Check.Selector, "uncheck"
	case s.Check != nil:
		chain, method = s.Check.Selector, "check"
	case s.Press != nil:
		chain, method, argument = s.Press.Selector, "press", quoted(s.Press.Key)
	case s.Upload != nil:
		chain, method = s.Upload.Selector, "setInputFiles"
		argument, err = optionList(s.Upload.Files)
	case s.Drag != nil:
		chain, method = s.Drag.Selector, "dragTo"
		argument, err = x.locator(s, s.Drag.To)
	case s.Fill != nil:
		chain, method = s.Fill.Selector, "fill"
		argument, err = x.typed(s)
	case s.Select != nil:
		chain, method = s.Select.Selector, "selectOption"
		argument, err = optionList(s.Select.Values)
	default:
		err = errNoWords
	}
	if err != nil {
		return nil, err
	}
	l, err := x.locator(s, chain)
	return []string{l + "." + method + "(" + joined(argument, timeoutOption(s)) + ")"}, err
}

// typed writes the value of a fill, secrets as environment variables.
func (x *playwrightExport) typed(s flows.Step) (string, error) {
	if text, ok := unescaped(s.Fill.Value); ok {
		return quoted(text), nil
	}
	if m := secretValue.FindStringSubmatch(s.Fill.Value); m != nil {
		return "process.env." + m[1] + " ?? ''", nil
	}
	const mark = "\x00" // in no value
	text, err := flows.Expand(s.Fill.Value, func(ref string) (string, error) {
		if name, ok := flows.SecretName(ref); ok {
			return mark + "process.env." + name + mark, nil
		}
		return "", errVariables
	})
	pieces := strings.Split(text, mark)
	for i := range pieces {
		if i%2 == 0 {
			pieces[i] = backquoted.Replace(pieces[i])
		} else {
			pieces[i] = "${" + pieces[i] + "}"
		}
	}
	return "`" + strings.Join(pieces, "") + "`", err
}

// backquoted protects what ends a template or begins a value in it.
var backquoted = strings.NewReplacer(`\`, `\\`, "`", "\\`", "${", `\${`, "\n", `\n`)

func optionList(values []string) (string, error) {
	texts := make([]string, len(values))
	for i, value := range values {
		text, ok := unescaped(value)
		if !ok {
			return "", errVariables
		}
		texts[i] = quoted(text)
	}
	if len(texts) == 1 {
		return texts[0], nil
	}
	return "[" + strings.Join(texts, ", ") + "]", nil
}

func (x *playwrightExport) screenshot(s flows.Step) ([]string, error) {
	file, ok := unescaped(s.Screenshot.File)
	if !ok {
		return nil, errVariables
	}
	on, option := x.page, ""
	if len(s.Screenshot.Selector) > 0 {
		l, err := x.locator(s, s.Screenshot.Selector)
		if err != nil {
			return nil, err
		}
		on = l
	} else if s.Screenshot.Full {
		option = ", fullPage: true"
	}
	return []string{on + ".screenshot({ path: " + quoted(file) + option + " })"}, nil
}

// wait writes a wait that names one thing.
func (x *playwrightExport) wait(s flows.Step) ([]string, error) {
	w := *s.Wait
	if countNamed(w) != 1 {
		return nil, errors.New("it waits for several things at once")
	}
	switch pause, isTime := w.Duration(); {
	case isTime:
		return []string{fmt.Sprintf("%s.waitForTimeout(%d)", x.page, pause.Milliseconds())}, nil
	case w.For != "":
		return []string{x.page + ".waitForLoadState(" + joined("'networkidle'", timeoutOption(s)) + ")"}, nil
	case len(w.Present) > 0:
		l, err := x.locator(s, w.Present)
		return []string{l + ".waitFor(" + timeoutOption(s) + ")"}, err
	case len(w.Absent) > 0:
		l, err := x.locator(s, w.Absent)
		option := "{ state: 'hidden' }"
		if s.Timeout > 0 {
			option = fmt.Sprintf("{ state: 'hidden', timeout: %d }", s.Timeout.Milliseconds())
		}
		return []string{l + ".waitFor(" + option + ")"}, err
	case !w.URL.IsZero():
		expr, err := jsPattern(w.URL)
		return []string{x.page + ".waitForURL(" + joined(expr, timeoutOption(s)) + ")"}, err
	case w.Eval != "":
		return x.waitScript(s)
	}
	return x.expect(flows.Step{Expect: new(w.Condition()), Timeout: s.Timeout})
}

func (x *playwrightExport) waitScript(s flows.Step) ([]string, error) {
	script, ok := unescaped(s.Wait.Eval)
	if !ok {
		return nil, errVariables
	}
	if option := timeoutOption(s); option != "" {
		return []string{x.page + ".waitForFunction(" + quoted(script) + ", undefined, " + option + ")"}, nil
	}
	return []string{x.page + ".waitForFunction(" + quoted(script) + ")"}, nil
}

// expect writes an assertion for each thing that the condition names.
func (x *playwrightExport) expect(s flows.Step) (calls []string, err error) {
	c, option := s.Expect, timeoutOption(s)
	if count, on, ok := countExpected(c); ok {
		l, err := x.chain(s, on)
		return []string{fmt.Sprintf("expect(%s).toHaveCount(%s)", l, joined(count, option))}, err
	}
	if len(c.Present) > 0 {
		l, err := x.locator(s, c.Present)
		if err != nil {
			return nil, err
		}
		calls = append(calls, fmt.Sprintf("expect(%s).toBeVisible(%s)", l, option))
	}
	if len(c.Absent) > 0 {
		l, err := x.locator(s, c.Absent)
		if err != nil {
			return nil, err
		}
		calls = append(calls, fmt.Sprintf("expect(%s).toBeHidden(%s)", l, option))
	}
	if !c.URL.IsZero() {
		expr, err := jsPattern(c.URL)
		if err != nil {
			return nil, err
		}
		calls = append(calls, "expect("+x.page+").toHaveURL("+joined(expr, option)+")")
	}
	text, ok1 := unescaped(c.Text)
	script, ok2 := unescaped(c.Eval)
	if !ok1 || !ok2 {
		return nil, errVariables
	}
	if text != "" {
		calls = append(calls, "expect("+x.page+".locator('body')).toContainText("+joined(quoted(text), option)+")")
	}
	if script != "" {
		poll := joined("() => "+x.page+".evaluate("+quoted(script)+")", option)
		calls = append(calls, "expect.poll("+poll+").toBeTruthy()")
	}
	return calls, nil
}

// lastPick is the number that a selector ends in.
var lastPick = regexp.MustCompile(`^(.*) >> nth=(\d+)$`)

// countExpected recognises the condition that an import makes of toHaveCount.
func countExpected(c *flows.Condition) (count string, of browser.Selectors, ok bool) {
	if len(c.Absent) != 1 || len(c.Present) != 1 || c.Text != "" || c.Eval != "" || !c.URL.IsZero() {
		return "", nil, false
	}
	m := lastPick.FindStringSubmatch(c.Absent[0].String())
	if m == nil {
		return "", nil, false
	}
	of, err := browser.ParseSelectors(m[1])
	n := number(m[2])
	last := fmt.Sprintf("%s >> nth=%v", m[1], n-1)
	if n == 1 {
		last = m[1]
	}
	return m[2], of, err == nil && c.Present[0].String() == last
}

// quoted writes a text as a JavaScript literal in single quotes.
func quoted(text string) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(jsText(text), `"`), `"`)
	return "'" + strings.NewReplacer(`\"`, `"`, `\\`, `\\`, "'", `\'`).Replace(inner) + "'"
}
