// Package interchange turns recordings of other tools into flows and flows into
// recordings: of the Chrome DevTools Recorder, of Playwright's code generator, and
// the requests of a HAR file.
//
// What has no counterpart on the other side is never dropped silently: every
// function returns notes that say it, with the line.
package interchange

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dyncrawl"
	"dyncrawl/flows"
)

// Note is something that was not carried over.
type Note struct {
	Lines []int // of the file that was read, ascending; empty: the file as a whole
	Text  string
}

func (n Note) String() string {
	switch len(n.Lines) {
	case 0:
		return n.Text
	case 1:
		return fmt.Sprintf("line %d: %s", n.Lines[0], n.Text)
	}
	var texts []string
	for _, line := range n.Lines[:min(len(n.Lines), shownLines)] {
		texts = append(texts, strconv.Itoa(line))
	}
	if len(n.Lines) > shownLines {
		texts = append(texts, fmt.Sprintf("… (%d in all)", len(n.Lines)))
	}
	return fmt.Sprintf("lines %s: %s", strings.Join(texts, ", "), n.Text)
}

// shownLines is how many lines a note names.
const shownLines = 12

// notes collects notes; those of one text share an entry.
type notes []Note

func (n *notes) add(line int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	at := slices.IndexFunc(*n, func(old Note) bool { return old.Text == text })
	if at < 0 {
		at = len(*n)
		*n = append(*n, Note{Text: text})
	}
	if line > 0 && !slices.Contains((*n)[at].Lines, line) {
		(*n)[at].Lines = append((*n)[at].Lines, line)
	}
}

// sorted returns the notes in the order of their first lines.
func (n notes) sorted() []Note {
	return slices.SortedStableFunc(slices.Values(n), func(a, b Note) int {
		return cmp.Compare(append(a.Lines, 0)[0], append(b.Lines, 0)[0])
	})
}

// Import reads a recording and tells by its text what made it. The flow is called
// name unless the recording says otherwise; it visits what was recorded and follows
// no links. Values typed into password fields become secrets.
func Import(name string, src []byte) (*flows.Flow, []Note, error) {
	src = bytes.ToValidUTF8(bytes.TrimPrefix(src, []byte("\ufeff")), []byte("\ufffd"))
	var probe struct {
		Steps json.RawMessage
		Log   *struct{ Entries json.RawMessage }
	}
	isJSON := bytes.HasPrefix(bytes.TrimSpace(src), []byte("{"))
	if isJSON {
		if err := json.Unmarshal(src, &probe); err != nil {
			return nil, nil, fmt.Errorf("read recording: line %d: %w", errorLine(src, err), err)
		}
	}
	switch {
	case probe.Steps != nil:
		return importDevTools(name, src)
	case probe.Log != nil:
		return importHAR(name, src)
	case !isJSON && isPlaywright(src):
		return importPlaywright(name, src)
	}
	return nil, nil, &dyncrawl.Error{
		Err: fmt.Errorf("read recording: %s is of no kind that is known", name),
		Hint: "known are the JSON of the Chrome DevTools Recorder (steps), Playwright code in JavaScript or Python (page.goto …) " +
			"and HAR (log.entries)",
	}
}

// errorLine returns the line of a JSON error.
func errorLine(src []byte, err error) int {
	switch e := err.(type) {
	case *json.SyntaxError:
		return lineAt(src, int(e.Offset))
	case *json.UnmarshalTypeError:
		return lineAt(src, int(e.Offset))
	}
	return 1
}
