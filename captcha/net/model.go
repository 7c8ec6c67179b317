package net

import (
	"errors"
	"image"
	"io"
)

// Model is a trained network: weights, the characters it knows and its
// calibration. It does not change; any number of Readers may share it.
type Model struct{}

// Pretrained returns the general model that comes with the program.
func Pretrained() (*Model, error) { return nil, errors.New("no weights yet") }

// Load reads a model that Save wrote. It fails on a damaged file and on one of
// another version.
func Load(r io.Reader) (*Model, error) { return nil, errors.New("not yet") }

// Save writes the model in full precision.
func (m *Model) Save(w io.Writer) error { return errors.New("not yet") }

// Alphabet lists the characters that the model can tell apart.
func (m *Model) Alphabet() string { return "" }

// Reader reads pictures with a model. It keeps its memory from one picture to
// the next and serves one goroutine at a time.
type Reader struct{}

// NewReader returns a reader for m.
func NewReader(m *Model) *Reader { return &Reader{} }

// Read returns the most probable text within the rules, or ErrUnreadable.
func (r *Reader) Read(picture image.Image, rules Rules) (Reading, error) {
	return Reading{}, ErrUnreadable
}
