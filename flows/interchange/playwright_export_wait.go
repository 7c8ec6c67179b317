package interchange

import (
	"errors"
	"fmt"
	"regexp"

	"dyncrawl/browser"
	"dyncrawl/flows"
)

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
