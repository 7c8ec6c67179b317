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
		{"a", "a", 0.9}, {"a", "a", 0.999}, {"a", "b", 0.98}, {"a", "a", 0.99}, {"a", "a", 0.98}, {"a", "", 0},
	}
	// Half the errors that the surest readings announce, in sum: 0.0005, 0.0055, 0.0155,
	// 0.0255, 0.0755, 0.5755.
	for _, c := range []struct{ precision, want float64 }{{0.9999, 2}, {0.999, 0.999}, {0.997, 0.99}, {0.99, 0.98}, {0.98, 0.9}, {0.9, 0}} {
		if got := Threshold(readings, c.precision); got != c.want {
			t.Errorf("precision %g needs %g, not %g", c.precision, got, c.want)
		}
	}
	e := Evaluation{Readings: readings}
	if coverage, precision := e.Coverage(0.98); math.Abs(coverage-4.0/6) > 1e-12 || precision != 0.75 {
		t.Errorf("coverage %g at %g", coverage, precision)
	}
	if coverage, precision := e.Coverage(2); coverage != 0 || precision != 1 {
		t.Errorf("coverage %g at %g where nothing is answered", coverage, precision)
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
