package net

import (
	"image"
	"image/color"
	"image/draw"
	"math"
)

// Size of the network's input. Pictures are scaled to its height; their width
// follows, rounded to the network's stride.
const (
	inputHeight   = 40
	inputChannels = 4
	minWidth      = 32
	maxWidth      = 208
)

// framing says which part of a picture the network looks at.
type framing struct {
	whole   bool    // the whole picture, else the ink
	trim    float64 // share of the ink that may lie outside, at each of the four sides
	margin  float64 // added around the ink, in heights of the ink
	stretch float64 // of the width; 1 keeps the shape
}

// framer turns pictures into input for the network. It keeps its memory from one
// picture to the next.
type framer struct {
	flat       *image.RGBA
	ink        []float32 // distance of each pixel from the background, 1 for strong ink
	solid      []float32 // the same where neighbours agree: without lines one pixel wide
	rows, cols []float32
	counts     [4096]int32
	levels     [256]int32
	back       [3]float32
	scale      [3]float32 // turns a colour's difference from the background into input
	wide       []float32  // the picture scaled in width only
	h, v       kernel
}

// load flattens a picture on white and measures its background and its ink.
func (f *framer) load(picture image.Image) {
	b := picture.Bounds()
	r := image.Rect(0, 0, b.Dx(), b.Dy())
	if f.flat == nil || cap(f.flat.Pix) < r.Dx()*r.Dy()*4 {
		f.flat = image.NewRGBA(r)
	}
	f.flat.Pix, f.flat.Stride, f.flat.Rect = f.flat.Pix[:r.Dx()*r.Dy()*4], r.Dx()*4, r
	if source, ok := picture.(*image.RGBA); !ok || !source.Opaque() {
		draw.Draw(f.flat, r, white, image.Point{}, draw.Src)
	}
	draw.Draw(f.flat, r, picture, b.Min, draw.Over)
	f.findBackground()
	f.findInk()
}

var white = image.NewUniform(color.White)

// findBackground takes the mean of the most frequent colour.
func (f *framer) findBackground() {
	f.counts = [4096]int32{}
	for p := f.flat.Pix; len(p) >= 4; p = p[4:] {
		f.counts[int(p[0]>>4)<<8|int(p[1]>>4)<<4|int(p[2]>>4)]++
	}
	best := 0
	for i, n := range f.counts {
		if n > f.counts[best] {
			best = i
		}
	}
	centre := [3]int{best>>8<<4 + 8, best>>4&15<<4 + 8, best&15<<4 + 8}
	var sum [3]int
	n := 0
	for p := f.flat.Pix; len(p) >= 4; p = p[4:] {
		r, g, b := int(p[0]), int(p[1]), int(p[2])
		if max(abs(r-centre[0]), abs(g-centre[1]), abs(b-centre[2])) <= 20 {
			sum[0], sum[1], sum[2] = sum[0]+r, sum[1]+g, sum[2]+b
			n++
		}
	}
	for i := range sum {
		f.back[i] = float32(sum[i]) / float32(max(n, 1))
	}
}

func abs(x int) int { return max(x, -x) }

// weakest is the least contrast, as a share of the largest possible, that counts as
// full ink.
const weakest = 0.08

// findInk measures the distance of every pixel from the background, relative to
// that of the strongest hundredth of all pixels, and turns ink positive.
func (f *framer) findInk() {
	w, h := f.flat.Rect.Dx(), f.flat.Rect.Dy()
	f.ink = growFloats(f.ink, w*h)
	f.levels = [256]int32{}
	for i := range f.ink {
		p := f.flat.Pix[i*4:]
		r, g, b := float32(p[0])-f.back[0], float32(p[1])-f.back[1], float32(p[2])-f.back[2]
		d := float32(math.Sqrt(float64(r*r+g*g+b*b))) / 442
		f.ink[i] = d
		f.levels[int(d*255)]++
	}
	top, seen := 255, 0
	for ; top > 0 && seen < len(f.ink)/100; top-- {
		seen += int(f.levels[top])
	}
	full := max(float32(top+1)/255, weakest)
	for i := range f.ink {
		f.ink[i] = min(f.ink[i]/full, 1.5)
	}
	f.orient(full)
}

// orient chooses the sign that makes the ink's lightness positive.
func (f *framer) orient(full float32) {
	var sum float32
	for i, d := range f.ink {
		if d > 0.5 {
			p := f.flat.Pix[i*4:]
			sum += 0.3*(float32(p[0])-f.back[0]) + 0.6*(float32(p[1])-f.back[1]) + 0.1*(float32(p[2])-f.back[2])
		}
	}
	factor := -1 / (255 * full)
	if sum > 0 {
		factor = -factor
	}
	f.scale = [3]float32{factor, factor, factor}
}

// frame is the part of a picture to look at, in pixels, and the width it is given.
type frame struct {
	x0, y0, x1, y1 float32
	width          int
}

// place decides what to look at.
func (f *framer) place(how framing) frame {
	w, h := float32(f.flat.Rect.Dx()), float32(f.flat.Rect.Dy())
	r := frame{x1: w, y1: h}
	if !how.whole {
		f.findRows()
		r.y0, r.y1 = extent(f.rows, how.trim)
		r.x0, r.x1 = extent(f.cols, how.trim)
		if least := max(10, h/5); r.y1-r.y0 < least {
			middle := (r.y0 + r.y1) / 2
			r.y0, r.y1 = middle-least/2, middle+least/2
		}
		pad := float32(how.margin)*(r.y1-r.y0) + 1
		r.x0, r.y0, r.x1, r.y1 = r.x0-pad, r.y0-pad, r.x1+pad, r.y1+pad
	}
	width := float64(r.x1-r.x0) / float64(r.y1-r.y0) * inputHeight * how.stretch
	r.width = min(max(int(width/4+0.5)*4, minWidth), maxWidth)
	return r
}

// faintest is the ink that does not count when the text is looked for.
const faintest = 0.3

// findRows sums the ink of rows and columns, of solid strokes where there are
// enough of them.
func (f *framer) findRows() {
	w, h := f.flat.Rect.Dx(), f.flat.Rect.Dy()
	f.solid = growFloats(f.solid, w*h)
	var all, solid float32
	for y := range h {
		below := min(y+1, h-1) * w
		for x := range w {
			right := min(x+1, w-1)
			d := f.ink[y*w+x]
			if d < faintest {
				f.solid[y*w+x] = 0
				continue
			}
			all += d
			if d = min(d, f.ink[y*w+right], f.ink[below+x], f.ink[below+right]); d < faintest {
				d = 0
			}
			f.solid[y*w+x] = d
			solid += d
		}
	}
	from := f.solid
	if solid < 0.15*all {
		from = f.ink
	}
	f.project(from, w, h)
}

func (f *framer) project(from []float32, w, h int) {
	f.rows, f.cols = growFloats(f.rows, h), growFloats(f.cols, w)
	clear(f.rows)
	clear(f.cols)
	for y := range h {
		for x, d := range from[y*w:][:w] {
			if d >= faintest {
				f.rows[y] += d
				f.cols[x] += d
			}
		}
	}
}

// extent returns the range that holds all of s but a share at each end.
func extent(s []float32, trim float64) (float32, float32) {
	var sum float32
	for _, v := range s {
		sum += v
	}
	if sum == 0 {
		return 0, float32(len(s))
	}
	least := sum * float32(trim)
	first, last := 0, len(s)
	for seen := s[0]; seen <= least && first < len(s)-1; seen += s[first] {
		first++
	}
	for seen := s[last-1]; seen <= least && last > first+1; seen += s[last-1] {
		last--
	}
	return float32(first), float32(last)
}
