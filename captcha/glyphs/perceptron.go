package glyphs

import (
	"math"
	"math/rand/v2"
)

// hidden is the number of hidden units.
const hidden = 96

// perceptron is a network with one hidden layer of rectified units and a softmax.
// Weights lie row by row, a row for each unit, its bias last.
type perceptron struct {
	In, Out       int
	First, Second []float32
}

// newPerceptron draws the weights as He et al. (2015) do.
func newPerceptron(in, out int, r *rand.Rand) *perceptron {
	p := &perceptron{In: in, Out: out, First: make([]float32, hidden*(in+1)), Second: make([]float32, out*(hidden+1))}
	draw := func(w []float32, fan int) {
		for i := range w {
			if i%(fan+1) != fan {
				w[i] = float32(r.NormFloat64() * math.Sqrt(2/float64(fan)))
			}
		}
	}
	draw(p.First, in)
	draw(p.Second, hidden)
	return p
}

// classify returns the probability of every output.
func (p *perceptron) classify(x []float32) []float32 {
	out := make([]float32, p.Out)
	p.forward(x, make([]float32, hidden), out)
	return out
}

// forward fills the hidden layer and the probabilities.
func (p *perceptron) forward(x, h, out []float32) {
	for j := range h {
		h[j] = max(0, dot(p.First[j*(p.In+1):(j+1)*(p.In+1)], x))
	}
	top := float32(math.Inf(-1))
	for k := range out {
		out[k] = dot(p.Second[k*(hidden+1):(k+1)*(hidden+1)], h)
		top = max(top, out[k])
	}
	var sum float32
	for k, v := range out {
		out[k] = float32(math.Exp(float64(v - top)))
		sum += out[k]
	}
	for k := range out {
		out[k] /= sum
	}
}

// dot multiplies a row of weights with its inputs and adds its bias. Four sums at a
// time keep the processor busy.
//
//go:norace
func dot(row, x []float32) float32 {
	bias := row[len(x)]
	row = row[:len(x)]
	var a, b, c, d float32
	for len(x) >= 4 {
		a += row[0] * x[0]
		b += row[1] * x[1]
		c += row[2] * x[2]
		d += row[3] * x[3]
		row, x = row[4:], x[4:]
	}
	for i, v := range x {
		a += row[i] * v
	}
	return bias + (a + b) + (c + d)
}

// Constants of the training: stochastic gradient descent with momentum (Polyak
// 1964), the rate falling to zero along a half cosine.
const (
	rate     = 0.02
	momentum = 0.9
	batch    = 8
	decay    = 1e-5
)

// teacher trains a perceptron.
type teacher struct {
	p               *perceptron
	v1, v2, g1, g2  []float32 // velocities and sums of gradients
	h, dh, out, err []float32
}

func newTeacher(p *perceptron) *teacher {
	return &teacher{
		p: p, v1: make([]float32, len(p.First)), v2: make([]float32, len(p.Second)),
		g1: make([]float32, len(p.First)), g2: make([]float32, len(p.Second)),
		h: make([]float32, hidden), dh: make([]float32, hidden), out: make([]float32, p.Out), err: make([]float32, p.Out),
	}
}

// learn adds the gradient of the cross entropy of one example.
func (t *teacher) learn(x []float32, label int) {
	p := t.p
	p.forward(x, t.h, t.out)
	copy(t.err, t.out)
	t.err[label]--
	clear(t.dh)
	for k, e := range t.err {
		row, g := p.Second[k*(hidden+1):(k+1)*(hidden+1)], t.g2[k*(hidden+1):(k+1)*(hidden+1)]
		for j, v := range t.h {
			g[j] += e * v
			t.dh[j] += e * row[j]
		}
		g[hidden] += e
	}
	for j, d := range t.dh {
		if t.h[j] <= 0 {
			continue
		}
		g := t.g1[j*(p.In+1) : (j+1)*(p.In+1)]
		for i, v := range x {
			g[i] += d * v
		}
		g[p.In] += d
	}
}

// step moves the weights along the gradients of n examples.
func (t *teacher) step(n int, rate float32) {
	descend(t.p.First, t.g1, t.v1, rate, 1/float32(n))
	descend(t.p.Second, t.g2, t.v2, rate, 1/float32(n))
}

// descend moves the weights; the gradients begin anew.
//
//go:norace
func descend(w, g, v []float32, rate, share float32) {
	for i := range w {
		v[i] = momentum*v[i] - rate*(g[i]*share+decay*w[i])
		w[i] += v[i]
		g[i] = 0
	}
}
