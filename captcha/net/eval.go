package net

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Evaluation says how well a model reads labelled pictures.
type Evaluation struct {
	Pictures  int
	Exact     float64         // share of pictures read right as a whole
	Character float64         // 1 - edit distance / length, over all pictures; not below 0
	Mean      time.Duration   // time a picture
	Confusion map[[2]rune]int // how often the first character was read as the second; 0 stands for none
	Readings  []Judged        // one for each picture, in their order
}

// Judged is one reading beside the truth.
type Judged struct {
	Want, Got  string // Got is empty for a picture that was not readable
	Confidence float64
}

// Right reports whether the whole text was read right.
func (j Judged) Right() bool { return j.Got == j.Want }

// Evaluate reads all samples. Where rules fold case the samples' texts are compared
// in the spelling of the answers. It stops early with ctx's error.
func Evaluate(ctx context.Context, m *Model, samples []Sample, rules Rules) (Evaluation, error) {
	e := Evaluation{Confusion: map[[2]rune]int{}}
	r := NewReader(m)
	lex, err := newLexicon([]rune(m.meta.Classes), rules)
	if err != nil {
		return e, err
	}
	start := time.Now()
	wrong, characters := 0, 0
	for _, s := range samples {
		if err := ctx.Err(); err != nil {
			return e, err
		}
		j, err := judge(r, lex, s, rules)
		if err != nil {
			return e, err
		}
		e.Readings = append(e.Readings, j)
		wrong += e.count(j)
		characters += len([]rune(j.Want))
		if j.Right() {
			e.Exact++
		}
	}
	e.Pictures = len(samples)
	if n := len(samples); n > 0 {
		e.Mean = time.Since(start) / time.Duration(n)
		e.Exact /= float64(n)
	}
	e.Character = max(0, 1-float64(wrong)/float64(max(characters, 1)))
	return e, nil
}

// judge reads one sample.
func judge(r *Reader, lex *lexicon, s Sample, rules Rules) (Judged, error) {
	j := Judged{Want: lex.spell(s.Text, rules.FoldCase)}
	reading, err := r.Read(s.Image, rules)
	if err != nil && !errors.Is(err, ErrUnreadable) {
		return j, fmt.Errorf("read a picture that shows %q: %w", s.Text, err)
	}
	j.Got, j.Confidence = reading.Text, reading.Confidence
	return j, nil
}

// spell writes a text in the alphabet's spelling; characters that are not in it stay.
func (l *lexicon) spell(text string, fold bool) string {
	out := []rune(text)
	for i, r := range out {
		if s, ok := l.symbol(r, fold); ok {
			out[i] = l.symbols[s-1]
		}
	}
	return string(out)
}

// count adds the confusions of a reading and returns its edit distance.
func (e *Evaluation) count(j Judged) int {
	wrong := 0
	for _, pair := range align([]rune(j.Want), []rune(j.Got)) {
		if pair[0] != pair[1] {
			e.Confusion[pair]++
			wrong++
		}
	}
	return wrong
}

// align pairs the characters of two texts with the fewest differences (Levenshtein,
// 1966); 0 stands for none.
func align(want, got []rune) [][2]rune {
	n := len(got) + 1
	cost := make([]int, (len(want)+1)*n)
	for i := range len(want) + 1 {
		for j := range n {
			switch {
			case i == 0 || j == 0:
				cost[i*n+j] = i + j
			case want[i-1] == got[j-1]:
				cost[i*n+j] = cost[(i-1)*n+j-1]
			default:
				cost[i*n+j] = 1 + min(cost[(i-1)*n+j-1], cost[(i-1)*n+j], cost[i*n+j-1])
			}
		}
	}
	var pairs [][2]rune
	for i, j := len(want), len(got); i > 0 || j > 0; {
		here := cost[i*n+j]
		switch {
		case i > 0 && j > 0 && (want[i-1] == got[j-1] || here == 1+cost[(i-1)*n+j-1]):
			pairs = append(pairs, [2]rune{want[i-1], got[j-1]})
			i, j = i-1, j-1
		case i > 0 && here == 1+cost[(i-1)*n+j]:
			pairs = append(pairs, [2]rune{want[i-1], 0})
			i--
		default:
			pairs = append(pairs, [2]rune{0, got[j-1]})
			j--
		}
	}
	slices.Reverse(pairs)
	return pairs
}

// Coverage is the share of pictures whose confidence reaches threshold, and
// precision the share of those that were read right (1 where there are none).
func (e Evaluation) Coverage(threshold float64) (coverage, precision float64) {
	answered, right := 0, 0
	for _, j := range e.Readings {
		if j.Confidence >= threshold && j.Got != "" {
			answered++
			if j.Right() {
				right++
			}
		}
	}
	if answered == 0 {
		return 0, 1
	}
	return float64(answered) / float64(len(e.Readings)), float64(right) / float64(answered)
}

// overcautious is how many errors come for each one that calibrated confidences
// announce near 1: the targets that they are fitted to are drawn towards the middle. Of
// readings that were held back from tuning, those above a threshold that seven tenths of
// them gave were right 99.1 % of the time, with the others as with 1 in its place 99.5 %,
// and a fifth fewer were answered.
const overcautious = 0.5

// Threshold is the lowest confidence above which at least the given share of the
// readings is right, by what their calibrated confidence says: to count the wrong ones
// of a hundred readings would mean to trust in one or two. It is above 1 when there is
// none.
func Threshold(readings []Judged, precision float64) float64 {
	sorted := slices.Clone(readings)
	slices.SortFunc(sorted, func(a, b Judged) int { return cmp.Compare(b.Confidence, a.Confidence) })
	threshold, wrong := 2.0, 0.0
	for i, j := range sorted {
		wrong += overcautious * (1 - j.Confidence)
		if wrong <= (1-precision)*float64(i+1) {
			threshold = j.Confidence
		}
	}
	return threshold
}
