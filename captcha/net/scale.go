package net

import (
	"math"

	"dyncrawl/captcha/net/nn"
)

// render scales a frame into picture n of a batch: the distance from the background,
// its root taken to lift pale ink, and the three colours relative to the background.
// What lies outside the picture, or right of the frame, is background.
func (f *framer) render(r frame, to *nn.Tensor, n int) {
	w, h := f.flat.Rect.Dx(), f.flat.Rect.Dy()
	f.h.set(r.x0, r.x1, r.width, w)
	f.v.set(r.y0, r.y1, inputHeight, h)
	f.wide = growFloats(f.wide, r.width*h*inputChannels)
	for y := range h {
		f.widen(y, w, r.width)
	}
	out := to.Data[n*to.H*to.W*to.C:][:to.H*to.W*to.C]
	clear(out)
	for y := range inputHeight {
		line := out[y*to.W*inputChannels:][:r.width*inputChannels]
		for k, weight := range f.v.weights[f.v.start[y]:f.v.start[y+1]] {
			from := f.wide[(f.v.first[y]+k)*r.width*inputChannels:][:len(line)]
			for i, v := range from {
				line[i] += weight * v
			}
		}
		for i := 0; i < len(line); i += inputChannels {
			line[i] = float32(math.Sqrt(float64(max(line[i], 0))))
		}
	}
}

// widen scales row y of the picture horizontally.
func (f *framer) widen(y, w, width int) {
	out := f.wide[y*width*inputChannels:][:width*inputChannels]
	pix, ink := f.flat.Pix[y*w*4:][:w*4], f.ink[y*w:][:w]
	for x := range width {
		var d, r, g, b float32
		at := f.h.first[x]
		for _, weight := range f.h.weights[f.h.start[x]:f.h.start[x+1]] {
			p := pix[at*4 : at*4+3 : at*4+3]
			d += weight * ink[at]
			r += weight * (float32(p[0]) - f.back[0])
			g += weight * (float32(p[1]) - f.back[1])
			b += weight * (float32(p[2]) - f.back[2])
			at++
		}
		o := out[x*inputChannels:][:inputChannels]
		o[0], o[1], o[2], o[3] = d, r*f.scale[0], g*f.scale[1], b*f.scale[2]
	}
}

// kernel holds the weights that scale a line: bilinear where it grows, an average
// over the pixels below where it shrinks.
type kernel struct {
	first, start []int
	weights      []float32
}

// set fits the range from a to b of a line of size pixels into n pixels. What lies
// outside the line has no weight: it is background.
func (k *kernel) set(a, b float32, n, size int) {
	k.first, k.start, k.weights = k.first[:0], append(k.start[:0], 0), k.weights[:0]
	step := (b - a) / float32(n)
	radius := max(step, 1)
	for i := range n {
		centre := a + (float32(i)+0.5)*step - 0.5
		from := int(math.Ceil(float64(centre - radius)))
		to := int(math.Floor(float64(centre + radius)))
		var sum float32
		begin := len(k.weights)
		first := min(max(from, 0), size-1)
		for p := from; p <= to; p++ {
			weight := max(1-float32(math.Abs(float64(float32(p)-centre)))/radius, 0)
			sum += weight
			if p >= 0 && p < size {
				k.weights = append(k.weights, weight)
			}
		}
		for j := begin; j < len(k.weights); j++ {
			k.weights[j] /= sum
		}
		k.first, k.start = append(k.first, first), append(k.start, len(k.weights))
	}
}

func growFloats(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n)
	}
	return s[:n]
}
