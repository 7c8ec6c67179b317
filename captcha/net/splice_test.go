package net

import (
	"math/rand/v2"
	"slices"
	"testing"

	"dyncrawl/captcha/net/nn"
)

// striped is a picture whose pixels tell their column, and where it is cut.
func striped(sample, width int, labels ...int) drawn {
	d := drawn{sample: sample, labels: labels, frame: frame{x1: float32(width), width: width}}
	d.pixels.Resize(1, inputHeight, width, inputChannels)
	for i := range d.pixels.Data {
		d.pixels.Data[i] = float32(1000*sample + i/inputChannels%width)
	}
	return d
}

// columns is what striped wrote into a row of the picture.
func columns(t *nn.Tensor, row int) (all []float32) {
	for x := range t.W {
		all = append(all, t.Data[(row*t.W+x)*inputChannels])
	}
	return all
}

func TestSplice(t *testing.T) {
	s := splicer{cuts: [][]float32{{20}, {12, 40}}}
	d, other := striped(0, 40, 1, 2), striped(1, 64, 3, 4, 5)
	s.splice(&d, &other, rand.New(rand.NewPCG(1, 1)))
	if !slices.Equal(d.labels, []int{1, 4, 5}) || d.sample >= 0 || d.pixels.W != 72 {
		t.Fatalf("shows %v of sample %d, %d columns", d.labels, d.sample, d.pixels.W)
	}
	for _, row := range []int{0, inputHeight - 1} {
		got := columns(&d.pixels, row)
		if got[0] != 0 || got[19] != 19 || got[20] != 1012 || got[71] != 1063 {
			t.Errorf("row %d is %v", row, got)
		}
	}
	d, other = striped(0, 200, 1, 2), striped(1, 64, 3, 4, 5)
	s.cuts[0][0] = 190
	if s.splice(&d, &other, rand.New(rand.NewPCG(1, 1))); d.sample != 0 || d.pixels.W != 200 {
		t.Errorf("%d columns are too many", d.pixels.W)
	}
}

func TestCuts(t *testing.T) {
	s := splicer{cuts: make([][]float32, 1)}
	d := drawn{frame: frame{x0: 10, x1: 90, width: 40}} // a column is two pixels, a step eight
	s.note(&d, example{loss: 0.5, centres: []float64{1, 2, 4}}, 4)
	if !slices.Equal(s.cuts[0], []float32{26, 38}) {
		t.Errorf("cuts at %v", s.cuts[0])
	}
	if s.note(&d, example{loss: 2, centres: []float64{1, 2, 4}}, 4); len(s.cuts[0]) != 0 {
		t.Errorf("cuts at %v what it cannot read", s.cuts[0])
	}
	if k := s.partner(rand.New(rand.NewPCG(1, 1))); k != -1 {
		t.Errorf("%d can be cut", k)
	}
}
