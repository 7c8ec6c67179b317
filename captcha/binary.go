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

// twoPeak separates at the lowest point between the two highest peaks of the
// histogram, smoothed until no more than two are left (Prewitt and Mendelsohn
// 1966). It takes faint ink for ink where Otsu's level, drawn to the middle,
// loses it.
func twoPeak(g *image.Gray) *image.Gray {
	var h [256]float64
	for v, n := range histogram(g) {
		h[v] = float64(n)
	}
	const rounds = 1000 // more never helps: the histogram is flat by then
	for range rounds {
		if peaks := peaks(h); len(peaks) <= 2 {
			break
		}
		h = smooth(h)
	}
	p := peaks(h)
	if len(p) != 2 {
		return otsu(g)
	}
	valley := p[0]
	for v := p[0]; v <= p[1]; v++ {
		if h[v] < h[valley] {
			valley = v
		}
	}
	return threshold(g, uint8(valley))
}

func peaks(h [256]float64) (at []int) {
	for v, n := range h {
		left := v == 0 || h[v-1] < n
		right := v == 255 || h[v+1] <= n
		if n > 0 && left && right {
			at = append(at, v)
		}
	}
	return at
}

func smooth(h [256]float64) (out [256]float64) {
	for v := range h {
		out[v] = (h[max(v-1, 0)] + h[v] + h[min(v+1, 255)]) / 3
	}
	return out
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

// unline removes ink thinner than width pixels from a binary picture: the lines
// that are drawn through the text. What has a square of that width in it stays,
// with its neighbourhood, so that strokes keep their ends (morphological
// opening by reconstruction of one step).
func unline(width int) op {
	return func(g *image.Gray) *image.Gray {
		core := spread(g, width, paper) // ink that is paper nowhere in the square
		return spread(core, width, ink)
	}
}

// spread sets each pixel to v when any pixel in the square of the given width
// around it is v; two passes, as the square is separable.
func spread(g *image.Gray, width int, v uint8) *image.Gray {
	return run(run(g, width, v, 1, 0), width, v, 0, 1)
}

// run is spread along one axis.
func run(g *image.Gray, width int, v uint8, dx, dy int) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	out := image.NewGray(g.Rect)
	low, high := -(width-1)/2, width/2
	if v == ink { // the mirrored square, so that opening moves nothing
		low, high = -high, -low
	}
	for y := range h {
		for x := range w {
			i := y*g.Stride + x
			out.Pix[i] = g.Pix[i]
			for d := low; d <= high; d++ {
				nx, ny := x+d*dx, y+d*dy
				if nx >= 0 && nx < w && ny >= 0 && ny < h && g.Pix[ny*g.Stride+nx] == v {
					out.Pix[i] = v
				}
			}
		}
	}
	return out
}
