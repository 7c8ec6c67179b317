//go:build !goexperiment.simd || !amd64

package nn

import "math"

// Kernel names the inner loops that this program was built with.
const Kernel = "go"

// The tile of the product that is summed in registers: eight sums and six
// factors fit into the sixteen of amd64.
const (
	tileRows    = 2
	tileColumns = 4
)

// tile sets out to the product of a packed strip of rows and one of columns.
func tile(out *[tileRows * tileColumns]float32, a, b []float32) {
	var c00, c01, c02, c03, c10, c11, c12, c13 float32
	for len(a) >= 2 && len(b) >= 4 {
		b0, b1, b2, b3 := b[0], b[1], b[2], b[3]
		a0, a1 := a[0], a[1]
		c00 += a0 * b0
		c01 += a0 * b1
		c02 += a0 * b2
		c03 += a0 * b3
		c10 += a1 * b0
		c11 += a1 * b1
		c12 += a1 * b2
		c13 += a1 * b3
		a, b = a[2:], b[4:]
	}
	*out = [tileRows * tileColumns]float32{c00, c01, c02, c03, c10, c11, c12, c13}
}

// mulAdd adds the products of a and b to dst, value by value.
func mulAdd(dst, a, b []float32) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		dst[i] += a[i] * b[i]
	}
}

// add adds a to dst.
func add(dst, a []float32) {
	a = a[:len(dst)]
	for i := range dst {
		dst[i] += a[i]
	}
}

// affine sets dst to src·scale+shift, channel by channel of every pixel.
func affine(dst, src, scale, shift []float32) {
	n := len(scale)
	shift = shift[:n]
	for ; len(src) >= n; dst, src = dst[n:], src[n:] {
		d, s := dst[:n], src[:n]
		for c, f := range scale {
			d[c] = s[c]*f + shift[c]
		}
	}
}

// combine sets dst to a·fa+b·fb+shift, channel by channel of every pixel.
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

// relu sets negative values of x to zero, without a branch: the sign of half the
// values cannot be foreseen.
func relu(x []float32) {
	for i, v := range x {
		b := math.Float32bits(v)
		x[i] = math.Float32frombits(b &^ uint32(int32(b)>>31))
	}
}

// reluGrad sets d to zero where y, the output of relu, is zero.
func reluGrad(d, y []float32) {
	y = y[:len(d)]
	for i, v := range d {
		b := math.Float32bits(y[i])
		keep := uint32(int32(-b) >> 31) // y is never negative: all ones unless it is zero
		d[i] = math.Float32frombits(math.Float32bits(v) & keep)
	}
}
