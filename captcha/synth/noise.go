package synth

import (
	"math"
	"math/rand/v2"
)

// chance reports true with probability p.
func chance(rng *rand.Rand, p float64) bool { return rng.Float64() < p }

// maybe reports true with probability p, less at a lower level of difficulty.
func (d *drawing) maybe(p float64) bool { return chance(d.rng, p*d.level) }

// between returns a number from a to b.
func between(rng *rand.Rand, a, b float64) float32 { return float32(a + rng.Float64()*(b-a)) }

// backdrop fills the canvas: plain, shaded, noisy, ruled or woven.
func (d *drawing) backdrop() {
	d.canvas.fill(d.back)
	if d.maybe(0.2) {
		d.shade()
	}
	if d.maybe(0.12) {
		d.grain(between(d.rng, 4, 70), chance(d.rng, 0.5))
	}
	if d.maybe(0.12) {
		d.rules()
	}
	if d.maybe(0.1) {
		d.weave()
	}
	if d.maybe(0.1) {
		d.litter()
	}
	if d.maybe(0.06) {
		d.blobs()
	}
}

// shade runs the background from one colour to another.
func (d *drawing) shade() {
	c := d.canvas
	to := d.back.mix(anyColour(d.rng), between(d.rng, 0.1, 0.5))
	turn := d.rng.Float64() * 2 * math.Pi
	sin, cos := float32(math.Sin(turn)), float32(math.Cos(turn))
	for y := range c.h {
		for x := range c.w {
			t := 0.5 + cos*(float32(x)/float32(c.w)-0.5) + sin*(float32(y)/float32(c.h)-0.5)
			p := &c.pix[y*c.w+x]
			*p = p.mix(to, min(max(t, 0), 1))
		}
	}
}

// grain adds noise to every pixel, the same to its three parts or to each its own.
func (d *drawing) grain(strength float32, coloured bool) {
	for i := range d.canvas.pix {
		p := &d.canvas.pix[i]
		n := (d.rng.Float32() - 0.5) * strength
		for k := range p {
			if coloured {
				n = (d.rng.Float32() - 0.5) * strength
			}
			p[k] += n
		}
	}
}

// rules draws a grid or stripes.
func (d *drawing) rules() {
	c, rng := d.canvas, d.rng
	colour := d.faint()
	step := between(rng, 3, 16)
	slant := between(rng, -0.6, 0.6)
	width := between(rng, 0.7, 2)
	c.begin()
	if chance(rng, 0.75) {
		for x := -step * 3; x < float32(c.w)+step*3; x += step {
			c.line([]point{{x, 0}, {x + slant*float32(c.h), float32(c.h)}}, width)
		}
	}
	if chance(rng, 0.75) {
		for y := float32(0); y < float32(c.h); y += step {
			c.line([]point{{0, y}, {float32(c.w), y + slant*10}}, width)
		}
	}
	c.paint(colour, between(rng, 0.3, 1), 0, 0)
}

// weave modulates the background with two waves.
func (d *drawing) weave() {
	c, rng := d.canvas, d.rng
	to := d.faint()
	a, b := between(rng, 0.05, 0.9), between(rng, 0.05, 0.9)
	for y := range c.h {
		for x := range c.w {
			t := math.Sin(float64(a)*float64(x)) * math.Sin(float64(b)*float64(y))
			p := &c.pix[y*c.w+x]
			*p = p.mix(to, float32(t*t)*0.6)
		}
	}
}

// litter strews faint characters over the background.
func (d *drawing) litter() {
	rng := d.rng
	for range 5 + rng.IntN(30) {
		r := rune(letters[rng.IntN(len(letters))])
		size := between(rng, 0.15, 0.45) * float32(d.canvas.h)
		d.canvas.begin()
		m := turned(size/emUnits, between(rng, -0.7, 0.7), 0)
		m.c, m.f = between(rng, 0, float64(d.canvas.w)), between(rng, 0, float64(d.canvas.h))+size/2
		if g := d.face.glyph(r); g != nil {
			d.canvas.glyph(g, m)
		}
		d.canvas.paint(d.back.mix(anyColour(rng), between(rng, 0.08, 0.35)), 1, 0, 0)
	}
}

// blobs draws large faint discs.
func (d *drawing) blobs() {
	for range 2 + d.rng.IntN(8) {
		d.canvas.begin()
		d.canvas.disc(between(d.rng, 0, float64(d.canvas.w)), between(d.rng, 0, float64(d.canvas.h)), between(d.rng, 3, float64(d.canvas.h)/2))
		d.canvas.paint(d.faint(), between(d.rng, 0.2, 0.8), 0, 0)
	}
}

// faint is a colour near the background.
func (d *drawing) faint() rgb { return d.back.mix(anyColour(d.rng), between(d.rng, 0.1, 0.5)) }

// noiseColour is the text's colour, one like the background's, or any.
func (d *drawing) noiseColour() rgb {
	switch {
	case chance(d.rng, 0.45):
		return d.ink
	case chance(d.rng, 0.12):
		return d.back
	case chance(d.rng, 0.3):
		return d.faint()
	}
	return anyColour(d.rng)
}

// dots strews dots.
func (d *drawing) dots() {
	rng, c := d.rng, d.canvas
	colour := d.noiseColour()
	single := chance(rng, 0.6)
	radius := float64(between(rng, 0.4, 2))
	count := int(between(rng, 0.0005, 0.02) * float32(c.w*c.h) / float32(radius*radius+0.3))
	if single {
		c.begin()
	}
	for range count {
		if !single {
			c.begin()
			colour = d.noiseColour()
		}
		c.disc(between(rng, 0, float64(c.w)), between(rng, 0, float64(c.h)), between(rng, radius*0.5, radius*1.3))
		if !single {
			c.paint(colour, 1, 0, 0)
		}
	}
	if single {
		c.paint(colour, 1, 0, 0)
	}
}

// mesh lays the background over every second pixel, or over rows or columns.
func (d *drawing) mesh() {
	c := d.canvas
	down, across := 1, 1
	switch d.rng.IntN(4) {
	case 0:
		down = 0
	case 1:
		across = 0
	}
	period := 2 + d.rng.IntN(2)
	for y := range c.h {
		for x := range c.w {
			if (x*across+y*down)%period == 0 {
				c.pix[y*c.w+x] = d.back
			}
		}
	}
}
