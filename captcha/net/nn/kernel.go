//go:build !goexperiment.simd || !amd64

package nn

import "math"

// A network serves one goroutine, so that the race detector has nothing to find in
// these loops, and would make them ten times slower.

// Kernel names the inner loops that this program was built with.
const Kernel = "go"

// settle ends a stretch of vector instructions; there are none.
func settle() {}

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
		if len(w) == 3*c {
			mulAdd3(dst[:c], src, w)
		} else {
			for k := 0; k < len(w); k += c {
				mulAdd(dst[:c], src[k:], w[k:])
			}
		}
		src = src[min(step, len(src)):]
	}
}

// mulAdd3 is mulAdd for three runs of a and b, one after the other: most kernels are
// three pixels wide, and this is twice as fast.
//
//go:norace
func mulAdd3(dst, a, b []float32) {
	c := len(dst)
	a0, a1, a2 := a[:c], a[c:][:c], a[2*c:][:c]
	b0, b1, b2 := b[:c], b[c:][:c], b[2*c:][:c]
	for i := range dst {
		dst[i] += a0[i]*b0[i] + a1[i]*b1[i] + a2[i]*b2[i]
	}
}

// tapsBack adds to dx what taps' gradient dy means for its source.
//
//go:norace
func tapsBack(dx, dy, w []float32, step, c int) {
	for ; len(dy) >= c; dy = dy[c:] {
		spread(dx, w, dy[:c])
		dx = dx[min(step, len(dx)):]
	}
}

// tapsGrad adds to g what taps' gradient dy means for its weights.
//
//go:norace
func tapsGrad(g, src, dy []float32, step, c int) {
	for ; len(dy) >= c; dy = dy[c:] {
		spread(g, src[:len(g)], dy[:c])
		src = src[min(step, len(src)):]
	}
}

// spread adds to dst the products of all runs of a with b, run by run.
//
//go:norace
func spread(dst, a, b []float32) {
	c := len(b)
	for ; len(a) >= 3*c; dst, a = dst[3*c:], a[3*c:] {
		d0, d1, d2 := dst[:c], dst[c:][:c], dst[2*c:][:c]
		a0, a1, a2 := a[:c], a[c:][:c], a[2*c:][:c]
		for i, v := range b {
			d0[i] += v * a0[i]
			d1[i] += v * a1[i]
			d2[i] += v * a2[i]
		}
	}
	for ; len(a) >= c; dst, a = dst[c:], a[c:] {
		mulAdd(dst[:c], a, b)
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
