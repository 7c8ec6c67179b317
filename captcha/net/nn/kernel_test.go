package nn

import (
	"math"
	"math/rand/v2"
	"syscall"
	"testing"
)

func randoms(rng *rand.Rand, n int) []float32 {
	s := make([]float32, n)
	for i := range s {
		s[i] = rng.Float32()*2 - 1
	}
	return s
}

// closeTo fails unless two slices are equal but for rounding.
func closeTo(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i, v := range want {
		if math.Abs(float64(got[i]-v)) > 1e-4*(1+math.Abs(float64(v))) {
			t.Fatalf("%s: value %d is %g, not %g", what, i, got[i], v)
		}
	}
}

// times is a·b of plain loops, for matrices with rows of k and n values.
func times(a, b []float32, m, n, k int) []float32 {
	c := make([]float32, m*n)
	for i := range m {
		for j := range n {
			sum := 0.0
			for x := range k {
				sum += float64(a[i*k+x]) * float64(b[x*n+j])
			}
			c[i*n+j] = float32(sum)
		}
	}
	return c
}

// turned is the same matrix, stored by columns.
func turned(s []float32, rows, columns int) []float32 {
	to := make([]float32, len(s))
	for i := range rows {
		for j := range columns {
			to[j*rows+i] = s[i*columns+j]
		}
	}
	return to
}

// TestProduct holds the products, of whichever build, against plain loops; half of
// the left factor is zero.
func TestProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, s := range [][3]int{{1, 1, 1}, {2, 4, 3}, {5, 17, 9}, {96, 16, 256}, {97, 33, 257}, {200, 40, 520}} {
		m, n, k := s[0], s[1], s[2]
		a, b, c := randoms(rng, m*k), randoms(rng, k*n), randoms(rng, m*n)
		for i := range a {
			a[i] = max(a[i], 0)
		}
		set := times(a, b, m, n, k)
		want := append([]float32(nil), c...)
		for i, v := range set {
			want[i] += v
		}
		var p product
		for _, left := range []matrix{{a, k, 1}, {turned(a, m, k), 1, m}} {
			got := append([]float32(nil), c...)
			p.add(got, left, b, m, n, k)
			closeTo(t, "add", got, want)
			p.set(got, left, b, m, n, k)
			closeTo(t, "set", got, set)
		}
		back := times(c, turned(b, k, n), m, k, n)
		got := append([]float32(nil), a...)
		p.setBack(got, c, b, got, m, n, k)
		for i, v := range a {
			if v == 0 {
				back[i], got[i] = 0, 0 // no rectifier lets a gradient pass there
			}
		}
		closeTo(t, "setBack", got, back)
	}
}

// TestPixelLoops holds the loops over pixels against formulas written out.
func TestPixelLoops(t *testing.T) {
	const c, pixels, step, width = 16, 7, 2, 3
	rng := rand.New(rand.NewPCG(2, 1))
	w, dst := randoms(rng, width*c), randoms(rng, pixels*c)
	src := randoms(rng, (pixels*step+width)*c)
	fresh, added := make([]float32, len(dst)), append([]float32(nil), dst...)
	back, grad := make([]float32, len(src)), make([]float32, len(w))
	for p := range pixels {
		for k := range width {
			for i := range c {
				at := (p*step+k)*c + i
				fresh[p*c+i] += src[at] * w[k*c+i]
				added[p*c+i] += src[at] * w[k*c+i]
				back[at] += dst[p*c+i] * w[k*c+i]
				grad[k*c+i] += dst[p*c+i] * src[at]
			}
		}
	}
	got := append([]float32(nil), dst...)
	taps(got, src, w, step*c, c, false)
	closeTo(t, "taps", got, added)
	taps(got, src, w, step*c, c, true)
	closeTo(t, "fresh taps", got, fresh)
	got = make([]float32, len(src))
	tapsBack(got, dst, w, step*c, c)
	closeTo(t, "tapsBack", got, back)
	got = make([]float32, len(w))
	tapsGrad(got, src, dst, step*c, c)
	closeTo(t, "tapsGrad", got, grad)
}

// TestNormLoops does the same for the loops of the norm.
func TestNormLoops(t *testing.T) {
	const c, n = 8, 40
	rng := rand.New(rand.NewPCG(3, 1))
	a, b, scale, shift := randoms(rng, n), randoms(rng, n), randoms(rng, c), randoms(rng, c)
	plain, rectified, sums := make([]float32, n), make([]float32, n), make([]float32, n)
	masked, sum, dot := make([]float32, n), make([]float32, c), make([]float32, c)
	sumAll, dotAll := make([]float32, c), make([]float32, c)
	for i := range n {
		plain[i] = a[i]*scale[i%c] + shift[i%c]
		rectified[i] = max(plain[i], 0)
		sums[i] = max(a[i]+b[i], 0)
		if rectified[i] > 0 {
			masked[i] = b[i]
		}
		sum[i%c] += masked[i]
		dot[i%c] += masked[i] * a[i]
		sumAll[i%c] += a[i]
		dotAll[i%c] += a[i] * b[i]
	}
	got := make([]float32, n)
	affine(got, a, scale, shift, false)
	closeTo(t, "affine", got, plain)
	affine(got, a, scale, shift, true)
	closeTo(t, "rectified", got, rectified)
	copy(got, a)
	addRelu(got, b)
	closeTo(t, "addRelu", got, sums)
	s, d := make([]float32, c), make([]float32, c)
	moments(s, d, a, b)
	closeTo(t, "sums", s, sumAll)
	closeTo(t, "products", d, dotAll)
	clear(s)
	clear(d)
	copy(got, b)
	maskedMoments(s, d, got, rectified, a)
	closeTo(t, "masked", got, masked)
	closeTo(t, "masked sums", s, sum)
	closeTo(t, "masked products", d, dot)
}

func BenchmarkProduct(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, s := range [][3]int{{1536 * 4, 32, 100}, {768, 96, 96}, {128, 160, 576}, {160, 576, 600}} {
		m, n, k := s[0], s[1], s[2]
		x, y, z := randoms(rng, m*k), randoms(rng, k*n), make([]float32, m*n)
		b.Run("", func(b *testing.B) {
			var p product
			start := cpu()
			for b.Loop() {
				p.add(z, matrix{x, k, 1}, y, m, n, k)
			}
			b.ReportMetric(float64(b.N)*2*float64(m*n*k)/(cpu()-start)/1e9, "GFLOP/s")
		})
	}
}

// cpu is the processor time that was used so far, in seconds.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
