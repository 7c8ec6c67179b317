package captcha

import (
	"image"
	"slices"
)

// Values of a binary picture.
const (
	ink   uint8 = 0
	paper uint8 = 255
)

// threshold makes every pixel up to t ink and the others paper.
func threshold(g *image.Gray, t uint8) *image.Gray {
	return each(g, func(v uint8) uint8 {
		if v <= t {
			return ink
		}
		return paper
	})
}

func histogram(g *image.Gray) (h [256]int) {
	for _, v := range g.Pix {
		h[v]++
	}
	return h
}

// otsu separates ink from paper where the variance between the two is greatest
// (Otsu 1979).
func otsu(g *image.Gray) *image.Gray {
	return threshold(g, otsuLevel(histogram(g)))
}

func otsuLevel(h [256]int) uint8 {
	var total, sum float64
	for v, n := range h {
		total += float64(n)
		sum += float64(v * n)
	}
	var level uint8
	var best, n0, s0 float64
	for v, n := range h {
		n0 += float64(n)
		s0 += float64(v * n)
		if n0 == 0 || n0 == total {
			continue
		}
		d := s0/n0 - (sum-s0)/(total-n0)
		if between := n0 * (total - n0) * d * d; between > best {
			best, level = between, uint8(v)
		}
	}
	return level
}

// median replaces each pixel by the median of the 3×3 around it.
func median(g *image.Gray) *image.Gray {
	out := image.NewGray(g.Rect)
	var near [9]uint8
	for y := range g.Rect.Dy() {
		for x := range g.Rect.Dx() {
			around(g, x, y, &near)
			slices.Sort(near[:])
			out.Pix[y*out.Stride+x] = near[4]
		}
	}
	return out
}

// around fills near with the 3×3 at x, y; the picture's edge is repeated outside it.
func around(g *image.Gray, x, y int, near *[9]uint8) {
	for i := range near {
		nx := max(0, min(g.Rect.Dx()-1, x+i%3-1))
		ny := max(0, min(g.Rect.Dy()-1, y+i/3-1))
		near[i] = g.Pix[ny*g.Stride+nx]
	}
}

// despeckle removes connected ink (eight neighbours) of fewer than area pixels
// from a binary picture.
func despeckle(area int) op {
	return func(g *image.Gray) *image.Gray {
		out := each(g, func(v uint8) uint8 { return v })
		for _, blob := range blobs(g) {
			if len(blob) < area {
				erase(out, blob)
			}
		}
		return out
	}
}

func erase(g *image.Gray, pixels []int) {
	for _, i := range pixels {
		g.Pix[i] = paper
	}
}

// blobs lists the connected ink of a binary picture as offsets into Pix.
func blobs(g *image.Gray) (all [][]int) {
	seen := make([]bool, len(g.Pix))
	for i, v := range g.Pix {
		if v == ink && !seen[i] {
			all = append(all, flood(g, i, seen))
		}
	}
	return all
}

func flood(g *image.Gray, start int, seen []bool) []int {
	seen[start] = true
	blob := []int{start}
	for next := 0; next < len(blob); next++ {
		x, y := blob[next]%g.Stride, blob[next]/g.Stride
		for ny := max(0, y-1); ny <= min(g.Rect.Dy()-1, y+1); ny++ {
			for nx := max(0, x-1); nx <= min(g.Rect.Dx()-1, x+1); nx++ {
				if i := ny*g.Stride + nx; g.Pix[i] == ink && !seen[i] {
					seen[i] = true
					blob = append(blob, i)
				}
			}
		}
	}
	return blob
}

// unrule removes ink from a binary picture where it is at most width pixels high:
// the flat lines that are drawn through the text. Upright strokes stay whole.
func unrule(width int) op {
	return func(g *image.Gray) *image.Gray {
		out := each(g, func(v uint8) uint8 { return v })
		for x := range g.Rect.Dx() {
			for top := 0; top < g.Rect.Dy(); {
				end := inkEnd(g, x, top)
				if end-top <= width {
					fill(out, x, top, end)
				}
				top = max(end, top+1)
			}
		}
		return out
	}
}

// inkEnd returns where the run of ink that begins at x, y ends; y when there is none.
func inkEnd(g *image.Gray, x, y int) int {
	for y < g.Rect.Dy() && g.Pix[y*g.Stride+x] == ink {
		y++
	}
	return y
}

// fill makes column x paper from top to before end.
func fill(g *image.Gray, x, top, end int) {
	for y := top; y < end; y++ {
		g.Pix[y*g.Stride+x] = paper
	}
}

// unline removes ink from a binary picture that is thinner than width pixels in
// either direction, lines of any slope (morphological opening with a square).
// It also takes thin strokes and rounds corners.
func unline(width int) op {
	return func(g *image.Gray) *image.Gray {
		core := spread(g, width, paper) // the centres of the squares that are all ink
		return spread(core, width, ink)
	}
}

// spread sets each pixel to v when any pixel in the square of the given width
// around it is v; what lies outside the picture is paper. Two passes, as the
// square is separable.
func spread(g *image.Gray, width int, v uint8) *image.Gray {
	low, high := -(width-1)/2, width/2
	if v == ink { // the mirrored square, so that opening moves nothing
		low, high = -high, -low
	}
	wide := each(g, func(v uint8) uint8 { return v })
	w, h := g.Rect.Dx(), g.Rect.Dy()
	for y := range h {
		smear(g.Pix[y*w:], wide.Pix[y*w:], w, 1, low, high, v)
	}
	out := each(wide, func(v uint8) uint8 { return v })
	for x := range w {
		smear(wide.Pix[x:], out.Pix[x:], h, w, low, high, v)
	}
	return out
}

// smear is spread on one row or column: n pixels of from, step apart.
func smear(from, to []uint8, n, step, low, high int, v uint8) {
	for i := range n {
		for d := low; d <= high; d++ {
			at, there := i+d, paper
			if at >= 0 && at < n {
				there = from[at*step]
			}
			if there == v {
				to[i*step] = v
				break
			}
		}
	}
}
