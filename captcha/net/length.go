package net

import "math"

// lengths computes how probable every length of the text is, over all texts: the
// forward recursion of CTC with the number of characters in place of the text. It is
// exact and takes steps × lengths × symbols operations.
type lengths struct {
	last  []float64 // texts of n symbols whose last step shows symbol s, at n*width+s
	next  []float64
	blank []float64 // texts of n symbols whose last step is blank
	sums  []float64 // of last, over the symbols
	probs []float64
}

// log returns the logarithm of the probability of all texts of least to most
// symbols, given rows of width log probabilities.
func (l *lengths) log(steps []float64, width, least, most int) float64 {
	n := most + 1
	l.last, l.next = zeros(l.last, n*width), zeros(l.next, n*width)
	l.blank, l.sums, l.probs = zeros(l.blank, n), zeros(l.sums, n), zeros(l.probs, width)
	l.blank[0] = 1
	scale := 0.0
	for ; len(steps) >= width; steps = steps[width:] {
		for s, v := range steps[:width] {
			l.probs[s] = math.Exp(v)
		}
		scale += l.step(n, width)
	}
	total := 0.0
	for i := least; i < n; i++ {
		total += l.blank[i] + l.sums[i]
	}
	return math.Log(total) + scale
}

// step adds one step and returns the logarithm of the factor that was taken out.
func (l *lengths) step(n, width int) float64 {
	total := 0.0
	for i := n - 1; i >= 0; i-- {
		blank := l.probs[0] * (l.blank[i] + l.sums[i])
		sum := 0.0
		for s := 1; s < width; s++ {
			v := l.last[i*width+s]
			if i > 0 {
				v += l.blank[i-1] + max(l.sums[i-1]-l.last[(i-1)*width+s], 0)
			}
			v *= l.probs[s]
			l.next[i*width+s] = v
			sum += v
		}
		l.blank[i], l.sums[i] = blank, sum
		total += blank + sum
	}
	l.last, l.next = l.next, l.last
	for i := range l.last {
		l.last[i] /= total
	}
	for i := range n {
		l.blank[i] /= total
		l.sums[i] /= total
	}
	return math.Log(total)
}

func zeros(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n)
	}
	s = s[:n]
	clear(s)
	return s
}
