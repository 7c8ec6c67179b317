package captcha

import (
	"cmp"
	"slices"
	"sort"
)

// Judged is an answer's confidence beside whether it was right.
type Judged struct {
	Confidence float64
	Right      bool
}

// Calibration turns confidences into probabilities. Its zero value knows nothing.
// It is written as JSON.
type Calibration struct {
	At    []float64 `json:"at"`    // confidences, ascending
	Value []float64 `json:"value"` // the probability at each
}

// leastJudged is how few answers say nothing about a solver.
const leastJudged = 20

// Calibrate learns from answers that were judged, of pictures that the solver was
// not trained on: isotonic regression by pooling adjacent violators (Ayer et al.
// 1955; Zadrozny & Elkan 2002), each pool's share by Laplace's rule of succession.
// Fewer than 20 answers give a calibration that knows nothing.
func Calibrate(answers []Judged) Calibration {
	if len(answers) < leastJudged {
		return Calibration{}
	}
	sorted := slices.Clone(answers)
	slices.SortFunc(sorted, func(a, b Judged) int { return cmp.Compare(a.Confidence, b.Confidence) })
	var c Calibration
	for _, p := range pools(sorted) {
		value := (p.right + 1) / (p.n + 2)
		c.At = append(c.At, p.sum/p.n)
		c.Value = append(c.Value, value)
	}
	for i := 1; i < len(c.Value); i++ { // Laplace's rule may turn small pools around
		c.Value[i] = max(c.Value[i], c.Value[i-1])
	}
	return c
}

// pool is a run of answers that share a probability.
type pool struct{ n, right, sum float64 }

// pools merges neighbours until their shares ascend.
func pools(sorted []Judged) (all []pool) {
	for _, j := range sorted {
		p := pool{n: 1, sum: j.Confidence}
		if j.Right {
			p.right = 1
		}
		for len(all) > 0 && all[len(all)-1].right*p.n >= p.right*all[len(all)-1].n {
			last := all[len(all)-1]
			p = pool{p.n + last.n, p.right + last.right, p.sum + last.sum}
			all = all[:len(all)-1]
		}
		all = append(all, p)
	}
	return all
}

// Known reports whether c was learned.
func (c Calibration) Known() bool { return len(c.At) > 0 }

// Probability returns the probability that an answer of this confidence is right:
// between two pools it is interpolated, outside it is that of the last one.
func (c Calibration) Probability(confidence float64) float64 {
	i := sort.SearchFloat64s(c.At, confidence)
	switch {
	case i == 0:
		return c.Value[0]
	case i == len(c.At):
		return c.Value[i-1]
	}
	share := (confidence - c.At[i-1]) / (c.At[i] - c.At[i-1])
	return c.Value[i-1] + share*(c.Value[i]-c.Value[i-1])
}

// fewSeen is how many answers tell nothing yet about what a site's pictures are like.
const fewSeen = 20

// Threshold is the probability below which it is cheaper to ask for another
// picture than to send an answer. cost is that of a wrong answer and seen are the
// probabilities of answers to the site's pictures so far; for want of those, an
// even spread is assumed.
//
// With V the expected cost from a fresh picture on, sending costs (1−p)·(cost+V)
// and another picture 1+V, so the threshold is (cost−1)/(cost+V), and V is the mean
// over the pictures of the cheaper of the two: the rule of optimal stopping with
// recall of nothing (Chow, Robbins & Siegmund 1971). Where no picture is read
// well the threshold is low: waiting would cost more.
func Threshold(cost float64, seen []float64) float64 {
	if cost <= 1 {
		return 0
	}
	if len(seen) < fewSeen {
		seen = append(slices.Clone(seen), 0.1, 0.3, 0.5, 0.7, 0.9)
	}
	low, high := 0.0, 1e6
	for range 60 { // the two sides cross once
		v := (low + high) / 2
		if expected(cost, v, seen) > v {
			low = v
		} else {
			high = v
		}
	}
	return (cost - 1) / (cost + low)
}

// expected is the mean cost over the pictures seen when a fresh one is worth v.
func expected(cost, v float64, seen []float64) (mean float64) {
	for _, p := range seen {
		mean += min((1-p)*(cost+v), 1+v) / float64(len(seen))
	}
	return mean
}
