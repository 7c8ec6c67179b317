package interchange

import (
	"fmt"
	"regexp"
	"strings"

	"dyncrawl/browser"
)

// selectorParts translates the text of a Playwright selector.
func selectorParts(text string) (parts []browser.Part, err error) {
	for _, piece := range chainSign.Split(text, -1) { // a sign within quotes does not come together with two spaces in practice
		translated, err := selectorPart(strings.TrimSpace(piece))
		if err != nil {
			return nil, err
		}
		parts = append(parts, translated...)
	}
	return parts, nil
}

var (
	chainSign = regexp.MustCompile(`\s+>>\s+`)
	textTest  = regexp.MustCompile(`^(.*):(has-text|text|text-is)\((?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\)$`)
	roleText  = regexp.MustCompile(`^role=([a-z]+)(?:\[name="((?:[^"\\]|\\.)*)"(i|s)?\])?$`)
)

// selectorPart translates one part of a Playwright selector.
func selectorPart(text string) ([]browser.Part, error) {
	engine, body, named := strings.Cut(text, "=")
	switch {
	case strings.HasPrefix(text, "//"), strings.HasPrefix(text, "(//"), strings.HasPrefix(text, ".."):
		return []browser.Part{{Engine: "xpath", Value: text}}, nil
	case named && engine == "text":
		return textPart(body)
	case named && engine == "id":
		return []browser.Part{css("[id=" + browser.CSSText(body) + "]")}, nil
	case named && strings.HasPrefix(engine, "data-test"):
		return []browser.Part{css("[" + engine + "=" + browser.CSSText(body) + "]")}, nil
	case named && (engine == "nth" || engine == "xpath"):
		return []browser.Part{{Engine: engine, Value: body}}, nil
	case text == "visible=true":
		return nil, nil
	case strings.HasPrefix(engine, "internal:"), strings.HasPrefix(text, "*"):
		return nil, fmt.Errorf("dyncrawl has nothing for the selector %s", text)
	}
	if m := roleText.FindStringSubmatch(text); m != nil {
		part := browser.Part{Engine: "role", Value: m[1], Exact: m[3] != "i"}
		if strings.Contains(text, "[") {
			part.Name = &m[2]
		}
		return []browser.Part{part}, nil
	}
	return cssParts(strings.TrimPrefix(text, "css="))
}

func textPart(body string) ([]browser.Part, error) {
	if expr, ok := strings.CutPrefix(body, "/"); ok {
		w, err := plainRegexp(strings.TrimRight(strings.TrimSuffix(strings.TrimRight(expr, "ims"), "/"), "/"))
		return []browser.Part{{Engine: "text", Value: w.text, Exact: w.exact}}, err
	}
	if len(body) > 1 && (body[0] == '"' || body[0] == '\'') && body[len(body)-1] == body[0] {
		return []browser.Part{{Engine: "text", Value: body[1 : len(body)-1], Exact: true}}, nil
	}
	return []browser.Part{{Engine: "text", Value: body}}, nil
}

// cssParts translates CSS with the pseudo-classes that Playwright adds at its end.
func cssParts(text string) ([]browser.Part, error) {
	text = strings.TrimSuffix(text, ":visible")
	if m := textTest.FindStringSubmatch(text); m != nil {
		before, err := cssParts(m[1])
		if m[1] == "" {
			return []browser.Part{{Engine: "text", Value: m[3] + m[4], Exact: m[2] == "text-is"}}, nil
		}
		return append(before, browser.Part{Engine: "has-text", Value: m[3] + m[4], Exact: m[2] == "text-is"}), err
	}
	_, err := browser.JoinParts(css(text))
	return []browser.Part{css(text)}, err
}
