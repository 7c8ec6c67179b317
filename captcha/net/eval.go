package net

import (
	"context"
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

// Evaluate reads all samples. It stops early with ctx's error.
func Evaluate(ctx context.Context, m *Model, samples []Sample, rules Rules) (Evaluation, error) {
	return Evaluation{}, nil
}

// Coverage is the share of pictures whose confidence reaches threshold, and
// Precision the share of those that were read right (1 where there are none).
func (e Evaluation) Coverage(threshold float64) (coverage, precision float64) { return 0, 1 }

// Threshold is the lowest confidence above which at least the given share of the
// readings is right; above 1 when there is none.
func Threshold(readings []Judged, precision float64) float64 { return 1 }
