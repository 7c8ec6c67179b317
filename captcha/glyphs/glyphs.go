// Package glyphs reads captchas whose characters can be cut apart: a picture is
// cleaned, cut into as many pieces as there are characters, and each piece is
// classified by a small network that was trained on labelled pictures of the same
// site. It is trained in seconds and needs no pretraining; glyphs that overlap
// are beyond it.
package glyphs

import (
	"errors"
	"image"
	"math"

	"dyncrawl/captcha/prep"
)

// Rules say which texts a picture may show.
type Rules struct {
	Alphabet string // characters of the answers; empty means all that the model knows
	MinLen   int    // shortest text in characters; zero means the shortest label it was trained on
	MaxLen   int    // longest text in characters; zero means the longest label
}

// Sample is a picture with the text on it.
type Sample struct {
	Image image.Image
	Text  string
}

// Reading is what was read on one picture.
type Reading struct {
	Text       string
	Confidence float64 // product over the characters, 0 to 1; orders readings, is no probability
}

// ErrUnreadable says that the picture cannot be cut into characters within the rules.
var ErrUnreadable = errors.New("no readable glyphs in the picture")

// Model is a trained reader. It does not change and may be used by several
// goroutines at once.
type Model struct {
	chain   prep.Chain
	letters []rune          // of the outputs of the classifier
	lengths map[int]float64 // share of the labels that have this many characters
	net     *perceptron
}

// Alphabet lists the characters that the model knows.
func (m *Model) Alphabet() string { return string(m.letters) }

// Operations are the preprocessing that the training chose, as prep.Parse reads it.
func (m *Model) Operations() string { return m.chain.String() }

// Read returns the most likely text within the rules, or ErrUnreadable.
func (m *Model) Read(picture image.Image, r Rules) (Reading, error) {
	g := m.chain.Apply(picture)
	allowed := m.allowed(r.Alphabet)
	best, score := Reading{}, math.Inf(-1)
	for n, share := range m.lengths {
		if n < r.MinLen || r.MaxLen > 0 && n > r.MaxLen {
			continue
		}
		text, mean, ok := m.spell(prep.Cut(g, n), n, g.Rect, allowed)
		if s := mean + math.Log(share)/float64(n); ok && (s > score || s == score && text < best.Text) {
			best, score = Reading{text, math.Exp(mean * float64(n))}, s
		}
	}
	if best.Text == "" {
		return Reading{}, ErrUnreadable
	}
	return best, nil
}

// allowed marks the outputs that an alphabet has.
func (m *Model) allowed(alphabet string) []bool {
	known := map[rune]bool{}
	for _, r := range alphabet {
		known[r] = true
	}
	mask := make([]bool, len(m.letters))
	for i, r := range m.letters {
		mask[i] = alphabet == "" || known[r]
	}
	return mask
}

// spell classifies n pieces and returns their text and the mean of the logarithms
// of the probabilities.
func (m *Model) spell(pieces []prep.Piece, n int, picture image.Rectangle, allowed []bool) (text string, mean float64, ok bool) {
	if len(pieces) != n {
		return "", 0, false
	}
	out := make([]rune, n)
	for i, p := range pieces {
		at, probability := likeliest(m.net.classify(features(p, picture)), allowed)
		if at < 0 {
			return "", 0, false
		}
		out[i] = m.letters[at]
		mean += math.Log(probability) / float64(n)
	}
	return string(out), mean, true
}

// likeliest is the most probable of the allowed outputs and its share among them;
// -1 when none is allowed.
func likeliest(p []float32, allowed []bool) (at int, share float64) {
	at = -1
	var sum float64
	for i, v := range p {
		if !allowed[i] {
			continue
		}
		sum += float64(v)
		if at < 0 || v > p[at] {
			at = i
		}
	}
	if at < 0 {
		return -1, 0
	}
	return at, max(float64(p[at]), 1e-9) / max(sum, 1e-9)
}

// Shape of the features: a picture of the glyph and where it stood.
const (
	side     = 20
	inputs   = side*side + extras
	extras   = 4
	inkScale = 1.0 / 255
)

// features describes a piece: its picture of 20×20, and width, height and place
// from top to bottom as shares of the whole picture's height, which tell apart
// what differs in size alone.
func features(p prep.Piece, picture image.Rectangle) []float32 {
	x := make([]float32, inputs)
	for i, v := range prep.Fit(p.Ink, side, side).Pix {
		x[i] = float32(255-v) * inkScale
	}
	high := float32(max(picture.Dy(), 1))
	x[side*side] = float32(p.Box.Dx()) / high
	x[side*side+1] = float32(p.Box.Dy()) / high
	x[side*side+2] = float32(p.Box.Min.Y) / high
	x[side*side+3] = float32(p.Box.Max.Y) / high
	return x
}
