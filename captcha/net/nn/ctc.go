package nn

import "math"

// Blank is the class that stands for no character.
const Blank = 0

var never = math.Inf(-1)

// negligible is the difference of two logarithms beyond which the smaller number adds
// nothing to the larger one in 53 bits.
const negligible = 37

// faintest is the logarithm of a share that is none.
const faintest = -40

// LogAdd returns log(exp(a)+exp(b)).
func LogAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if b < a-negligible || b == never {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

// CTC computes the loss of connectionist temporal classification (Graves et al.,
// 2006) and keeps its memory from call to call.
type CTC struct {
	alpha, beta []float64
	path        []int
}

// LogProbability returns the logarithm of the probability that the steps spell the
// labels. steps has one row of width log probabilities a step.
func (c *CTC) LogProbability(steps []float64, width int, labels []int) float64 {
	t := len(steps) / width
	c.extend(labels)
	c.forward(steps, width, t)
	return c.total(t)
}

// extend puts blanks around and between the labels.
func (c *CTC) extend(labels []int) {
	c.path = append(c.path[:0], Blank)
	for _, l := range labels {
		c.path = append(c.path, l, Blank)
	}
}

// forward fills alpha: the log probability of all beginnings that end at step t in
// place s of the path.
func (c *CTC) forward(steps []float64, width, t int) {
	n := len(c.path)
	c.alpha = fillNever(c.alpha, t*n)
	c.alpha[0] = steps[c.path[0]]
	if n > 1 {
		c.alpha[1] = steps[c.path[1]]
	}
	for i := 1; i < t; i++ {
		row, last := c.alpha[i*n:][:n], c.alpha[(i-1)*n:][:n]
		for s := range n {
			sum := last[s]
			if s > 0 {
				sum = LogAdd(sum, last[s-1])
			}
			if c.jumps(s) {
				sum = LogAdd(sum, last[s-2])
			}
			row[s] = sum + steps[i*width+c.path[s]]
		}
	}
}

// jumps reports whether place s may follow place s-2: the blank between two
// different labels is not needed.
func (c *CTC) jumps(s int) bool {
	return s > 1 && c.path[s] != Blank && c.path[s] != c.path[s-2]
}

func (c *CTC) total(t int) float64 {
	n := len(c.path)
	last := c.alpha[(t-1)*n:][:n]
	if n == 1 {
		return last[0]
	}
	return LogAdd(last[n-1], last[n-2])
}

// backward fills beta: the log probability of all endings after step t, from place
// s of the path.
func (c *CTC) backward(steps []float64, width, t int) {
	n := len(c.path)
	c.beta = fillNever(c.beta, t*n)
	row := c.beta[(t-1)*n:][:n]
	row[n-1] = 0
	if n > 1 {
		row[n-2] = 0
	}
	for i := t - 2; i >= 0; i-- {
		row, next, p := c.beta[i*n:][:n], c.beta[(i+1)*n:][:n], steps[(i+1)*width:]
		for s := range n {
			sum := next[s] + p[c.path[s]]
			if s+1 < n {
				sum = LogAdd(sum, next[s+1]+p[c.path[s+1]])
			}
			if s+2 < n && c.jumps(s+2) {
				sum = LogAdd(sum, next[s+2]+p[c.path[s+2]])
			}
			row[s] = sum
		}
	}
}

// Loss returns the negative log probability of the labels and sets share to the
// probability that each step belongs to each class, given the labels. It is
// infinite, and share zero, when the labels do not fit into the steps.
func (c *CTC) Loss(steps []float64, width int, labels []int, share []float64) float64 {
	t := len(steps) / width
	clear(share)
	total := c.LogProbability(steps, width, labels)
	if total == never {
		return math.Inf(1)
	}
	c.backward(steps, width, t)
	n := len(c.path)
	for i := range t {
		for s, class := range c.path {
			if p := c.alpha[i*n+s] + c.beta[i*n+s] - total; p > faintest {
				share[i*width+class] += math.Exp(p)
			}
		}
	}
	return -total
}

// Centres appends to to the mean step of each label, given the labels. It must follow
// a call of Loss that was finite.
func (c *CTC) Centres(to []float64) []float64 {
	n := len(c.path)
	t := len(c.alpha) / n
	total := c.total(t)
	for s := 1; s < n; s += 2 {
		sum, mass := 0.0, 0.0
		for i := range t {
			if p := c.alpha[i*n+s] + c.beta[i*n+s] - total; p > faintest {
				sum += math.Exp(p) * float64(i)
				mass += math.Exp(p)
			}
		}
		to = append(to, sum/mass)
	}
	return to
}

func fillNever(s []float64, n int) []float64 {
	if cap(s) < n {
		s = make([]float64, n)
	}
	s = s[:n]
	for i := range s {
		s[i] = never
	}
	return s
}
