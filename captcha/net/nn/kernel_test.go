package nn

import (
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

func BenchmarkProduct(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, s := range [][3]int{{1536 * 4, 32, 100}, {768, 96, 96}, {128, 160, 576}, {160, 576, 600}} {
		m, n, k := s[0], s[1], s[2]
		x, y, z := randoms(rng, m*k), randoms(rng, k*n), make([]float32, m*n)
		b.Run("", func(b *testing.B) {
			var p product
			start := cpu()
			for b.Loop() {
				p.add(z, matrix{x, k, 1}, matrix{y, n, 1}, m, n, k)
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
