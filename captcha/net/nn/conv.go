package nn

import (
	"math"
	"math/rand/v2"
)

// Shape is the size of a kernel and how far it moves, vertically and horizontally.
// A kernel looks as far to either side: the map is padded with zeros, except
// vertically where Flat.
type Shape struct {
	KH, KW, SH, SW int
	Flat           bool // no vertical padding: the kernel covers the whole height
}

// out is the size of the map that a kernel of s makes of an h×w map.
func (s Shape) out(h, w int) (int, int) {
	if s.Flat {
		return 1, (w + s.SW - 1) / s.SW
	}
	return (h + s.SH - 1) / s.SH, (w + s.SW - 1) / s.SW
}

// pad is the padding above and to the left.
func (s Shape) pad() (int, int) {
	if s.Flat {
		return 0, (s.KW - 1) / 2
	}
	return (s.KH - 1) / 2, (s.KW - 1) / 2
}

// Conv is a convolution, computed as a matrix product over the pixels below the
// kernel laid out in rows (Chellapilla et al., 2006). A kernel of one pixel needs no
// laying out.
type Conv struct {
	shape   Shape
	in, out int
	weight  *Param // in rows of out values; a row for each pixel of the kernel and channel
	bias    *Param // nil where a norm follows

	product
	columns []float32
	input   *Tensor
	y, dx   Tensor
}

// NewConv returns a convolution from in to out channels with He's (2015) random
// weights.
func NewConv(shape Shape, in, out int, bias bool, rng *rand.Rand) *Conv {
	rows := shape.KH * shape.KW * in
	c := &Conv{shape: shape, in: in, out: out, weight: newParam(rows*out, true)}
	fill(c.weight.Value, math.Sqrt(2/float64(rows)), rng)
	if bias {
		c.bias = newParam(out, false)
	}
	return c
}

// fill sets s to normally distributed numbers, or leaves it zero without rng.
func fill(s []float32, deviation float64, rng *rand.Rand) {
	if rng == nil {
		return
	}
	for i := range s {
		s[i] = float32(rng.NormFloat64() * deviation)
	}
}

// Params are the arrays that are trained.
func (c *Conv) Params() []*Param {
	if c.bias == nil {
		return []*Param{c.weight}
	}
	return []*Param{c.weight, c.bias}
}

// Forward returns the layer's output for x, valid until the next call.
func (c *Conv) Forward(x *Tensor) *Tensor {
	h, w := c.shape.out(x.H, x.W)
	c.input = x
	c.y.Resize(x.N, h, w, c.out)
	rows, k := c.y.Pixels(), c.shape.KH*c.shape.KW*c.in
	c.product.set(c.y.Data, matrix{c.unrolled(x), k, 1}, c.weight.Value, rows, c.out, k)
	if c.bias != nil {
		for p := range rows {
			add(c.y.Data[p*c.out:][:c.out], c.bias.Value)
		}
	}
	return &c.y
}

// Backward adds to the gradients of the weights and returns the input's, nil
// unless wanted. dy is the gradient of Forward's last output. Where the input is zero
// the gradient is not computed: a rectifier before the layer lets none pass there.
func (c *Conv) Backward(dy *Tensor, wanted bool) *Tensor {
	rows, k := dy.Pixels(), c.shape.KH*c.shape.KW*c.in
	x := c.columns
	if c.pointwise() {
		x = c.input.Data
	}
	c.product.add(c.weight.gradient(), matrix{x, 1, k}, dy.Data, k, c.out, rows)
	if c.bias != nil {
		for p := range rows {
			add(c.bias.gradient(), dy.Data[p*c.out:][:c.out])
		}
	}
	if !wanted {
		return nil
	}
	c.dx.Resize(c.input.N, c.input.H, c.input.W, c.in)
	if c.pointwise() {
		c.product.setBack(c.dx.Data, dy.Data, c.weight.Value, x, rows, c.out, k)
		return &c.dx
	}
	clear(c.dx.Data)
	c.product.setBack(c.columns, dy.Data, c.weight.Value, x, rows, c.out, k)
	c.eachLine(&c.dx, func(pixels, line []float32) { add(pixels, line) })
	return &c.dx
}

func (c *Conv) pointwise() bool {
	return c.shape == Shape{KH: 1, KW: 1, SH: 1, SW: 1}
}

// unrolled returns for every output pixel the input below the kernel, as a row.
func (c *Conv) unrolled(x *Tensor) []float32 {
	if c.pointwise() {
		return x.Data
	}
	c.columns = grow(c.columns, c.y.Pixels()*c.shape.KH*c.shape.KW*c.in)
	clear(c.columns)
	c.eachLine(x, func(pixels, line []float32) { copy(line, pixels) })
	return c.columns
}

// eachLine calls do for every line of every kernel position with the part of it
// that lies on the map t, and with its place among the unrolled rows.
func (c *Conv) eachLine(t *Tensor, do func(pixels, line []float32)) {
	s, k := c.shape, c.shape.KW*c.in
	top, left := s.pad()
	at := 0
	for n := range t.N {
		for y := range c.y.H {
			for x := range c.y.W {
				x0 := x*s.SW - left
				from, to := max(x0, 0), min(x0+s.KW, t.W)
				for ky := range s.KH {
					if sy := y*s.SH - top + ky; sy >= 0 && sy < t.H {
						start := ((n*t.H+sy)*t.W + from) * c.in
						size := (to - from) * c.in
						do(t.Data[start:start+size], c.columns[at+(from-x0)*c.in:][:size])
					}
					at += k
				}
			}
		}
	}
}
