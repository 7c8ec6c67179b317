package interchange

import (
	"bytes"
	"encoding/json"
)

// pieceLocator finds the lines of pieces of a JSON text, in their order.
type pieceLocator struct {
	src    []byte
	offset int // behind the last piece
}

// line returns the line on which the next piece begins.
func (l *pieceLocator) line(piece json.RawMessage) int {
	if at := bytes.Index(l.src[l.offset:], piece); at >= 0 {
		l.offset += at
	}
	line := lineAt(l.src, l.offset)
	l.offset = min(l.offset+len(piece), len(l.src))
	return line
}

// lineAt returns the line, from 1, of a byte offset.
func lineAt(src []byte, offset int) int {
	return 1 + bytes.Count(src[:min(offset, len(src))], []byte("\n"))
}
