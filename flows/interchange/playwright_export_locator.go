package interchange

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"dyncrawl/browser"
	"dyncrawl/flows"
)

// locator writes the first element of a fallback chain.
func (x *playwrightExport) locator(s flows.Step, chain browser.Selectors) (string, error) {
	text, err := x.chain(s, chain)
	if err == nil && !strings.HasSuffix(text, ".first()") && !picked.MatchString(text) {
		text += ".first()"
	}
	return text, err
}

// picked is the end of a locator for one element.
var picked = regexp.MustCompile(`^[^\n]*\.(?:nth\(-?\d+\)|last\(\))$`)

// chain writes all elements of a fallback chain: those of the first selector or
// else of another. What cannot be written is noted, unless it is all.
func (x *playwrightExport) chain(s flows.Step, chain browser.Selectors) (string, error) {
	var texts []string
	var failed []error
	for _, selector := range chain {
		text, err := x.locatorText(selector.Parts())
		if err != nil {
			failed = append(failed, fmt.Errorf("the selector %s is left out: %w", selector, err))
			continue
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return "", errors.Join(failed...)
	}
	for _, err := range failed {
		x.add(s.Pos.Line, "%v", err)
	}
	text := texts[0]
	for _, other := range texts[1:] {
		text += ".or(" + other + ")"
	}
	if len(texts) > 1 {
		text += ".first()"
	}
	return text, nil
}

// locatorText writes one selector.
func (x *playwrightExport) locatorText(parts []browser.Part) (string, error) {
	text := x.page
	for i, p := range parts {
		step, err := x.locatorStep(p, leadsOn(parts[i:]))
		if err != nil {
			return "", err
		}
		text += step
	}
	return text, nil
}

// leadsOn reports whether the first part finds frames and others search in them.
func leadsOn(parts []browser.Part) bool {
	if !isFrame(parts[0]) {
		return false
	}
	for _, p := range parts[1:] {
		if p.Engine != "nth" {
			return p.Engine != "has-text" && p.Engine != "is"
		}
	}
	return false
}

// byAttribute is CSS that a getBy… of its own finds.
var byAttribute = regexp.MustCompile(`^\[(placeholder|alt|title|data-testid)(\*?)=("(?:[^"\\]|\\.)*")( i)?\]$`)

// attributeMethods are those of the attributes.
var attributeMethods = map[string]string{"placeholder": "getByPlaceholder", "alt": "getByAltText", "title": "getByTitle", "data-testid": "getByTestId"}

func (x *playwrightExport) locatorStep(p browser.Part, frame bool) (string, error) {
	switch {
	case frame:
		return ".frameLocator(" + quoted(p.Value) + ")", nil
	case p.Engine == "css":
		return cssStep(p.Value), nil
	case p.Engine == "xpath":
		return ".locator(" + quoted("xpath="+p.Value) + ")", nil
	case p.Engine == "text":
		return ".getByText(" + joined(quoted(p.Value), exactOption(p.Exact)) + ")", nil
	case p.Engine == "label":
		return ".getByLabel(" + joined(quoted(p.Value), exactOption(p.Exact)) + ")", nil
	case p.Engine == "role" && p.Value != "*":
		return roleStep(p), nil
	case p.Engine == "has-text" && p.Exact:
		return `.filter({ hasText: /^\s*` + slashed(regexp.QuoteMeta(p.Value)) + `\s*$/ })`, nil
	case p.Engine == "has-text":
		return ".filter({ hasText: " + quoted(p.Value) + " })", nil
	case p.Engine == "is":
		return ".and(" + x.page + ".locator(" + quoted(p.Value) + "))", nil
	case p.Engine == "nth":
		return pickStep(p.Value), nil
	}
	return "", fmt.Errorf("Playwright has no words for %s", p)
}

func cssStep(css string) string {
	m := byAttribute.FindStringSubmatch(css)
	if m == nil || (m[2] == "*") != (m[4] != "") || m[1] == "data-testid" && m[2] == "*" || strings.Contains(m[3], `\`) {
		return ".locator(" + quoted(css) + ")"
	}
	exact := exactOption(m[2] == "" && m[1] != "data-testid")
	return "." + attributeMethods[m[1]] + "(" + joined(quoted(strings.Trim(m[3], `"`)), exact) + ")"
}

func exactOption(exact bool) string {
	if exact {
		return "{ exact: true }"
	}
	return ""
}

func roleStep(p browser.Part) string {
	if p.Name == nil {
		return ".getByRole(" + quoted(p.Value) + ")"
	}
	exact := ""
	if p.Exact {
		exact = ", exact: true"
	}
	return ".getByRole(" + quoted(p.Value) + ", { name: " + quoted(*p.Name) + exact + " })"
}

func pickStep(n string) string {
	switch n {
	case "0":
		return ".first()"
	case "-1":
		return ".last()"
	}
	return ".nth(" + n + ")"
}
