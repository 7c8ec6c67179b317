package extract

import (
	"errors"

	"golang.org/x/net/html"
)

// node is a place to read from: an HTML element or a JSON value, which may be
// text. Text reads as HTML for CSS and XPath and as JSON for JSONPath, parsed
// once. A node belongs to one call of From or Links.
type node struct {
	element *html.Node // nil for a JSON value
	value   any        // as parseJSON makes it

	fragment parsed[*html.Node]
	object   parsed[any]
}

// parsed is the outcome of reading a node in another language.
type parsed[T any] struct {
	done  bool
	value T
	err   error
}

// elements makes a node of each HTML node.
func elements(all []*html.Node) []*node {
	nodes := make([]*node, len(all))
	for i, n := range all {
		nodes[i] = &node{element: n}
	}
	return nodes
}

// values makes a node of each JSON value.
func values(all []any) []*node {
	nodes := make([]*node, len(all))
	for i, v := range all {
		nodes[i] = &node{value: v}
	}
	return nodes
}

// html returns the element, or the text parsed as HTML; nil when there is none.
func (n *node) html() *html.Node {
	text, isText := n.value.(string)
	if n.element != nil || !isText {
		return n.element
	}
	if p := &n.fragment; !p.done {
		p.done = true
		p.value, p.err = parseHTML(text)
	}
	return n.fragment.value
}

// json returns the value, or the text parsed as JSON; ok is false when there is none.
func (n *node) json() (value any, ok bool) {
	text, isText := n.value.(string)
	if n.element != nil {
		text = rawText(n.element)
	} else if !isText {
		return n.value, n.value != nil
	}
	if p := &n.object; !p.done {
		p.done = true
		p.value, p.err = parseJSON(text)
	}
	return n.object.value, n.object.err == nil
}

// unreadable returns why reading the node as HTML or JSON failed.
func (n *node) unreadable() []error {
	var all []error
	for _, err := range []error{n.fragment.err, n.object.err} {
		if err != nil && !errors.Is(err, errEmpty) {
			all = append(all, err)
		}
	}
	return all
}

// text returns what a reader of the page sees, white space not folded; the text
// of a value is the value itself, or its JSON.
func (n *node) text() string {
	if n.element != nil {
		return visibleText(n.element)
	}
	return jsonText(n.value)
}
