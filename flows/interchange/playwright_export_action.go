package interchange

import (
	"fmt"
	"strings"

	"dyncrawl/browser"
	"dyncrawl/flows"
)

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
	case s.Fill != nil && s.Fill.Add:
		chain, method = s.Fill.Selector, "pressSequentially"
		argument, err = x.typed(s)
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
