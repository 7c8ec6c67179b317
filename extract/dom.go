package extract

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// parseHTML parses a document, or a fragment such as an AJAX answer, whose table
// rows survive without their table. Shadow trees take the place of their
// templates, so that selectors see into them; other templates are emptied, as a
// browser shows nothing of them.
func parseHTML(text string) (*html.Node, error) {
	root, err := parseMarkup(text)
	if err != nil {
		return nil, fmt.Errorf("not readable as HTML: %w", err)
	}
	hoist(root)
	return root, nil
}

func parseMarkup(text string) (*html.Node, error) {
	if isDocument(text) {
		return html.Parse(strings.NewReader(text))
	}
	within := &html.Node{Type: html.ElementNode, Data: "template", DataAtom: atom.Template}
	nodes, err := html.ParseFragment(strings.NewReader(text), within)
	if err != nil {
		return nil, err
	}
	root := &html.Node{Type: html.DocumentNode}
	for _, n := range nodes {
		root.AppendChild(n)
	}
	return root, nil
}

// isDocument reports whether text begins like a whole page.
func isDocument(text string) bool {
	head := strings.ToLower(strings.TrimLeft(text[:min(len(text), 1024)], "\ufeff \t\r\n"))
	return strings.HasPrefix(head, "<!doctype") || strings.HasPrefix(head, "<html")
}

// hoist resolves the templates beneath n.
func hoist(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		hoist(c)
		next := c.NextSibling
		if c.DataAtom == atom.Template {
			if isShadow(c) {
				moveBefore(n, c)
				n.RemoveChild(c)
			} else {
				empty(c)
			}
		}
		c = next
	}
}

func isShadow(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "shadowrootmode" {
			return true
		}
	}
	return false
}

// moveBefore puts the children of c in front of c, beneath its parent.
func moveBefore(parent, c *html.Node) {
	for child := c.FirstChild; child != nil; child = c.FirstChild {
		c.RemoveChild(child)
		parent.InsertBefore(child, c)
	}
}

func empty(n *html.Node) {
	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
}

// rawText is the text beneath n as it stands, scripts included.
func rawText(n *html.Node) string { return goquery.NewDocumentFromNode(n).Text() }

// visibleText is the text beneath n without scripts and styles, with a space
// where a browser starts a new line or cell.
func visibleText(n *html.Node) string {
	if hidden(n) {
		return rawText(n)
	}
	var b strings.Builder
	writeText(&b, n)
	return b.String()
}

func writeText(b *strings.Builder, n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		b.WriteString(n.Data)
		return
	case hidden(n):
		return
	}
	if !inline(n) {
		b.WriteByte(' ')
		defer b.WriteByte(' ')
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		writeText(b, c)
	}
}

// hidden reports whether n holds code or data rather than text.
func hidden(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Template:
		return true
	}
	return false
}

// inline reports whether n runs within a line, so that its text joins its neighbours'.
func inline(n *html.Node) bool {
	switch n.DataAtom {
	case atom.A, atom.Abbr, atom.Acronym, atom.B, atom.Bdi, atom.Bdo, atom.Big, atom.Cite, atom.Code,
		atom.Data, atom.Del, atom.Dfn, atom.Em, atom.Font, atom.I, atom.Ins, atom.Kbd, atom.Label,
		atom.Mark, atom.Q, atom.S, atom.Samp, atom.Slot, atom.Small, atom.Span, atom.Strong, atom.Sub,
		atom.Sup, atom.Time, atom.Tt, atom.U, atom.Var, atom.Wbr:
		return true
	}
	return n.Type == html.CommentNode || strings.Contains(n.Data, "-")
}

// fold joins the words of text by single spaces.
func fold(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
}
