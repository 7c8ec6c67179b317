//go:build !goexperiment.simd || !amd64

package nn

import "math"

// Without vector instructions a product is as fast as its terms are few, and more
// than half of what comes out of a rectifier is zero. So of each row of the left
// factor the values that are not zero are gathered first.
//
// So many rows are gathered at a time, and so many terms of the sum, which keeps what
// they are multiplied with in the second cache.
const (
	blockRows  = 64
	blockTerms = 256
)

// term is a value that is not zero, and which one it is.
type term struct {
	value float32
	at    uint32
}

// product multiplies matrices and keeps the memory that this needs.
type product struct {
	terms [blockRows * (blockTerms + 1)]term
	count [blockRows]int
}

func (p *product) run(c []float32, a matrix, b []float32, m, n, k int, fresh bool) {
	if fresh {
		clear(c[:m*n])
	}
	for k0 := 0; k0 < k; k0 += blockTerms {
		kn := min(blockTerms, k-k0)
		for i0 := 0; i0 < m; i0 += blockRows {
			in := min(blockRows, m-i0)
			p.gather(a, i0, in, k0, kn)
			for i, count := range p.count[:in] {
				addRows(c[(i0+i)*n:][:n], b[k0*n:], p.terms[i*(blockTerms+1):][:count])
			}
		}
	}
}

// gather lists the terms of rows i0.. of a.
//
//go:norace
func (p *product) gather(a matrix, i0, m, k0, k int) {
	if a.col != 1 {
		p.gatherTurned(a, i0, m, k0, k)
		return
	}
	for i := range m {
		p.count[i] = list(p.terms[i*(blockTerms+1):], a.data[(i0+i)*a.row+k0:][:k])
	}
}

// list writes the values of a row that are not zero to terms, which must have room
// for one more than there are values, and returns how many it found.
//
//go:norace
func list(to []term, row []float32) int {
	n := 0
	for x, v := range row {
		to[n] = term{v, uint32(x)}
		n += notZero(v)
	}
	return n
}

// gatherTurned is gather for a matrix that is stored by columns: the values of a
// column lie side by side.
//
//go:norace
func (p *product) gatherTurned(a matrix, i0, m, k0, k int) {
	clear(p.count[:m])
	for x := range k {
		column := a.data[i0*a.row+(k0+x)*a.col:]
		for i := range p.count[:m] {
			v := column[i*a.row]
			p.terms[i*(blockTerms+1)+p.count[i]] = term{v, uint32(x)}
			p.count[i] += notZero(v)
		}
	}
}

// notZero is 1 for what is not zero. There is no branch, which could not be foreseen.
func notZero(v float32) int {
	b := math.Float32bits(v) << 1
	return int((b | -b) >> 31)
}

// addRows adds to c the rows of b that the terms name, each times its value, six at a
// time.
//
//go:norace
func addRows(c, b []float32, terms []term) {
	n := len(c)
	for len(terms) >= 6 {
		t := (*[6]term)(terms)
		b0, b1, b2 := b[int(t[0].at)*n:][:n], b[int(t[1].at)*n:][:n], b[int(t[2].at)*n:][:n]
		b3, b4, b5 := b[int(t[3].at)*n:][:n], b[int(t[4].at)*n:][:n], b[int(t[5].at)*n:][:n]
		v0, v1, v2, v3, v4, v5 := t[0].value, t[1].value, t[2].value, t[3].value, t[4].value, t[5].value
		for j := range c {
			c[j] += (v0*b0[j] + v1*b1[j]) + (v2*b2[j] + v3*b3[j]) + (v4*b4[j] + v5*b5[j])
		}
		terms = terms[6:]
	}
	for _, t := range terms {
		row := b[int(t.at)*n:][:n]
		for j := range c {
			c[j] += t.value * row[j]
		}
	}
}

// setBack sets dx, with m rows of k values, to dy·wᵀ, where dy has m rows of n values
// and w has k rows; but where x is zero, which may be dx itself, dx becomes zero.
//
//go:norace
func (p *product) setBack(dx, dy, w, x []float32, m, n, k int) {
	for i := range m {
		row, d := dx[i*k:][:k], dy[i*n:][:n]
		for j := 0; j < k; j += blockTerms {
			part := min(blockTerms, k-j)
			wanted := p.terms[:list(p.terms[:], x[i*k+j:][:part])]
			clear(row[j:][:part])
			dots(row[j:], d, w[j*n:], wanted)
		}
	}
}

// dots sets the wanted values of to to the products of d with the rows of w, six at a
// time.
//
//go:norace
func dots(to, d, w []float32, wanted []term) {
	n := len(d)
	for len(wanted) >= 6 {
		t := (*[6]term)(wanted)
		w0, w1, w2 := w[int(t[0].at)*n:][:n], w[int(t[1].at)*n:][:n], w[int(t[2].at)*n:][:n]
		w3, w4, w5 := w[int(t[3].at)*n:][:n], w[int(t[4].at)*n:][:n], w[int(t[5].at)*n:][:n]
		var c0, c1, c2, c3, c4, c5 float32
		for i, v := range d {
			c0 += v * w0[i]
			c1 += v * w1[i]
			c2 += v * w2[i]
			c3 += v * w3[i]
			c4 += v * w4[i]
			c5 += v * w5[i]
		}
		to[t[0].at], to[t[1].at], to[t[2].at] = c0, c1, c2
		to[t[3].at], to[t[4].at], to[t[5].at] = c3, c4, c5
		wanted = wanted[6:]
	}
	for _, t := range wanted {
		var c float32
		for i, v := range w[int(t.at)*n:][:n] {
			c += v * d[i]
		}
		to[t.at] = c
	}
}
