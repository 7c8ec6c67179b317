package net

import (
	"math"
	"math/rand/v2"

	"dyncrawl/captcha/net/nn"
)

// jitter changes pictures that are shown again and again, so that the network does
// not learn them by heart. It keeps its memory from one picture to the next.
type jitter struct {
	from []float32
	wave []float32
}

// apply turns, slants and bends one picture, strikes it through, changes its contrast
// and tint, and adds noise to it.
func (j *jitter) apply(t *nn.Tensor, rng *rand.Rand) {
	if rng.Float64() < 0.7 {
		j.bend(t, rng)
	}
	strike(t, rng)
	j.tint(t, rng)
}

// bend takes every pixel from a place nearby: up to 4 degrees turned and slanted,
// up to 1.2 rows shifted in a wave.
func (j *jitter) bend(t *nn.Tensor, rng *rand.Rand) {
	j.from = append(j.from[:0], t.Data...)
	turn, slant := float32(rng.Float64()-0.5)*0.1, float32(rng.Float64()-0.5)*0.2
	lift, phase := rng.Float64()*1.2, rng.Float64()*2*math.Pi
	length := 20 + rng.Float64()*80
	j.wave = growFloats(j.wave, t.W)
	for x := range j.wave {
		j.wave[x] = float32(lift * math.Sin(float64(x)/length*2*math.Pi+phase))
	}
	cx, cy := float32(t.W)/2, float32(t.H)/2
	for y := range t.H {
		for x := range t.W {
			dx, dy := float32(x)-cx, float32(y)-cy
			sx := float32(x) + slant*dy - turn*dy
			sy := float32(y) + turn*dx + j.wave[x]
			j.sample(t.Data[(y*t.W+x)*inputChannels:][:inputChannels], sx, sy, t.W, t.H)
		}
	}
}

// sample interpolates between the four pixels around a place; outside is background.
func (j *jitter) sample(out []float32, x, y float32, w, h int) {
	x0, y0 := int(math.Floor(float64(x))), int(math.Floor(float64(y)))
	if x0 < 0 || y0 < 0 || x0+1 >= w || y0+1 >= h {
		clear(out)
		return
	}
	fx, fy := x-float32(x0), y-float32(y0)
	top := j.from[(y0*w+x0)*inputChannels:][:2*inputChannels]
	low := j.from[((y0+1)*w+x0)*inputChannels:][:2*inputChannels]
	for c := range out {
		a := top[c] + (top[c+inputChannels]-top[c])*fx
		b := low[c] + (low[c+inputChannels]-low[c])*fx
		out[c] = a + (b-a)*fy
	}
}

// tint scales every channel, and adds noise to half of the pictures.
func (j *jitter) tint(t *nn.Tensor, rng *rand.Rand) {
	var gain [inputChannels]float32
	for c := range gain {
		gain[c] = 0.85 + 0.3*rng.Float32()
	}
	noise := float32(0)
	if rng.Float64() < 0.5 {
		noise = 0.12 * rng.Float32()
	}
	for i := 0; i < len(t.Data); i += inputChannels {
		n := noise * (rng.Float32() - 0.5)
		for c, g := range gain {
			t.Data[i+c] = t.Data[i+c]*g + n
		}
	}
}
