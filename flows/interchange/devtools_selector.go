package interchange

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dyncrawl/browser"
)

// frameCSS finds what a number in a step's frame counts.
const frameCSS = "iframe, frame"

// selectors translates a step's alternatives. Those that cannot be are noted.
func (d *devImport) selectors(s devStep) browser.Selectors {
	var chain browser.Selectors
	for _, alternative := range s.Selectors {
		parts := framePath(s.Frame)
		for _, text := range alternative {
			parts = append(parts, devParts(text)...)
		}
		selector, err := browser.JoinParts(parts...)
		if err != nil {
			d.add(s.line, "the selector %q is left out: %v", strings.Join(alternative, " >> "), err)
			continue
		}
		same := func(other browser.Selector) bool { return other.String() == selector.String() }
		if !slices.ContainsFunc(chain, same) {
			chain = append(chain, selector)
		}
	}
	return chain
}

// framePath leads into the frame with these numbers.
func framePath(frame []int) (parts []browser.Part) {
	for _, n := range frame {
		parts = append(parts, browser.Part{Engine: "css", Value: frameCSS}, browser.Part{Engine: "nth", Value: strconv.Itoa(n)})
	}
	return parts
}

// devParts translates a part of a Recorder selector; one of CSS may be several.
func devParts(text string) []browser.Part {
	kind, rest, _ := strings.Cut(text, "/")
	switch kind {
	case "aria":
		return []browser.Part{ariaPart(rest)}
	case "text":
		return []browser.Part{{Engine: "text", Value: rest}}
	case "xpath":
		return []browser.Part{{Engine: "xpath", Value: rest}}
	case "pierce":
		text = rest
	}
	var parts []browser.Part
	for _, css := range deepCombinator.Split(text, -1) {
		parts = append(parts, browser.Part{Engine: "css", Value: strings.TrimSpace(css)})
	}
	return parts
}

// deepCombinator goes into shadow roots.
var deepCombinator = regexp.MustCompile(`\s*>>>>?\s*`)

// ariaAttribute is [role="…"] or [name="…"] behind an accessible name.
var ariaAttribute = regexp.MustCompile(`\[\s*(role|name)\s*=\s*(?:"([^"]*)"|'([^']*)')\s*\]`)

// ariaPart translates what follows aria/.
func ariaPart(text string) browser.Part {
	p := browser.Part{Engine: "role", Value: "*", Exact: true}
	for _, m := range ariaAttribute.FindAllStringSubmatch(text, -1) {
		if value := m[2] + m[3]; m[1] == "role" {
			p.Value = value
		} else {
			p.Name = &value
		}
	}
	if name := strings.TrimSpace(ariaAttribute.ReplaceAllString(text, "")); name != "" {
		p.Name = &name
	}
	return p
}

// devSelectors translates a fallback chain. All of its selectors are of one frame:
// that of the first. The error says which selector the Recorder has no words for;
// the others are returned all the same.
func devSelectors(chain browser.Selectors) (list []devSelector, frame []int, err error) {
	for i, selector := range chain {
		parts := selector.Parts()
		path, rest := cutFrame(parts)
		if i == 0 {
			frame = path
		}
		translated, wrong := devChain(rest)
		if wrong == nil && !slices.Equal(path, frame) {
			wrong = fmt.Errorf("it is of another frame")
		}
		if wrong != nil {
			err = fmt.Errorf("the selector %s is left out: %w", selector, wrong)
			continue
		}
		list = append(list, translated)
	}
	return list, frame, err
}

// cutFrame cuts what framePath has made.
func cutFrame(parts []browser.Part) (frame []int, rest []browser.Part) {
	for len(parts) > 2 && parts[0].Value == frameCSS && parts[1].Engine == "nth" {
		n, err := strconv.Atoi(parts[1].Value)
		if err != nil || n < 0 {
			break
		}
		frame, parts = append(frame, n), parts[2:]
	}
	return frame, parts
}

// devChain translates the parts of one selector.
func devChain(parts []browser.Part) (devSelector, error) {
	var chain devSelector
	for i, p := range parts {
		text, err := devPart(p)
		if err != nil {
			return nil, err
		}
		if i < len(parts)-1 && isFrame(p) {
			return nil, fmt.Errorf("the Recorder names frames by their numbers")
		}
		chain = append(chain, text)
	}
	return chain, nil
}

func devPart(p browser.Part) (string, error) {
	switch {
	case p.Engine == "css":
		return p.Value, nil
	case p.Engine == "xpath":
		return "xpath/" + p.Value, nil
	case p.Engine == "text":
		return "text/" + p.Value, nil
	case p.Engine == "label":
		return "aria/" + p.Value, nil
	case p.Engine == "role" && p.Name == nil:
		return fmt.Sprintf(`aria/[role="%s"]`, p.Value), nil
	case p.Engine == "role" && p.Value == "*" && !strings.ContainsAny(*p.Name, "[]"):
		return "aria/" + *p.Name, nil
	case p.Engine == "role" && !strings.ContainsAny(*p.Name, "[]"):
		return fmt.Sprintf(`aria/%s[role="%s"]`, *p.Name, p.Value), nil
	}
	return "", fmt.Errorf("the Recorder has no words for %s", p)
}

// loosely reports whether a selector finds pieces of names, where the Recorder
// looks for whole ones.
func loosely(s browser.Selector) bool {
	return slices.ContainsFunc(s.Parts(), func(p browser.Part) bool {
		return !p.Exact && (p.Engine == "label" || p.Engine == "role" && p.Name != nil)
	})
}

// frameTag is CSS whose last element is a frame.
var frameTag = regexp.MustCompile(`(?:^|[\s>+~,])i?frame(?:$|[#.:\[][^\s>+~]*$)`)

// isFrame reports whether a part says that it finds frames.
func isFrame(p browser.Part) bool { return p.Engine == "css" && frameTag.MatchString(p.Value) }
