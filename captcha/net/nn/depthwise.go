package nn

import (
	"math"
	"math/rand/v2"
)

// Depthwise is a convolution that keeps the channels apart (Sifre, 2014): with a
// convolution of one pixel after it, it does the work of a full one with a fraction
// of the products.
type Depthwise struct {
	shape  Shape
	c      int
	weight *Param // a row of c values for each pixel of the kernel

	tiled, tiledGrad []float32 // one kernel pixel's weights, repeated along a row
	input            *Tensor
	y, dx            Tensor
}

// NewDepthwise returns a depthwise convolution with He's random weights.
func NewDepthwise(shape Shape, channels int, rng *rand.Rand) *Depthwise {
	d := &Depthwise{shape: shape, c: channels, weight: newParam(shape.KH*shape.KW*channels, false)}
	fill(d.weight.Value, math.Sqrt(2/float64(shape.KH*shape.KW)), rng)
	return d
}

// Params are the arrays that are trained.
func (d *Depthwise) Params() []*Param { return []*Param{d.weight} }

// Forward returns the layer's output for x, valid until the next call.
func (d *Depthwise) Forward(x *Tensor) *Tensor {
	h, w := d.shape.out(x.H, x.W)
	d.input = x
	d.y.Resize(x.N, h, w, d.c)
	clear(d.y.Data)
	d.eachTap(func(tap int) {
		weight := d.tile(tap)
		d.eachRun(tap, x, func(in, out []float32) { mulAdd(out, in, weight[:len(out)]) })
	})
	return &d.y
}

// Backward adds to the gradients of the weights and returns the input's. dy is the
// gradient of Forward's last output.
func (d *Depthwise) Backward(dy *Tensor) *Tensor {
	x := d.input
	d.dx.Resize(x.N, x.H, x.W, d.c)
	clear(d.dx.Data)
	gradient := d.weight.gradient()
	d.eachTap(func(tap int) {
		weight := d.tile(tap)
		d.tiledGrad = grow(d.tiledGrad, len(weight))
		clear(d.tiledGrad)
		d.eachRunOf(tap, x, dy, func(at int, in, out []float32) {
			mulAdd(d.dx.Data[at:][:len(in)], out, weight[:len(out)])
			mulAdd(d.tiledGrad[:len(out)], in, out)
		})
		g := gradient[tap*d.c:][:d.c]
		for i := 0; i < len(d.tiledGrad); i += d.c {
			add(g, d.tiledGrad[i:][:d.c])
		}
	})
	return &d.dx
}

func (d *Depthwise) eachTap(do func(tap int)) {
	for tap := range d.shape.KH * d.shape.KW {
		do(tap)
	}
}

// tile repeats the weights of one kernel pixel along a row of the output.
func (d *Depthwise) tile(tap int) []float32 {
	d.tiled = grow(d.tiled, d.y.W*d.c)
	w := d.weight.Value[tap*d.c:][:d.c]
	for i := 0; i < len(d.tiled); i += d.c {
		copy(d.tiled[i:], w)
	}
	return d.tiled
}

// eachRun calls do for the stretches of input and output that one kernel pixel
// connects: whole rows, or single pixels where the kernel moves in steps.
func (d *Depthwise) eachRun(tap int, x *Tensor, do func(in, out []float32)) {
	d.eachRunOf(tap, x, &d.y, func(_ int, in, out []float32) { do(in, out) })
}

// eachRunOf does so for any map y of the output's shape, and tells where the input
// stands.
func (d *Depthwise) eachRunOf(tap int, x, y *Tensor, do func(at int, in, out []float32)) {
	s := d.shape
	top, left := s.pad()
	dy, dx := tap/s.KW-top, tap%s.KW-left
	first, last := 0, y.W // the output pixels that look onto the map
	for first*s.SW+dx < 0 {
		first++
	}
	for (last-1)*s.SW+dx >= x.W {
		last--
	}
	for row := range y.N * y.H {
		sy := row%y.H*s.SH + dy
		if sy < 0 || sy >= x.H {
			continue
		}
		in := ((row/y.H*x.H+sy)*x.W + first*s.SW + dx) * d.c
		out := (row*y.W + first) * d.c
		if s.SW == 1 {
			n := (last - first) * d.c
			do(in, x.Data[in:in+n], y.Data[out:out+n])
			continue
		}
		for range last - first {
			do(in, x.Data[in:in+d.c], y.Data[out:out+d.c])
			in += s.SW * d.c
			out += d.c
		}
	}
}
