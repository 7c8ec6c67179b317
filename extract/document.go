package extract

// Document is a text to read with selectors, such as one AJAX answer: HTML for
// CSS and XPath, JSON for JSONPath. It is parsed at most once in either language
// and belongs to one goroutine.
type Document struct{ root *node }

// NewDocument returns a document of that text.
func NewDocument(text string) Document { return Document{&node{value: text}} }

// Texts returns the text of every match of s in the order of the document, white
// space folded. A match without text, such as null, gives the empty string.
func (d Document) Texts(s Selector) []string {
	found := s.find(d.root)
	texts := make([]string, len(found))
	for i, n := range found {
		texts[i] = fold(n.text())
	}
	return texts
}
