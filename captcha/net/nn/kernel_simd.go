//go:build goexperiment.simd && amd64

package nn

import "simd/archsimd"

// Kernel names the inner loops that this program was built with.
const Kernel = "avx2"

// The tile of the product that is summed in registers: eight vectors of sums, two
// of factors and one broadcast.
const (
	tileRows    = 4
	tileColumns = 16
)

const lanes = 8

func load(s []float32) archsimd.Float32x8 { return archsimd.LoadFloat32x8((*[lanes]float32)(s)) }

func store(v archsimd.Float32x8, s []float32) { v.Store((*[lanes]float32)(s)) }

// tile sets out to the product of a packed strip of rows and one of columns.
func tile(out *[tileRows * tileColumns]float32, a, b []float32) {
	var c00, c01, c10, c11, c20, c21, c30, c31 archsimd.Float32x8
	for len(a) >= 4 && len(b) >= 16 {
		b0, b1 := load(b), load(b[8:])
		f := archsimd.BroadcastFloat32x8(a[0])
		c00, c01 = f.MulAdd(b0, c00), f.MulAdd(b1, c01)
		f = archsimd.BroadcastFloat32x8(a[1])
		c10, c11 = f.MulAdd(b0, c10), f.MulAdd(b1, c11)
		f = archsimd.BroadcastFloat32x8(a[2])
		c20, c21 = f.MulAdd(b0, c20), f.MulAdd(b1, c21)
		f = archsimd.BroadcastFloat32x8(a[3])
		c30, c31 = f.MulAdd(b0, c30), f.MulAdd(b1, c31)
		a, b = a[4:], b[16:]
	}
	for i, v := range [...]archsimd.Float32x8{c00, c01, c10, c11, c20, c21, c30, c31} {
		store(v, out[i*lanes:])
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

// affine sets dst to src·scale+shift, channel by channel of every pixel. The
// number of channels is a multiple of lanes, here and below.
func affine(dst, src, scale, shift []float32) {
	n := len(scale)
	for c := 0; c < n; c += lanes {
		f, g := load(scale[c:]), load(shift[c:])
		for i := c; i < len(src); i += n {
			store(load(src[i:]).MulAdd(f, g), dst[i:])
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

// relu sets negative values of x to zero.
func relu(x []float32) {
	var zero archsimd.Float32x8
	i := 0
	for ; i+lanes <= len(x); i += lanes {
		store(load(x[i:]).Max(zero), x[i:])
	}
	for ; i < len(x); i++ {
		x[i] = max(x[i], 0)
	}
}

// reluGrad sets d to zero where y, the output of relu, is zero.
func reluGrad(d, y []float32) {
	y = y[:len(d)]
	var zero archsimd.Float32x8
	i := 0
	for ; i+lanes <= len(d); i += lanes {
		store(load(d[i:]).Masked(load(y[i:]).Greater(zero)), d[i:])
	}
	for ; i < len(d); i++ {
		if y[i] == 0 {
			d[i] = 0
		}
	}
}
