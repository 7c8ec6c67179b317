package net

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestAlign(t *testing.T) {
	for _, c := range []struct {
		want, got string
		pairs     [][2]rune
	}{
		{"abc", "abc", [][2]rune{{'a', 'a'}, {'b', 'b'}, {'c', 'c'}}},
		{"abc", "axc", [][2]rune{{'a', 'a'}, {'b', 'x'}, {'c', 'c'}}},
		{"abc", "ac", [][2]rune{{'a', 'a'}, {'b', 0}, {'c', 'c'}}},
		{"ac", "abc", [][2]rune{{'a', 'a'}, {0, 'b'}, {'c', 'c'}}},
		{"", "a", [][2]rune{{0, 'a'}}},
	} {
		if got := align([]rune(c.want), []rune(c.got)); !slices.Equal(got, c.pairs) {
			t.Errorf("%q and %q pair as %q", c.want, c.got, got)
		}
	}
}

func TestThreshold(t *testing.T) {
	readings := []Judged{
		{"a", "a", 0.9}, {"a", "a", 0.8}, {"a", "b", 0.7}, {"a", "a", 0.6}, {"a", "a", 0.6}, {"a", "b", 0.1},
	}
	for _, c := range []struct{ precision, want float64 }{{1, 0.8}, {0.8, 0.6}, {0.6, 0.1}} {
		if got := Threshold(readings, c.precision); got != c.want {
			t.Errorf("precision %g needs %g, not %g", c.precision, got, c.want)
		}
	}
	if got := Threshold([]Judged{{"a", "b", 0.9}}, 0.99); got <= 1 {
		t.Errorf("a threshold of %g for a reader that is always wrong", got)
	}
	e := Evaluation{Readings: readings}
	if coverage, precision := e.Coverage(0.7); coverage != 0.5 || math.Abs(precision-2.0/3) > 1e-12 {
		t.Errorf("coverage %g at %g", coverage, precision)
	}
}

// TestCalibration draws readings that are right less often than they claim and
// expects the fit to say how often.
func TestCalibration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	truth := calibration{Slope: 0.5, Shift: -1}
	var readings []Judged
	for range 20000 {
		j := Judged{Want: "a", Got: "b", Confidence: rng.Float64()}
		if rng.Float64() < truth.apply(j.Confidence) {
			j.Got = "a"
		}
		readings = append(readings, j)
	}
	got := fitCalibration(readings)
	if math.Abs(got.Slope-truth.Slope) > 0.05 || math.Abs(got.Shift-truth.Shift) > 0.05 {
		t.Errorf("fitted %+v, not %+v", got, truth)
	}
	if few := fitCalibration([]Judged{{"a", "a", 0.99}, {"a", "a", 0.999}}); few.apply(0.99) > 0.999 || few.Slope <= 0 {
		t.Errorf("two readings give %+v", few)
	}
}
