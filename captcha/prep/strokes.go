package prep

import "image"

// longLines removes connected ink of a binary picture that is wider than share of
// the picture and on average thinner than width pixels: lines that touch no glyph.
func longLines(g *image.Gray, share, width float64) *image.Gray {
	out := gray(g)
	for _, blob := range blobs(g) {
		box := boxOf(g, blob)
		if wide := float64(box.Dx()); wide >= share*float64(g.Rect.Dx()) && float64(len(blob)) < width*wide {
			erase(out, blob)
		}
	}
	return out
}

// boxOf is the smallest rectangle around pixels.
func boxOf(g *image.Gray, pixels []int) (box image.Rectangle) {
	for _, i := range pixels {
		x, y := i%g.Stride, i/g.Stride
		box = box.Union(image.Rect(x, y, x+1, y+1))
	}
	return box
}

// strokes removes ink of a binary picture where strokes are thinner than width:
// what stays is as near to a pixel in the middle of a thick stroke as that is to
// the paper. Unlike unline it leaves the corners of thick strokes.
func strokes(g *image.Gray, width int) *image.Gray {
	depth := depths(g)
	near := spread(cores(g, depth, (width+1)/2), 2*((width+1)/2)+1, ink)
	out := gray(g)
	for i := range out.Pix {
		if near.Pix[i] != ink {
			out.Pix[i] = paper
		}
	}
	return out
}

// cores is ink where the paper is at least so far away.
func cores(g *image.Gray, depth []int, least int) *image.Gray {
	out := image.NewGray(g.Rect)
	for i, d := range depth {
		out.Pix[i] = paper
		if d >= least {
			out.Pix[i] = ink
		}
	}
	return out
}

// depths is the chessboard distance of every pixel of a binary picture to the
// nearest paper, in two passes (Rosenfeld & Pfaltz 1966): 0 on paper, 1 at the
// edge of ink. What lies outside the picture is paper.
func depths(g *image.Gray) []int {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	d := make([]int, w*h)
	at := func(x, y int) int {
		if x < 0 || y < 0 || x >= w || y >= h {
			return 0
		}
		return d[y*w+x]
	}
	for i, v := range g.Pix {
		if x, y := i%w, i/w; v == ink {
			d[i] = 1 + min(at(x-1, y), at(x-1, y-1), at(x, y-1), at(x+1, y-1))
		}
	}
	for i := len(d) - 1; i >= 0; i-- {
		if x, y := i%w, i/w; d[i] > 0 {
			d[i] = min(d[i], 1+min(at(x+1, y), at(x+1, y+1), at(x, y+1), at(x-1, y+1)))
		}
	}
	return d
}
