package prep

import (
	"image"
	"math"
)

// integral answers sums over rectangles in constant time (Crow 1984): entry
// (x, y) of a table is the sum of all pixels above and left of it.
type integral struct {
	w, h         int
	sums, powers []float64 // of the values and of their squares, (w+1)·(h+1)
}

func newIntegral(g *image.Gray) *integral {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	t := &integral{w: w, h: h, sums: make([]float64, (w+1)*(h+1)), powers: make([]float64, (w+1)*(h+1))}
	for y := range h {
		var sum, power float64
		for x := range w {
			v := float64(g.Pix[y*g.Stride+x])
			sum += v
			power += v * v
			at := (y+1)*(w+1) + x + 1
			t.sums[at] = t.sums[at-w-1] + sum
			t.powers[at] = t.powers[at-w-1] + power
		}
	}
	return t
}

// around returns mean and variance of the square of the given side at (x, y), cut
// off at the edges of the picture.
func (t *integral) around(x, y, side int) (mean, variance float64) {
	x0, x1 := max(0, x-side/2), min(t.w, x+(side+1)/2)
	y0, y1 := max(0, y-side/2), min(t.h, y+(side+1)/2)
	n := float64((x1 - x0) * (y1 - y0))
	mean = t.over(t.sums, x0, y0, x1, y1) / n
	return mean, max(0, t.over(t.powers, x0, y0, x1, y1)/n-mean*mean)
}

func (t *integral) over(table []float64, x0, y0, x1, y1 int) float64 {
	row := t.w + 1
	return table[y1*row+x1] - table[y0*row+x1] - table[y1*row+x0] + table[y0*row+x0]
}

// local makes each pixel from its value and mean and variance around it.
func local(g *image.Gray, window int, f func(v, mean, variance float64) uint8) *image.Gray {
	t := newIntegral(g)
	out := image.NewGray(g.Rect)
	for y := range t.h {
		for x := range t.w {
			mean, variance := t.around(x, y, window)
			out.Pix[y*out.Stride+x] = f(float64(g.Pix[y*g.Stride+x]), mean, variance)
		}
	}
	return out
}

// binary is ink below the limit and paper from there on.
func binary(v, limit float64) uint8 {
	if v < limit {
		return ink
	}
	return paper
}

// niblack separates at mean + k·deviation of the window around each pixel
// (Niblack 1986).
func niblack(g *image.Gray, window int, k float64) *image.Gray {
	return local(g, window, func(v, mean, variance float64) uint8 {
		return binary(v, mean+k*math.Sqrt(variance))
	})
}

// sauvola separates at mean·(1 + k·(deviation/128 − 1)) of the window around each
// pixel (Sauvola & Pietikäinen 2000); sums by integral images as Shafait et al.
// 2008 have it.
func sauvola(g *image.Gray, window int, k float64) *image.Gray {
	return local(g, window, func(v, mean, variance float64) uint8 {
		return binary(v, mean*(1+k*(math.Sqrt(variance)/128-1)))
	})
}

// meanFilter takes the mean of the window around each pixel.
func meanFilter(g *image.Gray, window int) *image.Gray {
	return local(g, window, func(_, mean, _ float64) uint8 { return clamp(mean) })
}

// wiener is the adaptive filter of Lee (1980) as Lim (1990) gives it: the noise is
// the mean of all variances, and a pixel is drawn to its mean by the noise's share
// of the variance around it.
func wiener(g *image.Gray, window int) *image.Gray {
	noise := meanVariance(g, window)
	return local(g, window, func(v, mean, variance float64) uint8 {
		if variance <= noise {
			return clamp(mean)
		}
		return clamp(mean + (variance-noise)/variance*(v-mean))
	})
}

func meanVariance(g *image.Gray, window int) float64 {
	t := newIntegral(g)
	var sum float64
	for y := range t.h {
		for x := range t.w {
			_, variance := t.around(x, y, window)
			sum += variance
		}
	}
	return sum / float64(max(len(g.Pix), 1))
}
