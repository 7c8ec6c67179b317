package synth

// finishes of glyphs.
const (
	filled = iota
	hollow
	shadowed
	dotted
	hatched
	eaten
	embossed
)

// placed is a glyph with its place.
type placed struct {
	glyph *outline
	at    affine
}

// write draws the text: it lays the glyphs out along a line, fits the line to the
// canvas and paints glyph by glyph.
func (d *drawing) write(s style) {
	line, width := d.layout(s)
	room := float32(d.canvas.w) - 2
	fit := min(1, room/max(width, 1))
	left := 1 + between(d.rng, 0, 1)*max(room-width*fit, 0)
	if chance(d.rng, 0.4) {
		left = 1 + max(room-width*fit, 0)/2
	}
	finish := d.pickFinish()
	ink := d.ink
	slope := float32(0)
	if d.maybe(0.15) {
		slope = between(d.rng, -0.25, 0.25)
	}
	for i, p := range line {
		if s.coloured && i > 0 {
			ink = d.inkColour()
		}
		if s.mixed && chance(d.rng, 0.3) {
			finish = d.pickFinish()
		}
		m := p.at
		m.a, m.b, m.c = m.a*fit, m.b*fit, left+m.c*fit
		m.f += slope * (m.c - float32(d.canvas.w)/2)
		d.character(p.glyph, d.inside(p.glyph, m), ink, finish)
	}
}

// layout places the glyphs from x = 0 and returns the width of the line.
func (d *drawing) layout(s style) ([]placed, float32) {
	rng := d.rng
	var line []placed
	x := float32(0)
	middle := float32(d.canvas.h) * between(rng, 0.42, 0.58)
	for _, r := range d.text {
		face := d.face
		if s.mixed {
			face = d.fonts.pick(rng)
		}
		g := face.glyph(r)
		if g == nil {
			g = d.face.glyph('x')
		}
		size := s.size * (1 + s.stretch*between(rng, -1, 1))
		m := turned(size/emUnits, s.turn*between(rng, -1, 1), s.slant)
		m.c = x
		base := face.glyph('H').top / 2 // the middle of a capital is the middle of the line
		cx, cy := (g.left+g.right)/2, base
		ox, oy := m.at(cx, cy) // turn about the middle
		m.c += x + cx*size/emUnits - ox
		m.f += middle - oy + s.wobble*s.size*between(rng, -1, 1)
		line = append(line, placed{g, m})
		step := g.advance
		if s.fixed {
			step = emUnits * 0.62
		}
		x += step*size/emUnits + s.gap*s.size
	}
	return line, x - s.gap*s.size
}

// inside moves a glyph up or down so far that it is on the canvas.
func (d *drawing) inside(g *outline, m affine) affine {
	box := m.box(g)
	if over := box.Max.Y - d.canvas.h; over > 0 {
		m.f -= float32(over)
		box = m.box(g)
	}
	if box.Min.Y < 0 {
		m.f -= float32(box.Min.Y)
	}
	return m
}

func (d *drawing) pickFinish() int {
	if !d.maybe(0.38) {
		return filled
	}
	if chance(d.rng, 0.3) {
		return hollow
	}
	return 1 + d.rng.IntN(embossed)
}

// character paints one glyph in one of the finishes.
func (d *drawing) character(g *outline, m affine, ink rgb, finish int) {
	c, rng := d.canvas, d.rng
	c.begin()
	c.glyph(g, m)
	if d.hard {
		c.sharpen()
	}
	switch finish {
	case hollow:
		c.outline(1 + rng.IntN(2))
	case shadowed:
		c.paint(d.back.mix(d.noiseColour(), 0.6), 1, 1+rng.IntN(3), 1+rng.IntN(2))
	case dotted:
		c.screen(2+rng.IntN(2), 0)
	case hatched:
		c.screen(2+rng.IntN(3), 1+rng.IntN(3))
	case eaten:
		d.eat()
	case embossed:
		c.paint(ink.mix(rgb{255, 255, 255}, 0.7), 1, -1, -1)
		c.paint(ink, 1, 1, 1)
		ink = d.back.mix(ink, between(rng, 0, 0.8))
	}
	c.paint(ink, between(rng, 0.75, 1), 0, 0)
}

// outline keeps the edge of the mask, so many pixels wide.
func (c *canvas) outline(width int) {
	inner := make([]uint8, len(c.mask.Pix))
	c.each(func(x, y, i int) {
		least := uint8(255)
		for dy := -width; dy <= width; dy++ {
			for dx := -width; dx <= width; dx++ {
				if x+dx < 0 || y+dy < 0 || x+dx >= c.w || y+dy >= c.h {
					least = 0
				} else if dx*dx+dy*dy <= width*width {
					least = min(least, c.mask.Pix[i+dy*c.mask.Stride+dx])
				}
			}
		}
		inner[i] = least
	})
	c.each(func(_, _, i int) { c.mask.Pix[i] -= inner[i] })
}

// screen keeps every so manyth pixel of the mask: dots, or rows, columns or
// diagonals.
func (c *canvas) screen(step, kind int) {
	c.each(func(x, y, i int) {
		keep := (x+y)%step != 0
		switch kind {
		case 1:
			keep = y%step != 0
		case 2:
			keep = x%step != 0
		case 0:
			keep = (x+y)%2 == 0
		}
		if !keep {
			c.mask.Pix[i] = 0
		}
	})
}

// eat drops pixels of the mask at random.
func (d *drawing) eat() {
	share := d.rng.Float64() * 0.5
	d.canvas.each(func(_, _, i int) {
		if chance(d.rng, share) {
			d.canvas.mask.Pix[i] = 0
		}
	})
}
