package nn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// logSteps returns t rows of log probabilities of width classes.
func logSteps(rng *rand.Rand, t, width int) []float64 {
	s := make([]float64, t*width)
	for i := 0; i < len(s); i += width {
		sum := 0.0
		for j := range width {
			s[i+j] = rng.Float64()
			sum += s[i+j]
		}
		for j := range width {
			s[i+j] = math.Log(s[i+j] / sum)
		}
	}
	return s
}

// eachPath calls do with every sequence of classes, its probability and the text it
// spells.
func eachPath(steps []float64, width int, do func(path []int, p float64, text []int)) {
	t := len(steps) / width
	path := make([]int, t)
	for {
		p, text, last := 1.0, []int{}, Blank
		for i, class := range path {
			p *= math.Exp(steps[i*width+class])
			if class != last && class != Blank {
				text = append(text, class)
			}
			last = class
		}
		do(path, p, text)
		i := 0
		for ; i < t; i++ {
			if path[i]++; path[i] < width {
				break
			}
			path[i] = 0
		}
		if i == t {
			return
		}
	}
}

// addPlaces adds, for each label that a path of probability p spells, its steps and
// how many they are.
func addPlaces(places [][2]float64, path []int, p float64) {
	label, last := -1, Blank
	for i, class := range path {
		if class != last && class != Blank {
			label++
		}
		if last = class; class != Blank {
			places[label][0] += p * float64(i)
			places[label][1] += p
		}
	}
}

// TestLoss holds loss, shares and centres against the sum over all paths.
func TestLoss(t *testing.T) {
	const steps, width = 6, 4
	rng := rand.New(rand.NewPCG(1, 1))
	s := logSteps(rng, steps, width)
	for _, labels := range [][]int{{}, {1}, {2, 2}, {1, 3, 1}, {3, 3, 1}} {
		total, want, places := 0.0, make([]float64, len(s)), make([][2]float64, len(labels))
		eachPath(s, width, func(path []int, p float64, text []int) {
			if slices.Equal(text, labels) {
				total += p
				for i, class := range path {
					want[i*width+class] += p
				}
				addPlaces(places, path, p)
			}
		})
		var c CTC
		got := make([]float64, len(s))
		if loss := c.Loss(s, width, labels, got); math.Abs(loss+math.Log(total)) > 1e-9 {
			t.Errorf("loss of %v is %g, not %g", labels, loss, -math.Log(total))
		}
		for i := range want {
			if math.Abs(got[i]-want[i]/total) > 1e-9 {
				t.Fatalf("share %d of %v is %g, not %g", i, labels, got[i], want[i]/total)
			}
		}
		for i, at := range c.Centres(nil) {
			if want := places[i][0] / places[i][1]; math.Abs(at-want) > 1e-9 {
				t.Errorf("label %d of %v is at %g, not %g", i, labels, at, want)
			}
		}
	}
}

// TestLossTooLong expects no gradient from a text that the steps cannot spell.
func TestLossTooLong(t *testing.T) {
	s := logSteps(rand.New(rand.NewPCG(1, 1)), 3, 3)
	share := make([]float64, len(s))
	var c CTC
	if loss := c.Loss(s, 3, []int{1, 1, 2}, share); !math.IsInf(loss, 1) {
		t.Errorf("loss is %g", loss)
	}
	if slices.Max(share) != 0 {
		t.Errorf("shares are %v", share)
	}
}
