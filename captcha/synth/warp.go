package synth

import "math"

// distort bends the whole picture: waves, a turn, a perspective.
func (d *drawing) distort() {
	smooth := !d.hard || chance(d.rng, 0.3)
	if d.maybe(0.35) {
		d.canvas.warp(d.wave(), smooth)
	}
	if d.maybe(0.12) {
		d.canvas.warp(d.tilt(), smooth)
	}
	if d.maybe(0.07) {
		d.canvas.warp(d.tear(), smooth)
	}
}

// wave moves rows sideways and columns up and down.
func (d *drawing) wave() func(x, y float32) (float32, float32) {
	rng := d.rng
	h := float64(d.canvas.h)
	high, wide := between(rng, 0, 0.11*h), between(rng, 0, 0.08*h)
	if chance(rng, 0.35) {
		wide = 0
	} else if chance(rng, 0.3) {
		high = 0
	}
	lx, ly := float64(between(rng, 0.4*h, 3*h)), float64(between(rng, 0.3*h, 2*h))
	px, py := rng.Float64()*7, rng.Float64()*7
	shiftY, shiftX := make([]float32, d.canvas.w), make([]float32, d.canvas.h)
	for x := range shiftY {
		shiftY[x] = high * float32(math.Sin(float64(x)/lx*2*math.Pi+px))
	}
	for y := range shiftX {
		shiftX[y] = wide * float32(math.Sin(float64(y)/ly*2*math.Pi+py))
	}
	return func(x, y float32) (float32, float32) {
		return x + shiftX[int(y)], y + shiftY[int(x)]
	}
}

// tilt turns the picture a little and lets one side shrink.
func (d *drawing) tilt() func(x, y float32) (float32, float32) {
	rng := d.rng
	turn := float64(between(rng, -0.12, 0.12))
	sin, cos := float32(math.Sin(turn)), float32(math.Cos(turn))
	px, py := between(rng, -0.3, 0.3)/float32(d.canvas.w), between(rng, -0.2, 0.2)/float32(d.canvas.h)
	cx, cy := float32(d.canvas.w)/2, float32(d.canvas.h)/2
	return func(x, y float32) (float32, float32) {
		x, y = x-cx, y-cy
		z := 1 + px*x + py*y
		return cx + (cos*x-sin*y)*z, cy + (sin*x+cos*y)*z
	}
}

// tear moves every row, or every column, by a few pixels of its own.
func (d *drawing) tear() func(x, y float32) (float32, float32) {
	high := float64(between(d.rng, 0.5, 3))
	calm := between(d.rng, 0, 0.9) // how much a line follows the one before
	shift := make([]float32, max(d.canvas.w, d.canvas.h))
	for i := range shift {
		shift[i] = between(d.rng, -high, high)
		if i > 0 {
			shift[i] += (shift[i-1] - shift[i]) * calm
		}
	}
	if chance(d.rng, 0.5) {
		return func(x, y float32) (float32, float32) { return x + shift[int(y)], y }
	}
	return func(x, y float32) (float32, float32) { return x, y + shift[int(x)] }
}
