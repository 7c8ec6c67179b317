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
			c.line([][2]float32{{x, 0}, {x + slant*float32(c.h), float32(c.h)}}, width)
		}
	}
	if chance(rng, 0.75) {
		for y := float32(0); y < float32(c.h); y += step {
			c.line([][2]float32{{0, y}, {float32(c.w), y + slant*10}}, width)
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

// strokes crosses the picture with lines, curves, waves and rings.
func (d *drawing) strokes() {
	rng := d.rng
	colour := d.noiseColour()
	single := chance(rng, 0.5)
	kind := rng.IntN(5)
	thick := 0.8 + 0.05*float64(d.size)
	width := between(rng, 0.6, thick)
	for range 1 + rng.IntN(1+rng.IntN(6)) {
		if !single {
			colour = d.noiseColour()
		}
		if chance(rng, 0.3) {
			kind, width = rng.IntN(5), between(rng, 0.6, thick*1.3)
		}
		d.canvas.begin()
		d.canvas.line(d.curve(kind), width)
		if d.hard {
			d.canvas.sharpen()
		}
		d.canvas.paint(colour, 1, 0, 0)
	}
}

// curve returns the points of a line, a bow, a wave across the picture, a ring or a
// short dash.
func (d *drawing) curve(kind int) [][2]float32 {
	rng := d.rng
	w, h := float64(d.canvas.w), float64(d.canvas.h)
	spot := func() [2]float32 { return [2]float32{between(rng, -0.1*w, 1.1*w), between(rng, 0, h)} }
	var points [][2]float32
	switch kind {
	case 0:
		if chance(rng, 0.5) {
			return [][2]float32{{between(rng, -5, 0.3*w), between(rng, 0, h)}, {between(rng, 0.7*w, w+5), between(rng, 0, h)}}
		}
		return [][2]float32{spot(), spot()}
	case 1:
		a, b, c, e := spot(), spot(), spot(), spot()
		a[0], e[0] = between(rng, -5, 0.3*w), between(rng, 0.7*w, w+5)
		for i := range 25 {
			t := float32(i) / 24
			u := 1 - t
			points = append(points, [2]float32{
				u*u*u*a[0] + 3*u*u*t*b[0] + 3*u*t*t*c[0] + t*t*t*e[0],
				u*u*u*a[1] + 3*u*u*t*b[1] + 3*u*t*t*c[1] + t*t*t*e[1],
			})
		}
	case 2:
		mid, high := between(rng, 0.2*h, 0.8*h), between(rng, 0.03*h, 0.4*h)
		length, phase := between(rng, 0.2*w, 2*w), between(rng, 0, 6.3)
		for x := float32(-2); x < float32(w)+4; x += 3 {
			points = append(points, [2]float32{x, mid + high*float32(math.Sin(float64(x/length)*2*math.Pi+float64(phase)))})
		}
	case 3:
		p, rx := spot(), between(rng, 2, h*0.6)
		ry := rx * between(rng, 0.5, 1.5)
		from, to := between(rng, 0, 6.3), between(rng, 1.5, 6.3)
		for i := range 25 {
			t := float64(from + to*float32(i)/24)
			points = append(points, [2]float32{p[0] + rx*float32(math.Cos(t)), p[1] + ry*float32(math.Sin(t))})
		}
	default:
		p := spot()
		return [][2]float32{p, {p[0] + between(rng, -20, 20), p[1] + between(rng, -20, 20)}}
	}
	return points
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
