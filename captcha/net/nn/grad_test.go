package nn

import (
	"math"
	"math/rand/v2"
	"testing"
)

var small = Plan{
	Channels: 4, Height: 16,
	Stem:    Block{Shape{KH: 5, KW: 5, SH: 2, SW: 2}, 8},
	Blocks:  []Block{{Shape{KH: 3, KW: 3, SH: 1, SW: 1}, 8}, {Shape{KH: 3, KW: 3, SH: 2, SW: 2}, 16}},
	Fold:    Block{Shape{KW: 3, SH: 1, SW: 1}, 16},
	Line:    []Block{{Shape{KH: 1, KW: 5, SH: 1, SW: 1}, 16}},
	Classes: 5,
}

// loss is CTC of a fixed text over softmax scores, and its gradient.
func loss(net *Net, x *Tensor, d *Tensor) float64 {
	y := net.Forward(x, true)
	d.Resize(y.N, y.H, y.W, y.C)
	var ctc CTC
	sum := 0.0
	for n := range y.N {
		steps := make([]float64, y.W*y.C)
		for t := range y.W {
			row := y.Data[(n*y.W+t)*y.C:][:y.C]
			z := 0.0
			for _, v := range row {
				z += math.Exp(float64(v))
			}
			for c, v := range row {
				steps[t*y.C+c] = float64(v) - math.Log(z)
			}
		}
		share := make([]float64, len(steps))
		sum += ctc.Loss(steps, y.C, []int{1, 3, 3}, share)
		for i, s := range steps {
			d.Data[n*y.W*y.C+i] = float32(math.Exp(s) - share[i])
		}
	}
	return sum
}

// TestGradient holds the gradient of every array against the difference quotient
// along a random direction.
func TestGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	net := NewNet(small, rng)
	x := &Tensor{N: 3, H: 16, W: 40, C: 4, Data: randoms(rng, 3*16*40*4)}
	var d, sink Tensor
	loss(net, x, &d)
	net.Backward(&d)
	for i, p := range net.Params() {
		direction := randoms(rng, len(p.Value))
		var want, norm float64
		for j, g := range p.gradient() {
			want += float64(g) * float64(direction[j])
			norm += float64(direction[j]) * float64(direction[j])
		}
		h := float32(3e-4 / math.Sqrt(norm))
		shift := func(by float32) float64 {
			for j := range p.Value {
				p.Value[j] += by * direction[j]
			}
			defer func() {
				for j := range p.Value {
					p.Value[j] -= by * direction[j]
				}
			}()
			return loss(net, x, &sink)
		}
		got := (shift(h) - shift(-h)) / (2 * float64(h))
		if math.Abs(got-want) > 0.05*math.Abs(want)+0.05 {
			t.Errorf("array %d of %d values: gradient %g, difference quotient %g", i, len(p.Value), want, got)
		}
	}
}
