package net

import (
	"math"
	"math/rand/v2"

	"dyncrawl/captcha/net/nn"
)

// struck is the probability of a stroke through a picture, and of one more through a
// picture that has one.
const struck = 0.4

// strike draws wavy strokes through some of the pictures, each in the colour of some of
// the ink, as lines that are to disturb are drawn.
func strike(t *nn.Tensor, rng *rand.Rand) {
	for rng.Float64() < struck {
		if ink, ok := someInk(t, rng); ok {
			anyStroke(t, rng).draw(t, ink)
		}
	}
}

// dark is the ink of a pixel that surely belongs to a stroke.
const dark = 0.6

// someInk is the colour of a pixel in a stroke, if one is found soon.
func someInk(t *nn.Tensor, rng *rand.Rand) (ink [inputChannels]float32, ok bool) {
	for range 60 {
		if p := t.Data[rng.IntN(t.H*t.W)*inputChannels:]; p[0] > dark {
			return [inputChannels]float32(p), true
		}
	}
	return ink, false
}

// stroke is a wave along the line, in pixels of the input.
type stroke struct {
	from, to     float64 // columns
	middle, tilt float64 // row at column zero, and rows that it falls a column
	lift         float64 // of the wave
	turns, phase float64 // of the wave, in radians a column and at column zero
	radius       float64
}

func anyStroke(t *nn.Tensor, rng *rand.Rand) stroke {
	w, h := float64(t.W), float64(t.H)
	tilt := 0.6 * (rng.Float64() - 0.5)
	return stroke{
		from: w * (0.8*rng.Float64() - 0.2), to: w * (0.4 + 0.8*rng.Float64()),
		middle: h*(0.2+0.6*rng.Float64()) - tilt*w/2, tilt: tilt,
		lift: 0.3 * h * rng.Float64(), turns: 2 * math.Pi / (30 + 120*rng.Float64()), phase: 2 * math.Pi * rng.Float64(),
		radius: 0.4 + 1.2*rng.Float64(),
	}
}

// draw lays ink on everything below the stroke.
func (s stroke) draw(t *nn.Tensor, ink [inputChannels]float32) {
	for x := max(s.from, 0); x < min(s.to, float64(t.W)); x += 0.5 {
		dab(t, x, s.middle+s.tilt*x+s.lift*math.Sin(s.turns*x+s.phase), s.radius, ink)
	}
}

// dab lays ink on a disc whose edge is one pixel soft; what is darker stays.
func dab(t *nn.Tensor, x, y, radius float64, ink [inputChannels]float32) {
	for row := max(int(y-radius-1), 0); row <= min(int(y+radius+1), t.H-1); row++ {
		for column := max(int(x-radius-1), 0); column <= min(int(x+radius+1), t.W-1); column++ {
			away := math.Hypot(float64(column)-x, float64(row)-y)
			cover := float32(min(max(radius+0.5-away, 0), 1))
			p := t.Data[(row*t.W+column)*inputChannels:][:inputChannels]
			if cover*ink[0] <= p[0] {
				continue
			}
			for c := range p {
				p[c] += (ink[c] - p[c]) * cover
			}
		}
	}
}
