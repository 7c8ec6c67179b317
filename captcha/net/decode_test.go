package net

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// logSteps returns t rows of log probabilities of width symbols.
func logSteps(rng *rand.Rand, t, width int) []float64 {
	s := make([]float64, t*width)
	for i := 0; i < len(s); i += width {
		sum := 0.0
		for j := range width {
			s[i+j] = math.Pow(rng.Float64(), 3)
			sum += s[i+j]
		}
		for j := range width {
			s[i+j] = math.Log(s[i+j] / sum)
		}
	}
	return s
}

// texts returns the probability of every text, by adding up all paths.
func texts(steps []float64, width int) map[string]float64 {
	all := map[string]float64{}
	var walk func(at, last int, text string, p float64)
	walk = func(at, last int, text string, p float64) {
		if at == len(steps) {
			all[text] += p
			return
		}
		for s := range width {
			next := text
			if s != 0 && s != last {
				next += string(rune('a' + s - 1))
			}
			walk(at+width, s, next, p*math.Exp(steps[at+s]))
		}
	}
	walk(0, 0, "", 1)
	return all
}

func TestLengths(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	steps := logSteps(rng, 7, 4)
	all := texts(steps, 4)
	var l lengths
	for _, bounds := range [][2]int{{0, 7}, {1, 1}, {2, 4}, {4, 4}, {7, 7}} {
		want := 0.0
		for text, p := range all {
			if n := len(text); n >= bounds[0] && n <= bounds[1] {
				want += p
			}
		}
		if got := math.Exp(l.log(steps, 4, bounds[0], bounds[1])); math.Abs(got-want) > 1e-12 {
			t.Errorf("lengths %v: probability %g, not %g", bounds, got, want)
		}
	}
}

// TestBeam expects the most probable text of each allowed length, of many random
// outputs, to be among the found ones.
func TestBeam(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	var b beam
	missed := 0
	for range 40 {
		steps := logSteps(rng, 7, 4)
		all := texts(steps, 4)
		for n := 1; n <= 4; n++ {
			best := ""
			for text, p := range all {
				if len(text) == n && (best == "" || p > all[best]) {
					best = text
				}
			}
			var found []string
			for _, i := range b.search(steps, 4, n, n) {
				text := ""
				for _, s := range b.labels(nil, i) {
					text += string(rune('a' + s - 1))
				}
				if len(text) != n {
					t.Fatalf("found %q for length %d", text, n)
				}
				found = append(found, text)
			}
			if !slices.Contains(found, best) {
				missed++
			}
		}
	}
	if missed > 3 {
		t.Errorf("missed the best text %d times of 160", missed)
	}
}

func TestLexicon(t *testing.T) {
	classes := []rune("01abABxX")
	for _, c := range []struct {
		rules Rules
		want  []int
	}{
		{Rules{}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{Rules{Alphabet: "ab"}, []int{0, -1, -1, 1, 2, -1, -1, -1, -1}},
		{Rules{Alphabet: "ab", FoldCase: true}, []int{0, -1, -1, 1, 2, 1, 2, -1, -1}},
		{Rules{Alphabet: "BX", FoldCase: true}, []int{0, -1, -1, -1, 1, -1, 1, 2, 2}},
		{Rules{FoldCase: true}, []int{0, 1, 2, 3, 4, 3, 4, 5, 5}},
	} {
		l, err := newLexicon(classes, c.rules)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(l.class, c.want) {
			t.Errorf("%+v: classes mean %v, not %v", c.rules, l.class, c.want)
		}
	}
	if _, err := newLexicon(classes, Rules{Alphabet: "中"}); err == nil {
		t.Error("an alphabet of unknown characters is accepted")
	}
}

func TestPosterior(t *testing.T) {
	l, err := newLexicon([]rune("abAB"), Rules{Alphabet: "a", FoldCase: true})
	if err != nil {
		t.Fatal(err)
	}
	scores := []float32{0, float32(math.Log(2)), 50, float32(math.Log(5)), 50} // blank, a, b, A, B
	steps, probs := make([]float64, 2), make([]float32, 5)
	l.posterior(steps, probs, scores)
	for i, want := range []float64{1.0 / 8, 7.0 / 8} {
		if got := math.Exp(steps[i]); math.Abs(got-want) > 1e-6 {
			t.Errorf("symbol %d has probability %g, not %g", i, got, want)
		}
	}
}

// TestDecided expects that no view is left out that could still change the answer.
func TestDecided(t *testing.T) {
	for _, c := range []struct {
		views, seen int
		mean        float64
		want        bool
	}{{3, 1, 0.97, false}, {3, 1, 0.99, true}, {3, 2, 0.74, false}, {3, 2, 0.76, true}, {5, 3, 0.8, false}, {5, 3, 0.84, true}} {
		r := Reader{views: make([]framing, c.views), totals: make([]float64, c.seen)}
		if got := r.decided(c.mean); got != c.want {
			t.Errorf("%d of %d views at %g: %t", c.seen, c.views, c.mean, got)
		}
	}
}
