package prep

import "image"

// unrule removes ink from a binary picture where it is at most width pixels high:
// the flat lines that are drawn through the text. Upright strokes stay whole.
func unrule(g *image.Gray, width int) *image.Gray {
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
func unline(g *image.Gray, width int) *image.Gray {
	core := spread(g, width, paper) // the centres of the squares that are all ink
	return spread(core, width, ink)
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
