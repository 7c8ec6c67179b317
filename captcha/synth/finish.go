package synth

// finish adds what scanning, scaling and compression leave on a picture.
func (d *drawing) finish() {
	rng := d.rng
	if d.maybe(0.15) {
		d.canvas.blur()
	}
	if d.maybe(0.25) {
		d.grain(between(rng, 2, 60), chance(rng, 0.5))
	}
	if d.maybe(0.06) {
		d.speckle(between(rng, 0.005, 0.08))
	}
	if d.maybe(0.1) {
		d.canvas.border(d.noiseColour())
	}
}

// blur averages every pixel with its four neighbours.
func (c *canvas) blur() {
	for y := range c.h {
		for x := range c.w {
			p := c.pix[y*c.w+x]
			side := c.pix[y*c.w+max(x-1, 0)].mix(c.pix[y*c.w+min(x+1, c.w-1)], 0.5)
			rest := c.pix[max(y-1, 0)*c.w+x].mix(c.pix[min(y+1, c.h-1)*c.w+x], 0.5)
			c.spare[y*c.w+x] = p.mix(side.mix(rest, 0.5), 0.5)
		}
	}
	c.pix, c.spare = c.spare, c.pix
}

// speckle sets single pixels to another colour.
func (d *drawing) speckle(share float32) {
	colour := d.noiseColour()
	for i := range d.canvas.pix {
		if d.rng.Float32() < share {
			d.canvas.pix[i] = colour
		}
	}
}

// border draws a frame one pixel wide.
func (c *canvas) border(colour rgb) {
	for x := range c.w {
		c.pix[x], c.pix[(c.h-1)*c.w+x] = colour, colour
	}
	for y := range c.h {
		c.pix[y*c.w], c.pix[y*c.w+c.w-1] = colour, colour
	}
}
