package net

import (
	"image"
	"math"

	"dyncrawl/captcha/net/nn"
)

// Pictures of other sizes are refused: in pixels a side and in all.
const (
	minSide, maxSide = 4, 4096
	maxPixels        = 4 << 20
)

// Reader reads pictures with a model. It keeps its memory from one picture to
// the next and serves one goroutine at a time.
type Reader struct {
	model  *Model
	net    *nn.Net
	views  []framing
	rules  Rules
	lex    *lexicon
	framer framer
	input  nn.Tensor
	sheets []sheet
	totals []float64 // log probability of all allowed texts, for each view
	ctc    nn.CTC
	beam   beam
	length lengths
	found  []candidate
	labels []int // of all candidates, one after the other
	text   []rune
}

// candidate is a text that one of the views suggests.
type candidate struct {
	from, to int     // in Reader.labels
	prob     float64 // mean over the views
}

// usual are the views that a picture is read in: close to the ink, the whole, and
// closer and wider.
var usual = []framing{
	{trim: 0.005, margin: 0.1, stretch: 1},
	{whole: true, stretch: 1},
	{trim: 0.01, margin: 0.04, stretch: 1.1},
}

// NewReader returns a reader for m.
func NewReader(m *Model) *Reader {
	return &Reader{model: m, net: m.network(), views: usual}
}

// Read returns the most probable text within the rules, or ErrUnreadable. Its
// confidence is the probability of that text among all texts within the rules,
// averaged over a few views of the picture, and calibrated.
func (r *Reader) Read(picture image.Image, rules Rules) (Reading, error) {
	b := picture.Bounds()
	if min(b.Dx(), b.Dy()) < minSide || max(b.Dx(), b.Dy()) > maxSide || b.Dx()*b.Dy() > maxPixels {
		return Reading{}, ErrUnreadable
	}
	if err := r.obey(rules); err != nil {
		return Reading{}, err
	}
	r.framer.load(picture)
	r.found, r.labels, r.totals = r.found[:0], r.labels[:0], r.totals[:0]
	best := -1
	for i, v := range r.views {
		r.look(i, v)
		if best = r.best(); best >= 0 && r.decided(r.found[best].prob) {
			break
		}
	}
	if best < 0 {
		return Reading{}, ErrUnreadable
	}
	return r.reading(r.found[best]), nil
}

// sure is the mean probability of the best text at which no more views are looked at.
const sure = 0.98

// decided reports whether more views need not be looked at: the best text of those so
// far is sure, or no other can become better, even with all of the views to come.
func (r *Reader) decided(mean float64) bool {
	return mean > sure || mean*float64(len(r.totals)) > float64(len(r.views))/2
}

// obey prepares for rules, if they are not those of the last picture.
func (r *Reader) obey(rules Rules) error {
	if r.lex != nil && rules == r.rules {
		return nil
	}
	lex, err := newLexicon([]rune(r.model.meta.Classes), rules)
	if err != nil {
		return err
	}
	r.rules, r.lex = rules, lex
	return nil
}

// bounds are the least and the greatest length.
func (r Rules) bounds() (least, most int) {
	least, most = max(r.MinLen, 1), r.MaxLen
	if most == 0 || most > MaxText {
		most = MaxText
	}
	return least, most
}

// look reads the picture in one view and adds what it finds to the candidates.
func (r *Reader) look(i int, how framing) {
	frame := r.framer.place(how)
	r.input.Resize(1, inputHeight, frame.width, inputChannels)
	r.framer.render(frame, &r.input, 0)
	scores := r.net.Forward(&r.input, false)
	if len(r.sheets) <= i {
		r.sheets = append(r.sheets, sheet{})
	}
	s := &r.sheets[i]
	s.set(r.lex, scores, 0, scores.W)
	least, most := r.rules.bounds()
	r.totals = append(r.totals, r.length.log(s.steps, s.width, least, most))
	nodes := r.beam.search(s.steps, s.width, least, most)
	for _, n := range nodes {
		if r.beam.nodes[n].total < r.beam.nodes[nodes[0]].total-hopeless {
			continue
		}
		from := len(r.labels)
		r.labels = r.beam.labels(r.labels, n)
		if !r.known(r.labels[from:]) {
			r.found = append(r.found, candidate{from: from, to: len(r.labels)})
		}
	}
}

// hopeless is how much less probable than the best text, as a logarithm, a text is
// that no other view will make the best.
const hopeless = 8

// known reports whether a candidate is there already.
func (r *Reader) known(labels []int) bool {
	for _, c := range r.found {
		if equal(r.labels[c.from:c.to], labels) {
			return true
		}
	}
	return false
}

func equal(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}

// best weighs all candidates in all views so far and returns the most probable one,
// -1 if there is none.
func (r *Reader) best() int {
	best := -1
	for i := range r.found {
		c := &r.found[i]
		c.prob = 0
		for v, total := range r.totals {
			s := &r.sheets[v]
			p := r.ctc.LogProbability(s.steps, s.width, r.labels[c.from:c.to])
			if p > total-30 {
				c.prob += math.Exp(p-total) / float64(len(r.totals))
			}
		}
		if c.prob > 0 && (best < 0 || c.prob > r.found[best].prob) {
			best = i
		}
	}
	return best
}

// reading spells a candidate.
func (r *Reader) reading(c candidate) Reading {
	r.text = r.text[:0]
	for _, l := range r.labels[c.from:c.to] {
		r.text = append(r.text, r.lex.symbols[l-1])
	}
	return Reading{Text: string(r.text), Confidence: r.model.meta.Calibration.apply(min(c.prob, 1))}
}
