package glyphs

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"

	"dyncrawl/captcha/prep"
)

// magic begins the file of a model; its last character is the version.
const magic = "dyncrawl glyphs 1\n"

// maxFile bounds what Load reads, in bytes.
const maxFile = 16 << 20

// saved is a model as it lies in a file.
type saved struct {
	Chain   string
	Letters []rune
	Lengths map[int]float64
	Net     perceptron
}

// Save writes the model.
func (m *Model) Save(w io.Writer) error {
	if _, err := io.WriteString(w, magic); err != nil {
		return fmt.Errorf("save glyph model: %w", err)
	}
	err := gob.NewEncoder(w).Encode(saved{m.chain.String(), m.letters, m.lengths, *m.net})
	if err != nil {
		return fmt.Errorf("save glyph model: %w", err)
	}
	return nil
}

// Load reads a model that Save wrote. It fails on a damaged file and on one of
// another version.
func Load(r io.Reader) (*Model, error) {
	b := bufio.NewReader(io.LimitReader(r, maxFile))
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(b, head); err != nil || string(head) != magic {
		return nil, errors.New("load glyph model: not a model of this version")
	}
	var s saved
	if err := gob.NewDecoder(b).Decode(&s); err != nil {
		return nil, fmt.Errorf("load glyph model: %w", err)
	}
	chain, err := prep.Parse(s.Chain)
	if err != nil {
		return nil, fmt.Errorf("load glyph model: %w", err)
	}
	n := &s.Net
	if n.In != inputs || n.Out != len(s.Letters) || len(n.First) != hidden*(inputs+1) || len(n.Second) != n.Out*(hidden+1) {
		return nil, errors.New("load glyph model: the weights have another shape")
	}
	return &Model{chain: chain, letters: s.Letters, lengths: s.Lengths, net: n}, nil
}

// Matches reports whether data begins like a model that Save wrote.
func Matches(data []byte) bool { return len(data) >= len(magic) && string(data[:len(magic)]) == magic }
