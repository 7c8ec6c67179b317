package synth

import "math"

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

// point is a place on the canvas.
type point = [2]float32

// curve returns the points of a line, a bow, a wave across the picture, a ring or a
// short dash.
func (d *drawing) curve(kind int) []point {
	switch kind {
	case 0:
		return d.straight()
	case 1:
		return d.bow()
	case 2:
		return d.ripple()
	case 3:
		return d.ring()
	}
	p := d.spot()
	return []point{p, {p[0] + between(d.rng, -20, 20), p[1] + between(d.rng, -20, 20)}}
}

// spot is a place on the canvas or a little beside it.
func (d *drawing) spot() point {
	w, h := float64(d.canvas.w), float64(d.canvas.h)
	return point{between(d.rng, -0.1*w, 1.1*w), between(d.rng, 0, h)}
}

func (d *drawing) straight() []point {
	w, h := float64(d.canvas.w), float64(d.canvas.h)
	if chance(d.rng, 0.5) {
		return []point{{between(d.rng, -5, 0.3*w), between(d.rng, 0, h)}, {between(d.rng, 0.7*w, w+5), between(d.rng, 0, h)}}
	}
	return []point{d.spot(), d.spot()}
}

// bow is a cubic Bézier curve across the picture.
func (d *drawing) bow() []point {
	w := float64(d.canvas.w)
	a, b, c, e := d.spot(), d.spot(), d.spot(), d.spot()
	a[0], e[0] = between(d.rng, -5, 0.3*w), between(d.rng, 0.7*w, w+5)
	var points []point
	for i := range 25 {
		t := float32(i) / 24
		u := 1 - t
		var p point
		for k := range p {
			p[k] = u*u*u*a[k] + 3*u*u*t*b[k] + 3*u*t*t*c[k] + t*t*t*e[k]
		}
		points = append(points, p)
	}
	return points
}

func (d *drawing) ripple() []point {
	w, h := float64(d.canvas.w), float64(d.canvas.h)
	mid, high := between(d.rng, 0.2*h, 0.8*h), between(d.rng, 0.03*h, 0.4*h)
	length, phase := between(d.rng, 0.2*w, 2*w), between(d.rng, 0, 6.3)
	var points []point
	for x := float32(-2); x < float32(w)+4; x += 3 {
		points = append(points, point{x, mid + high*float32(math.Sin(float64(x/length)*2*math.Pi+float64(phase)))})
	}
	return points
}

// ring is an ellipse, or a part of one.
func (d *drawing) ring() []point {
	p, rx := d.spot(), between(d.rng, 2, float64(d.canvas.h)*0.6)
	ry := rx * between(d.rng, 0.5, 1.5)
	from, to := between(d.rng, 0, 6.3), between(d.rng, 1.5, 6.3)
	var points []point
	for i := range 25 {
		t := float64(from + to*float32(i)/24)
		points = append(points, point{p[0] + rx*float32(math.Cos(t)), p[1] + ry*float32(math.Sin(t))})
	}
	return points
}
