package captcha

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
)

// Reading is one picture's truth beside what a solver made of it.
type Reading struct {
	Labelled
	Got        string // empty: not readable
	Confidence float64
	Took       time.Duration
}

// Right reports whether the answer is the truth.
func (r Reading) Right() bool { return r.Got == r.Text }

// Measurement is how well a solver reads labelled pictures.
type Measurement []Reading

// Measure has a solver read pictures, one after another; rules is the challenge
// without its picture. A label is spelled as the rules want it. It ends with ctx's
// error, or with the first failure that is not ErrUnreadable.
func Measure(ctx context.Context, s Solver, pictures []Labelled, rules Challenge) (Measurement, error) {
	var all Measurement
	for _, p := range pictures {
		c := rules
		c.Image = p.Image
		start := time.Now()
		a, err := s.Solve(ctx, c)
		if err != nil && (ctx.Err() != nil || !errors.Is(err, ErrUnreadable)) {
			return all, err
		}
		if text, ok := rules.Spell(p.Text); ok {
			p.Text = text
		}
		all = append(all, Reading{p, a.Text, a.Confidence, time.Since(start)})
	}
	return all, nil
}

// Exact is the share of pictures that were read right as a whole.
func (m Measurement) Exact() float64 {
	right := 0
	for _, r := range m {
		if r.Right() {
			right++
		}
	}
	return float64(right) / float64(max(len(m), 1))
}

// Character is 1 minus the edit distance (Levenshtein 1966) over the length of
// the truth, over all pictures; not below 0.
func (m Measurement) Character() float64 {
	wrong, total := 0, 0
	for _, r := range m {
		total += len([]rune(r.Text))
		for _, e := range edits(r.Text, r.Got) {
			if e.Want != e.Got {
				wrong++
			}
		}
	}
	return max(0, 1-float64(wrong)/float64(max(total, 1)))
}

// Mean is the time a picture took on average.
func (m Measurement) Mean() time.Duration {
	var sum time.Duration
	for _, r := range m {
		sum += r.Took
	}
	return sum / time.Duration(max(len(m), 1))
}

// Judged lists the confidences of the answers given.
func (m Measurement) Judged() (all []Judged) {
	for _, r := range m {
		if r.Got != "" {
			all = append(all, Judged{r.Confidence, r.Right()})
		}
	}
	return all
}

// Coverage is the share of pictures that can be answered so that the given share
// of the answers is right. The least confidence is taken from one half of the
// pictures and held against the other, both ways, so precision is what came of it.
func (m Measurement) Coverage(want float64) (coverage, precision float64) {
	var halves [2]Measurement
	for i, r := range m {
		halves[i%2] = append(halves[i%2], r)
	}
	answered, right := 0, 0
	for i, half := range halves {
		least := halves[1-i].least(want)
		for _, r := range half {
			if r.Got != "" && r.Confidence >= least {
				answered++
				if r.Right() {
					right++
				}
			}
		}
	}
	return float64(answered) / float64(max(len(m), 1)), float64(right) / float64(max(answered, 1))
}

// least is the lowest confidence from which on the wanted share of answers is
// right; above any confidence where there is none.
func (m Measurement) least(want float64) float64 {
	sorted := m.Judged()
	slices.SortFunc(sorted, func(a, b Judged) int { return cmp.Compare(b.Confidence, a.Confidence) })
	least, right := 2.0, 0
	for i, j := range sorted {
		if j.Right {
			right++
		}
		last := i+1 == len(sorted) || sorted[i+1].Confidence < j.Confidence
		if last && float64(right) >= want*float64(i+1) {
			least = j.Confidence
		}
	}
	return least
}

// Worst lists the wrong readings, the most confident first.
func (m Measurement) Worst() (wrong []Reading) {
	for _, r := range m {
		if !r.Right() {
			wrong = append(wrong, r)
		}
	}
	slices.SortStableFunc(wrong, func(a, b Reading) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return wrong
}
