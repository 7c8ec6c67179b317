package prep

import "image"

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

// meanGrey separates at the mean of all greys.
func meanGrey(g *image.Gray) *image.Gray {
	return threshold(g, uint8(meanOf(g)))
}

// maxSmoothings bounds how often a histogram is smoothed until it has two peaks.
const maxSmoothings = 500

// twoPeaks separates at the valley between the two peaks of the histogram, which
// is smoothed until it has no more than two (Prewitt & Mendelsohn 1966). A
// histogram with a single peak is separated by otsu.
func twoPeaks(g *image.Gray) *image.Gray {
	var h [256]float64
	for v, n := range histogram(g) {
		h[v] = float64(n)
	}
	for range maxSmoothings {
		peaks := peaksOf(&h)
		if len(peaks) == 2 {
			return threshold(g, valley(&h, peaks[0], peaks[1]))
		}
		if len(peaks) < 2 {
			break
		}
		h = smoothed(&h)
	}
	return otsu(g)
}

// peaksOf lists the greys that are more frequent than their neighbours; of equal
// ones the first.
func peaksOf(h *[256]float64) (peaks []int) {
	rising := true
	for v := range h {
		switch next := nextOf(h, v); {
		case next > h[v]:
			rising = true
		case next < h[v]:
			if rising {
				peaks = append(peaks, v)
			}
			rising = false
		}
	}
	return peaks
}

// nextOf is the count of the next grey; none after the last.
func nextOf(h *[256]float64, v int) float64 {
	if v == len(h)-1 {
		return -1
	}
	return h[v+1]
}

// smoothed takes the mean of three neighbours.
func smoothed(h *[256]float64) (out [256]float64) {
	for v := range h {
		out[v] = (h[max(0, v-1)] + h[v] + h[min(255, v+1)]) / 3
	}
	return out
}

// valley is the rarest grey between two peaks, the middle of equal ones.
func valley(h *[256]float64, from, to int) uint8 {
	first, last := from, from
	for v := from; v <= to; v++ {
		switch {
		case h[v] < h[first]:
			first, last = v, v
		case h[v] == h[first]:
			last = v
		}
	}
	return uint8((first + last) / 2)
}
