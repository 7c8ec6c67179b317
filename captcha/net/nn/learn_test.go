package nn

import (
	"math/rand/v2"
	"testing"
)

// TestLearn trains a small network on three pictures of noise until it spells the
// text for them.
func TestLearn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	net := NewNet(small, rng)
	x := &Tensor{N: 3, H: 16, W: 40, C: 4, Data: randoms(rng, 3*16*40*4)}
	adam := Adam{MaxNorm: 5}
	var d Tensor
	first := loss(net, x, &d)
	last := first
	for range 60 {
		last = loss(net, x, &d)
		net.Backward(&d)
		adam.Step(net.Params(), 0.01)
	}
	if last > first/20 {
		t.Errorf("the loss fell from %g to %g only", first, last)
	}
}
