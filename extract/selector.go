package extract

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"github.com/antchfx/htmlquery"
	"github.com/antchfx/xpath"
	"github.com/ohler55/ojg/jp"
	"golang.org/x/net/html"
)

// Selector names parts of a document. Its text has one of these forms:
//
//	.name a           CSS; :contains("…") and :has(…) are understood
//	a.user@href       an attribute of what the CSS selects
//	@data-id          an attribute of the match itself
//	$.data[*].id      JSONPath
//	xpath=.//h2/@id   XPath 1.0; it may also compute, as in xpath=count(.//li)
//
// Forms joined by " >> " are applied one after the other, which reads HTML
// inside JSON ($.html >> li.status) and JSON inside HTML (#app@data-state >> $.user).
// Matches come in document order. The zero Selector is the place it starts from.
type Selector struct {
	text  string
	steps []step
}

// step goes from one node to those that it selects.
type step interface{ find(n *node) []*node }

// ParseSelector compiles text; see Selector.
func ParseSelector(text string) (Selector, error) {
	s := Selector{text: text}
	for part := range strings.SplitSeq(text, " >> ") {
		steps, err := parseSteps(strings.TrimSpace(part))
		if err != nil {
			return Selector{}, fmt.Errorf("selector %q: %w", text, err)
		}
		s.steps = append(s.steps, steps...)
	}
	return s, nil
}

// UnmarshalText compiles text; see ParseSelector.
func (s *Selector) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSelector(string(text))
	return err
}

// MarshalText returns the selector as it was written.
func (s Selector) MarshalText() ([]byte, error) { return []byte(s.text), nil }

func (s Selector) String() string { return s.text }

// IsZero reports whether s is the zero Selector.
func (s Selector) IsZero() bool { return len(s.steps) == 0 }

func (s Selector) find(n *node) []*node {
	nodes := []*node{n}
	for _, step := range s.steps {
		var next []*node
		for _, n := range nodes {
			next = append(next, step.find(n)...)
		}
		nodes = next
	}
	return nodes
}

// attribute splits "a.user@href" in two.
var attribute = regexp.MustCompile(`^(|.*[^\\])@([A-Za-z_:][-\w:.]*)$`)

// foreign are forms of other places, with what to write here instead.
var foreign = map[string]string{
	"json=": "JSONPath starts with $ here, without json=",
	"css=":  "CSS is written without css=",
	"text=": `text= works in steps only; write CSS such as a:contains("next")`,
	"role=": `role= works in steps only; write CSS such as [role="button"]`,
}

// parseSteps compiles one link of a chain.
func parseSteps(text string) ([]step, error) {
	for prefix, hint := range foreign {
		if strings.HasPrefix(text, prefix) {
			return nil, fmt.Errorf("%s", hint)
		}
	}
	if expr, ok := strings.CutPrefix(text, "xpath="); ok {
		return parseXPath(expr)
	}
	if strings.HasPrefix(text, "$") {
		return parseJSONPath(text)
	}
	var steps []step
	if m := attribute.FindStringSubmatch(text); m != nil {
		text = strings.TrimSpace(m[1])
		steps = []step{attrStep(strings.ToLower(m[2]))}
		if text == "" {
			return steps, nil
		}
	}
	css, err := cascadia.Compile(text)
	if err != nil {
		return nil, fmt.Errorf("not CSS: %w", err)
	}
	return append([]step{cssStep{css}}, steps...), nil
}

func parseJSONPath(text string) ([]step, error) {
	expr, err := jp.ParseString(text)
	if err != nil {
		return nil, fmt.Errorf("not JSONPath: %w", err)
	}
	return []step{jsonStep(expr)}, nil
}

// parseXPath compiles expr and tries it on an empty document, because the
// library reports wrong arguments only when it evaluates.
func parseXPath(expr string) (steps []step, err error) {
	compiled, err := xpath.Compile(expr)
	if err != nil {
		return nil, fmt.Errorf("not XPath: %w", err)
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("not XPath: %v", r)
		}
	}()
	s := &xpathStep{expr: compiled}
	s.evaluate(&html.Node{Type: html.DocumentNode})
	return []step{s}, nil
}

type cssStep struct{ goquery.Matcher }

func (s cssStep) find(n *node) []*node {
	root := n.html()
	if root == nil {
		return nil
	}
	return elements(goquery.NewDocumentFromNode(root).FindMatcher(s).Nodes)
}

type attrStep string

func (s attrStep) find(n *node) []*node {
	if n.element == nil {
		return nil
	}
	for _, a := range n.element.Attr {
		if a.Key == string(s) {
			return []*node{{value: a.Val}}
		}
	}
	return nil
}

type jsonStep jp.Expr

func (s jsonStep) find(n *node) []*node {
	value, ok := n.json()
	if !ok {
		return nil
	}
	return values(jp.Expr(s).Get(value))
}

// xpathStep serialises Evaluate, which keeps its state in the expression.
type xpathStep struct {
	mu   sync.Mutex
	expr *xpath.Expr
}

// find answers nothing where the library panics on the page's values.
func (s *xpathStep) find(n *node) (found []*node) {
	root := n.html()
	if root == nil {
		return nil
	}
	defer func() {
		if recover() != nil {
			found = nil
		}
	}()
	return s.evaluate(root)
}

func (s *xpathStep) evaluate(root *html.Node) []*node {
	s.mu.Lock()
	result := s.expr.Evaluate(htmlquery.CreateXPathNavigator(root))
	s.mu.Unlock()
	matches, ok := result.(*xpath.NodeIterator)
	if !ok {
		return values([]any{result})
	}
	var found []*node
	for matches.MoveNext() {
		at := matches.Current().(*htmlquery.NodeNavigator)
		if at.NodeType() == xpath.AttributeNode || at.NodeType() == xpath.TextNode {
			found = append(found, &node{value: at.Value()})
		} else {
			found = append(found, &node{element: at.Current()})
		}
	}
	return found
}
