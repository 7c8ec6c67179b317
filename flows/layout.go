package flows

import "strings"

// lineWidth is how long a line with braces may be, in bytes.
const lineWidth = 100

// pair is an entry of a mapping.
type pair struct {
	key  string
	node any // a scalar as string, []any or []pair
}

// layout returns the lines of a node without what indents it. It is one line when
// that is short and plain enough, and then block is false.
func layout(node any, width int) (lines []string, isBlock bool) {
	if line := inline(node); !nested(node) && len(line) <= width {
		return []string{line}, false
	}
	if text, scalar := node.(string); scalar {
		return []string{text}, false
	}
	return block(node, width), true
}

// block writes each entry of a mapping or list on lines of its own.
func block(node any, width int) (lines []string) {
	switch n := node.(type) {
	case []pair:
		for _, p := range n {
			inner, isBlock := layout(p.node, width-len(p.key)-2)
			if !isBlock {
				lines = append(lines, p.key+": "+inner[0])
				continue
			}
			lines = append(lines, p.key+":")
			for _, line := range inner {
				lines = append(lines, "  "+line)
			}
		}
	case []any:
		for _, entry := range n {
			mark := "- "
			inner, _ := layout(entry, width-2)
			if pairs, ok := entry.([]pair); ok && len(pairs) == 1 { // one key needs no braces
				inner = block(entry, width-2)
			}
			for _, line := range inner {
				lines = append(lines, mark+line)
				mark = "  "
			}
		}
	}
	return lines
}

// nested reports whether node is too intricate for one line: somewhere in it a
// list or mapping has company.
func nested(node any) bool {
	entries := inner(node)
	for _, entry := range entries {
		if _, scalar := entry.(string); !scalar && (len(entries) > 1 || nested(entry)) {
			return true
		}
	}
	return false
}

// inner returns the entries of a list or mapping.
func inner(node any) []any {
	pairs, ok := node.([]pair)
	if !ok {
		list, _ := node.([]any)
		return list
	}
	var all []any
	for _, p := range pairs {
		all = append(all, p.node)
	}
	return all
}

// inline writes a node on one line.
func inline(node any) string {
	var parts []string
	switch n := node.(type) {
	case []pair:
		for _, p := range n {
			parts = append(parts, p.key+": "+inline(p.node))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		for _, entry := range n {
			parts = append(parts, inline(entry))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return node.(string)
}
