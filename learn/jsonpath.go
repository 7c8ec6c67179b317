package learn

import (
	"encoding/json"
	"strings"

	"dyncrawl/extract"
)

// document returns the answer for selectors, parsed at most once.
func (x *exchange) document() extract.Document { return extract.NewDocument(string(x.Body)) }

// splitList parts a JSONPath at its last list: "$.a[*].b" is "$.a" and ".b".
func splitList(name string) (list, rest string) {
	i := strings.LastIndex(name, "[*]")
	if i < 0 {
		return name, ""
	}
	return name[:i], name[i+len("[*]"):]
}

// splitAttr parts "li.status@data-id" in element and attribute.
func splitAttr(name string) (css, attr string) {
	i := strings.LastIndexByte(name, '@')
	return name[:max(i, 0)], name[i+1:]
}

// membersAt returns the members of the lists at a path, as decodeJSON makes them.
func membersAt(v any, list string) []any {
	text, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	var members []any
	for _, found := range extract.NewDocument(string(text)).Texts(selector(list + "[*]")) {
		if member, err := decodeJSON([]byte(found)); err == nil {
			members = append(members, member)
		}
	}
	return members
}

// extractTexts returns what a path finds in a value.
func extractTexts(v any, name string) []string {
	text, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return extract.NewDocument(string(text)).Texts(selector(name))
}
