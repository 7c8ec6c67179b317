// Package nn has the layers of a small convolutional network, forward and
// backward, on plain float32 slices: convolution by matrix product, depthwise
// convolution, batch normalisation, connectionist temporal classification and the
// Adam optimiser. With GOEXPERIMENT=simd on amd64 its inner loops use AVX2.
package nn

import "math"

// Tensor is a batch of feature maps. The channels of one pixel lie side by side,
// then the pixels of a row, the rows, the pictures.
type Tensor struct {
	N, H, W, C int
	Data       []float32
}

// Len is the number of values in t.
func (t *Tensor) Len() int { return t.N * t.H * t.W * t.C }

// Pixels is the number of pixels in t, over all pictures.
func (t *Tensor) Pixels() int { return t.N * t.H * t.W }

// Resize gives t a shape and keeps its memory where it is large enough. The
// values are undefined afterwards.
func (t *Tensor) Resize(n, h, w, c int) {
	t.N, t.H, t.W, t.C = n, h, w, c
	t.Data = grow(t.Data, n*h*w*c)
}

// grow returns a slice of length n, s itself if it is long enough.
func grow(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n)
	}
	return s[:n]
}

// Param is a trained array: its values, the gradient of the loss for them, and
// Adam's two moments.
type Param struct {
	Value, Grad  []float32
	mean, square []float32
	Decay        bool // weight decay applies
}

func newParam(n int, decay bool) *Param {
	return &Param{Value: make([]float32, n), Decay: decay}
}

// gradient returns the gradient's memory, made at the first use: a network that
// only reads needs none.
func (p *Param) gradient() []float32 {
	if p.Grad == nil {
		p.Grad = make([]float32, len(p.Value))
	}
	return p.Grad
}

// Adam is the optimiser of Kingma and Ba (2015) with decoupled weight decay
// (Loshchilov and Hutter, 2019) and a bound on the gradient's norm.
type Adam struct {
	Decay   float64 // weight decay a step, times the rate
	MaxNorm float64 // longer gradients are scaled down to it; zero means no bound
	steps   int
}

const adamMean, adamSquare, adamTiny = 0.9, 0.999, 1e-8

// Step changes params by their gradients and clears the gradients.
func (a *Adam) Step(params []*Param, rate float64) {
	a.steps++
	scale := a.scale(params)
	fixMean := 1 - math.Pow(adamMean, float64(a.steps))
	fixSquare := 1 - math.Pow(adamSquare, float64(a.steps))
	step := float32(rate / fixMean)
	root := float32(1 / math.Sqrt(fixSquare))
	for _, p := range params {
		if p.mean == nil {
			p.mean, p.square = make([]float32, len(p.Value)), make([]float32, len(p.Value))
		}
		var decay float32
		if p.Decay {
			decay = float32(a.Decay * rate)
		}
		g := p.gradient()
		for i, v := range p.Value {
			d := g[i] * scale
			g[i] = 0
			m := adamMean*p.mean[i] + (1-adamMean)*d
			s := adamSquare*p.square[i] + (1-adamSquare)*d*d
			p.mean[i], p.square[i] = m, s
			p.Value[i] = v - step*m/(sqrt(s)*root+adamTiny) - decay*v
		}
	}
}

// scale returns the factor that brings the gradient within MaxNorm.
func (a *Adam) scale(params []*Param) float32 {
	if a.MaxNorm == 0 {
		return 1
	}
	var sum float64
	for _, p := range params {
		for _, g := range p.gradient() {
			sum += float64(g) * float64(g)
		}
	}
	return float32(min(1, a.MaxNorm/(math.Sqrt(sum)+adamTiny)))
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }
