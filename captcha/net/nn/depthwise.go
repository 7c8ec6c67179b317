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

	padded Tensor // the input with zeros around it
	spread Tensor // its gradient
	y, dx  Tensor
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
	d.y.Resize(x.N, h, w, d.c)
	d.pad(x)
	d.eachRow(&d.y, func(line, padded, tap int) {
		weight := d.weight.Value[tap*d.c:][:d.shape.KW*d.c]
		taps(d.y.Data[line:][:w*d.c], d.padded.Data[padded:], weight, d.shape.SW*d.c, d.c, tap == 0)
	})
	return &d.y
}

// Backward adds to the gradients of the weights and returns the input's. dy is the
// gradient of Forward's last output.
func (d *Depthwise) Backward(dy *Tensor) *Tensor {
	p := &d.padded
	d.spread.Resize(p.N, p.H, p.W, p.C)
	clear(d.spread.Data)
	gradient := d.weight.gradient()
	d.eachRow(dy, func(line, padded, tap int) {
		size := d.shape.KW * d.c
		from, step := dy.Data[line:][:dy.W*d.c], d.shape.SW*d.c
		tapsBack(d.spread.Data[padded:], from, d.weight.Value[tap*d.c:][:size], step, d.c)
		tapsGrad(gradient[tap*d.c:][:size], p.Data[padded:], from, step, d.c)
	})
	return d.crop()
}

// eachRow calls do with the place of every row of y, the place of each row of the
// padded input below its kernel, and the kernel's first pixel in that row.
func (d *Depthwise) eachRow(y *Tensor, do func(line, padded, tap int)) {
	s, p := d.shape, &d.padded
	for row := range y.N * y.H {
		top := row/y.H*p.H + row%y.H*s.SH
		for ky := range s.KH {
			do(row*y.W*d.c, (top+ky)*p.W*d.c, ky*s.KW)
		}
	}
}

// pad copies x, with zeros around it.
func (d *Depthwise) pad(x *Tensor) {
	top, left := d.shape.pad()
	p := &d.padded
	p.Resize(x.N, x.H+2*top, x.W+2*left, x.C)
	d.dx.Resize(x.N, x.H, x.W, x.C)
	side := left * x.C
	for row := range p.N * p.H {
		line := p.Data[row*p.W*p.C:][:p.W*p.C]
		y := row%p.H - top
		if y < 0 || y >= x.H {
			clear(line)
			continue
		}
		clear(line[:side])
		copy(line[side:], x.Data[(row/p.H*x.H+y)*x.W*x.C:][:x.W*x.C])
		clear(line[len(line)-side:])
	}
}

// crop returns the gradient without that of the zeros around the input.
func (d *Depthwise) crop() *Tensor {
	top, left := d.shape.pad()
	p, x := &d.spread, &d.dx
	for row := range x.N * x.H {
		from := p.Data[((row/x.H*p.H+row%x.H+top)*p.W+left)*p.C:]
		copy(x.Data[row*x.W*x.C:][:x.W*x.C], from)
	}
	return x
}
