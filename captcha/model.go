package captcha

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"sync"

	"dyncrawl/captcha/glyphs"
	"dyncrawl/captcha/net"
)

// Model is a solver that was trained on labelled pictures. Make one with
// LoadModel, NewGlyphs or NewNet.
type Model struct {
	kind  string
	net   *net.Model                                   // nil of other kinds
	reads func(image.Image, Challenge) (Answer, error) // for any number of goroutines
	save  func(*bytes.Buffer) error
}

// NewGlyphs returns a solver that reads with a model of glyphs.
func NewGlyphs(m *glyphs.Model) *Model {
	return &Model{
		kind: "glyphs",
		save: func(b *bytes.Buffer) error { return m.Save(b) },
		reads: func(img image.Image, c Challenge) (Answer, error) {
			r, err := m.Read(img, glyphs.Rules{Alphabet: c.shapes(), MinLen: c.MinLen, MaxLen: c.MaxLen})
			if err != nil {
				return Answer{}, unreadable(err, glyphs.ErrUnreadable)
			}
			return Answer{Text: r.Text, Confidence: r.Confidence}, nil
		},
	}
}

// NewNet returns a solver that reads with a network. It is calibrated: its
// confidence is a probability.
func NewNet(m *net.Model) *Model {
	readers := sync.Pool{New: func() any { return net.NewReader(m) }}
	return &Model{
		kind: "net", net: m,
		save: func(b *bytes.Buffer) error { return m.Save(b) },
		reads: func(img image.Image, c Challenge) (Answer, error) {
			r := readers.Get().(*net.Reader)
			defer readers.Put(r)
			read, err := r.Read(img, c.netRules())
			if err != nil {
				return Answer{}, unreadable(err, net.ErrUnreadable)
			}
			return Answer{Text: read.Text, Confidence: read.Confidence, Calibrated: true}, nil
		},
	}
}

// unreadable turns a model's own ErrUnreadable into ours.
func unreadable(err, own error) error {
	if errors.Is(err, own) {
		return ErrUnreadable
	}
	return err
}

// LoadModel returns the solver that a file of any kind of model holds.
func LoadModel(data []byte) (*Model, error) {
	if glyphs.Matches(data) {
		m, err := glyphs.Load(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return NewGlyphs(m), nil
	}
	m, err := net.Load(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return NewNet(m), nil
}

// Kind is "glyphs" or "net".
func (m *Model) Kind() string { return m.kind }

// Bytes returns the model as LoadModel takes it.
func (m *Model) Bytes() ([]byte, error) {
	var b bytes.Buffer
	err := m.save(&b)
	return b.Bytes(), err
}

// Solve implements Solver. Of an animation it takes the view that it is surest of.
func (m *Model) Solve(ctx context.Context, c Challenge) (best Answer, err error) {
	defer rescue(m.kind, &err)
	views, err := Views(c.Image)
	if err != nil {
		return Answer{}, failure(err, pictureHint)
	}
	for _, view := range views {
		if err := ctx.Err(); err != nil {
			return Answer{}, fmt.Errorf("read captcha with %s: %w", m.kind, err)
		}
		a, err := m.reads(view, c)
		if err != nil && !errors.Is(err, ErrUnreadable) {
			return Answer{}, failure(fmt.Errorf("read captcha with %s: %w", m.kind, err), "train the model again")
		}
		if text, ok := c.Spell(a.Text); err == nil && ok && (best.Text == "" || a.Confidence > best.Confidence) {
			best = a
			best.Text, best.Solver = text, m.kind
		}
	}
	if best.Text == "" {
		return Answer{}, failure(fmt.Errorf("read captcha with %s: %w", m.kind, ErrUnreadable), "try another picture")
	}
	return best, nil
}

// rescue turns a panic into an error: a picture must not end the program.
func rescue(solver string, err *error) {
	if p := recover(); p != nil {
		*err = failure(fmt.Errorf("read captcha with %s: panic: %v", solver, p), "let a person answer")
	}
}
