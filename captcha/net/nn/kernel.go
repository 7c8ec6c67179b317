//go:build !goexperiment.simd || !amd64

package nn

import "math"

// A network serves one goroutine, so that the race detector has nothing to find in
// these loops, and would make them ten times slower.

// Kernel names the inner loops that this program was built with.
const Kernel = "go"

// The tile of the product that is summed in registers: eight sums and six
// factors fit into the sixteen of amd64.
const (
	tileRows    = 2
	tileColumns = 4
)

// tile adds the product of a packed strip of rows and one of columns to a tile of c,
// whose rows are n apart, or sets the tile to it. Four terms a turn are twice as fast
// as one.
//
//go:norace
func tile(c []float32, n int, a, b []float32, fresh bool) {
	var c00, c01, c02, c03, c10, c11, c12, c13 float32
	for len(a) >= 4*tileRows && len(b) >= 4*tileColumns {
		p, q := (*[4 * tileRows]float32)(a), (*[4 * tileColumns]float32)(b)
		f := p[0]
		c00 += f * q[0]
		c01 += f * q[1]
		c02 += f * q[2]
		c03 += f * q[3]
		f = p[1]
		c10 += f * q[0]
		c11 += f * q[1]
		c12 += f * q[2]
		c13 += f * q[3]
		f = p[2]
		c00 += f * q[4]
		c01 += f * q[5]
		c02 += f * q[6]
		c03 += f * q[7]
		f = p[3]
		c10 += f * q[4]
		c11 += f * q[5]
		c12 += f * q[6]
		c13 += f * q[7]
		f = p[4]
		c00 += f * q[8]
		c01 += f * q[9]
		c02 += f * q[10]
		c03 += f * q[11]
		f = p[5]
		c10 += f * q[8]
		c11 += f * q[9]
		c12 += f * q[10]
		c13 += f * q[11]
		f = p[6]
		c00 += f * q[12]
		c01 += f * q[13]
		c02 += f * q[14]
		c03 += f * q[15]
		f = p[7]
		c10 += f * q[12]
		c11 += f * q[13]
		c12 += f * q[14]
		c13 += f * q[15]
		a, b = a[4*tileRows:], b[4*tileColumns:]
	}
	for len(a) >= tileRows && len(b) >= tileColumns {
		c00 += a[0] * b[0]
		c01 += a[0] * b[1]
		c02 += a[0] * b[2]
		c03 += a[0] * b[3]
		c10 += a[1] * b[0]
		c11 += a[1] * b[1]
		c12 += a[1] * b[2]
		c13 += a[1] * b[3]
		a, b = a[tileRows:], b[tileColumns:]
	}
	top, low := (*[tileColumns]float32)(c), (*[tileColumns]float32)(c[n:])
	if fresh {
		*top, *low = [tileColumns]float32{}, [tileColumns]float32{}
	}
	*top = [tileColumns]float32{top[0] + c00, top[1] + c01, top[2] + c02, top[3] + c03}
	*low = [tileColumns]float32{low[0] + c10, low[1] + c11, low[2] + c12, low[3] + c13}
}

// interleave packs tileRows rows, n values apart, term by term.
//
//go:norace
func interleave(to, from []float32, n int) {
	k := len(to) / tileRows
	a, b := from[:k], from[n:][:k]
	for x := range k {
		*(*[tileRows]float32)(to[x*tileRows:]) = [tileRows]float32{a[x], b[x]}
	}
}

// mulAdd adds the products of a and b to dst, value by value.
//
//go:norace
func mulAdd(dst, a, b []float32) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		dst[i] += a[i] * b[i]
	}
}

// add adds a to dst.
//
//go:norace
func add(dst, a []float32) {
	a = a[:len(dst)]
	for i := range dst {
		dst[i] += a[i]
	}
}

// taps adds to dst, a row of pixels of c channels, the row below it times a row of
// kernel weights, or sets dst to it. Neighbours in dst are step values apart in src.
//
//go:norace
func taps(dst, src, w []float32, step, c int, fresh bool) {
	for ; len(dst) >= c; dst = dst[c:] {
		if fresh {
			clear(dst[:c])
		}
		for k := 0; k < len(w); k += c {
			mulAdd(dst[:c], src[k:], w[k:])
		}
		src = src[min(step, len(src)):]
	}
}

// tapsBack adds to dx what taps' gradient dy means for its source.
//
//go:norace
func tapsBack(dx, dy, w []float32, step, c int) {
	for ; len(dy) >= c; dy = dy[c:] {
		for k := 0; k < len(w); k += c {
			mulAdd(dx[k:][:c], dy, w[k:])
		}
		dx = dx[min(step, len(dx)):]
	}
}

// tapsGrad adds to g what taps' gradient dy means for its weights.
//
//go:norace
func tapsGrad(g, src, dy []float32, step, c int) {
	for ; len(dy) >= c; dy = dy[c:] {
		for k := 0; k < len(g); k += c {
			mulAdd(g[k:][:c], src[k:], dy)
		}
		src = src[min(step, len(src)):]
	}
}

// affine sets dst to src·scale+shift, channel by channel of every pixel, and what is
// negative to zero where rectify.
//
//go:norace
func affine(dst, src, scale, shift []float32, rectify bool) {
	n := len(scale)
	shift = shift[:n]
	var drop uint32
	if rectify {
		drop = ^uint32(0)
	}
	for ; len(src) >= n; dst, src = dst[n:], src[n:] {
		d, s := dst[:n], src[:n]
		for c, f := range scale {
			d[c] = without(s[c]*f+shift[c], drop)
		}
	}
}

// without returns v, or zero where v is negative and drop has all bits set. There is
// no branch: the sign of half the values cannot be foreseen.
//
//go:norace
func without(v float32, drop uint32) float32 {
	b := math.Float32bits(v)
	return math.Float32frombits(b &^ (uint32(int32(b)>>31) & drop))
}

// combine sets dst to a·fa+b·fb+shift, channel by channel of every pixel.
//
//go:norace
func combine(dst, a, b, fa, fb, shift []float32) {
	n := len(fa)
	fb, shift = fb[:n], shift[:n]
	for ; len(a) >= n; dst, a, b = dst[n:], a[n:], b[n:] {
		d, s, t := dst[:n], a[:n], b[:n]
		for c, f := range fa {
			d[c] = s[c]*f + t[c]*fb[c] + shift[c]
		}
	}
}

// moments adds to sum the values of a, and to dot their products with b's, channel
// by channel.
//
//go:norace
func moments(sum, dot, a, b []float32) {
	n := len(sum)
	dot = dot[:n]
	for ; len(a) >= n; a, b = a[n:], b[n:] {
		s, t := a[:n], b[:n]
		for c, v := range s {
			sum[c] += v
			dot[c] += v * t[c]
		}
	}
}

// addRelu adds a to dst and sets what is negative to zero.
//
//go:norace
func addRelu(dst, a []float32) {
	a = a[:len(dst)]
	for i, v := range dst {
		dst[i] = without(v+a[i], ^uint32(0))
	}
}

// maskedMoments sets d to zero where y, the output of a rectifier, is zero, and does
// what moments does for d and b.
//
//go:norace
func maskedMoments(sum, dot, d, y, b []float32) {
	n := len(sum)
	dot = dot[:n]
	for ; len(d) >= n; d, y, b = d[n:], y[n:], b[n:] {
		s, t, u := d[:n], y[:n], b[:n]
		for c, v := range s {
			keep := uint32(-int32(math.Float32bits(t[c])) >> 31) // all ones unless y is zero
			v = math.Float32frombits(math.Float32bits(v) & keep)
			s[c] = v
			sum[c] += v
			dot[c] += v * u[c]
		}
	}
}
