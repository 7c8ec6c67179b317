//go:build goexperiment.simd && amd64

package nn

import (
	"math"
	"simd/archsimd"
	"unsafe"
)

// Kernel names the inner loops that this program was built with.
const Kernel = "avx2"

// The tile of the product that is summed in registers: eight vectors of sums, two
// of factors and one broadcast.
const (
	tileRows    = 4
	tileColumns = 16
)

// settle ends a stretch of vector instructions: as long as the upper halves of the
// registers are in use, scalar ones such as those of math.Exp take fifty times as long.
func settle() { archsimd.ClearAVXUpperBits() }

const lanes = 8

func load(s []float32) archsimd.Float32x8 { return archsimd.LoadFloat32x8((*[lanes]float32)(s)) }

func store(v archsimd.Float32x8, s []float32) { v.Store((*[lanes]float32)(s)) }

// at8 loads the eight values that lie so many bytes after p.
func at8(p unsafe.Pointer, bytes uintptr) archsimd.Float32x8 {
	return archsimd.LoadFloat32x8((*[lanes]float32)(unsafe.Add(p, bytes)))
}

// spread returns the value that lies so many bytes after p, in all lanes. It reads
// three values more: a scalar load would mix in instructions that keep the upper
// half of a register and stall.
func spread(p unsafe.Pointer, bytes uintptr) archsimd.Float32x8 {
	return archsimd.LoadFloat32x4((*[4]float32)(unsafe.Add(p, bytes))).Broadcast1To8()
}

// tile adds the product of a packed strip of rows and one of columns to a tile of c,
// whose rows are n apart, or sets the tile to it. Beyond a there must be memory for
// three values.
func tile(c []float32, n int, a, b []float32, fresh bool) {
	var c00, c01, c10, c11, c20, c21, c30, c31 archsimd.Float32x8
	terms := len(b) / tileColumns
	_ = a[:terms*tileRows+3] // the one check of bounds: the loop has none
	left, right := unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0])
	for ; terms >= 2; terms -= 2 {
		b0, b1 := at8(right, 0), at8(right, 32)
		f := spread(left, 0)
		c00, c01 = f.MulAdd(b0, c00), f.MulAdd(b1, c01)
		f = spread(left, 4)
		c10, c11 = f.MulAdd(b0, c10), f.MulAdd(b1, c11)
		f = spread(left, 8)
		c20, c21 = f.MulAdd(b0, c20), f.MulAdd(b1, c21)
		f = spread(left, 12)
		c30, c31 = f.MulAdd(b0, c30), f.MulAdd(b1, c31)
		b0, b1 = at8(right, 64), at8(right, 96)
		f = spread(left, 16)
		c00, c01 = f.MulAdd(b0, c00), f.MulAdd(b1, c01)
		f = spread(left, 20)
		c10, c11 = f.MulAdd(b0, c10), f.MulAdd(b1, c11)
		f = spread(left, 24)
		c20, c21 = f.MulAdd(b0, c20), f.MulAdd(b1, c21)
		f = spread(left, 28)
		c30, c31 = f.MulAdd(b0, c30), f.MulAdd(b1, c31)
		left, right = unsafe.Add(left, 2*tileRows*4), unsafe.Add(right, 2*tileColumns*4)
	}
	if terms == 1 {
		b0, b1 := at8(right, 0), at8(right, 32)
		f := spread(left, 0)
		c00, c01 = f.MulAdd(b0, c00), f.MulAdd(b1, c01)
		f = spread(left, 4)
		c10, c11 = f.MulAdd(b0, c10), f.MulAdd(b1, c11)
		f = spread(left, 8)
		c20, c21 = f.MulAdd(b0, c20), f.MulAdd(b1, c21)
		f = spread(left, 12)
		c30, c31 = f.MulAdd(b0, c30), f.MulAdd(b1, c31)
	}
	if !fresh {
		c00, c01 = c00.Add(load(c)), c01.Add(load(c[lanes:]))
		c10, c11 = c10.Add(load(c[n:])), c11.Add(load(c[n+lanes:]))
		c20, c21 = c20.Add(load(c[2*n:])), c21.Add(load(c[2*n+lanes:]))
		c30, c31 = c30.Add(load(c[3*n:])), c31.Add(load(c[3*n+lanes:]))
	}
	store(c00, c)
	store(c01, c[lanes:])
	store(c10, c[n:])
	store(c11, c[n+lanes:])
	store(c20, c[2*n:])
	store(c21, c[2*n+lanes:])
	store(c30, c[3*n:])
	store(c31, c[3*n+lanes:])
}

// interleave packs tileRows rows, n values apart, term by term.
func interleave(to, from []float32, n int) {
	k := len(to) / tileRows
	a, b, c, d := from[:k], from[n:][:k], from[2*n:][:k], from[3*n:][:k]
	for x := range k {
		*(*[tileRows]float32)(to[x*tileRows:]) = [tileRows]float32{a[x], b[x], c[x], d[x]}
	}
}

// mulAdd adds the products of a and b to dst, value by value.
func mulAdd(dst, a, b []float32) {
	a, b = a[:len(dst)], b[:len(dst)]
	i := 0
	for ; i+lanes <= len(dst); i += lanes {
		store(load(a[i:]).MulAdd(load(b[i:]), load(dst[i:])), dst[i:])
	}
	for ; i < len(dst); i++ {
		dst[i] += a[i] * b[i]
	}
}

// add adds a to dst.
func add(dst, a []float32) {
	a = a[:len(dst)]
	i := 0
	for ; i+lanes <= len(dst); i += lanes {
		store(load(a[i:]).Add(load(dst[i:])), dst[i:])
	}
	for ; i < len(dst); i++ {
		dst[i] += a[i]
	}
}

// taps adds to dst, a row of pixels of c channels, the row below it times a row of
// kernel weights, or sets dst to it. Neighbours in dst are step values apart in src.
func taps(dst, src, w []float32, step, c int, fresh bool) {
	if fresh {
		clear(dst)
	}
	if len(w) != 3*c {
		for ; len(dst) >= c; dst = dst[c:] {
			for k := 0; k < len(w); k += c {
				mulAdd(dst[:c], src[k:], w[k:])
			}
			src = src[min(step, len(src)):]
		}
		return
	}
	for i := 0; i < c; i += lanes {
		w0, w1, w2 := load(w[i:]), load(w[c+i:]), load(w[2*c+i:])
		for to, from := i, i; to < len(dst); to, from = to+c, from+step {
			v := load(src[from:]).MulAdd(w0, load(dst[to:]))
			v = load(src[from+c:]).MulAdd(w1, v)
			store(load(src[from+2*c:]).MulAdd(w2, v), dst[to:])
		}
	}
}

// tapsBack adds to dx what taps' gradient dy means for its source.
func tapsBack(dx, dy, w []float32, step, c int) {
	for i := 0; i < c; i += lanes {
		for k := i; k < len(w); k += c {
			f := load(w[k:])
			for from, to := i, k; from < len(dy); from, to = from+c, to+step {
				store(load(dy[from:]).MulAdd(f, load(dx[to:])), dx[to:])
			}
		}
	}
}

// tapsGrad adds to g what taps' gradient dy means for its weights.
func tapsGrad(g, src, dy []float32, step, c int) {
	for i := 0; i < c; i += lanes {
		for k := i; k < len(g); k += c {
			sum := load(g[k:])
			for from, at := k, i; at < len(dy); from, at = from+step, at+c {
				sum = load(src[from:]).MulAdd(load(dy[at:]), sum)
			}
			store(sum, g[k:])
		}
	}
}

// affine sets dst to src·scale+shift, channel by channel of every pixel, and what is
// negative to zero where rectify. The number of channels is a multiple of lanes, here
// and below.
func affine(dst, src, scale, shift []float32, rectify bool) {
	n := len(scale)
	least := archsimd.BroadcastFloat32x8(-math.MaxFloat32)
	if rectify {
		least = archsimd.Float32x8{}
	}
	for c := 0; c < n; c += lanes {
		f, g := load(scale[c:]), load(shift[c:])
		for i := c; i < len(src); i += n {
			store(load(src[i:]).MulAdd(f, g).Max(least), dst[i:])
		}
	}
}

// combine sets dst to a·fa+b·fb+shift, channel by channel of every pixel.
func combine(dst, a, b, fa, fb, shift []float32) {
	n := len(fa)
	for c := 0; c < n; c += lanes {
		f, g, h := load(fa[c:]), load(fb[c:]), load(shift[c:])
		for i := c; i < len(a); i += n {
			store(load(a[i:]).MulAdd(f, load(b[i:]).MulAdd(g, h)), dst[i:])
		}
	}
}

// moments adds to sum the values of a, and to dot their products with b's, channel
// by channel.
func moments(sum, dot, a, b []float32) {
	n := len(sum)
	for c := 0; c < n; c += lanes {
		s, d := load(sum[c:]), load(dot[c:])
		for i := c; i < len(a); i += n {
			v := load(a[i:])
			s, d = s.Add(v), v.MulAdd(load(b[i:]), d)
		}
		store(s, sum[c:])
		store(d, dot[c:])
	}
}

// addRelu adds a to dst and sets what is negative to zero.
func addRelu(dst, a []float32) {
	var zero archsimd.Float32x8
	for i := 0; i < len(dst); i += lanes {
		store(load(a[i:]).Add(load(dst[i:])).Max(zero), dst[i:])
	}
}

// maskedMoments sets d to zero where y, the output of a rectifier, is zero, and does
// what moments does for d and b.
func maskedMoments(sum, dot, d, y, b []float32) {
	n := len(sum)
	var zero archsimd.Float32x8
	for c := 0; c < n; c += lanes {
		s, t := load(sum[c:]), load(dot[c:])
		for i := c; i < len(d); i += n {
			v := load(d[i:]).Masked(load(y[i:]).Greater(zero))
			store(v, d[i:])
			s, t = s.Add(v), v.MulAdd(load(b[i:]), t)
		}
		store(s, sum[c:])
		store(t, dot[c:])
	}
}
