package synth

import (
	"image"
	"math"
	"math/rand/v2"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

// rgb is a colour; each part runs from 0 to 255.
type rgb [3]float32

func (c rgb) distance(d rgb) float32 {
	var sum float32
	for i := range c {
		sum += (c[i] - d[i]) * (c[i] - d[i])
	}
	return float32(math.Sqrt(float64(sum)))
}

func (c rgb) mix(d rgb, share float32) rgb {
	for i := range c {
		c[i] += (d[i] - c[i]) * share
	}
	return c
}

// canvas is a picture being drawn, and a mask the size of it.
type canvas struct {
	w, h  int
	pix   []rgb
	spare []rgb
	mask  *image.Alpha
	dirty image.Rectangle // the part of the mask that was drawn on
	ras   vector.Rasterizer
}

func newCanvas(w, h int) *canvas {
	return &canvas{w: w, h: h, pix: make([]rgb, w*h), spare: make([]rgb, w*h), mask: image.NewAlpha(image.Rect(0, 0, w, h))}
}

func (c *canvas) fill(colour rgb) {
	for i := range c.pix {
		c.pix[i] = colour
	}
}

// affine maps x, y to a·x+b·y+c, d·x+e·y+f.
type affine struct{ a, b, c, d, e, f float32 }

func (m affine) at(x, y float32) (float32, float32) {
	return m.a*x + m.b*y + m.c, m.d*x + m.e*y + m.f
}

// begin starts a shape on an empty mask.
func (c *canvas) begin() {
	for y := c.dirty.Min.Y; y < c.dirty.Max.Y; y++ {
		clear(c.mask.Pix[y*c.mask.Stride+c.dirty.Min.X : y*c.mask.Stride+c.dirty.Max.X])
	}
	c.dirty = image.Rectangle{}
}

// glyph adds a glyph to the mask, clipped to the canvas.
func (c *canvas) glyph(g *outline, m affine) {
	box := m.box(g).Intersect(c.mask.Rect)
	if box.Empty() {
		return
	}
	c.ras.Reset(box.Dx(), box.Dy())
	dx, dy := float32(box.Min.X), float32(box.Min.Y)
	at := func(s sfnt.Segment, i int) (float32, float32) {
		x, y := m.at(number(s.Args[i].X), number(s.Args[i].Y))
		return x - dx, y - dy
	}
	for _, s := range g.segments {
		x0, y0 := at(s, 0)
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			c.ras.ClosePath()
			c.ras.MoveTo(x0, y0)
		case sfnt.SegmentOpLineTo:
			c.ras.LineTo(x0, y0)
		case sfnt.SegmentOpQuadTo:
			x1, y1 := at(s, 1)
			c.ras.QuadTo(x0, y0, x1, y1)
		case sfnt.SegmentOpCubeTo:
			x1, y1 := at(s, 1)
			x2, y2 := at(s, 2)
			c.ras.CubeTo(x0, y0, x1, y1, x2, y2)
		}
	}
	c.ras.ClosePath()
	c.put(box)
}

// put draws what the rasteriser holds over the mask.
func (c *canvas) put(box image.Rectangle) {
	c.ras.Draw(c.mask, box, image.Opaque, image.Point{})
	c.dirty = c.dirty.Union(box)
}

// box is where m puts a glyph, with a pixel to spare.
func (m affine) box(g *outline) image.Rectangle {
	x0, y0 := float32(math.MaxFloat32), float32(math.MaxFloat32)
	x1, y1 := -x0, -y0
	for _, p := range [...][2]float32{{g.left, g.top}, {g.right, g.top}, {g.left, g.bottom}, {g.right, g.bottom}} {
		x, y := m.at(p[0], p[1])
		x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
	}
	return image.Rect(int(x0)-1, int(y0)-1, int(x1)+2, int(y1)+2)
}

// line adds a stroke through points to the mask.
func (c *canvas) line(points []point, width float32) {
	c.ras.Reset(c.w, c.h)
	for i := 1; i < len(points); i++ {
		p, q := points[i-1], points[i]
		dx, dy := q[0]-p[0], q[1]-p[1]
		n := float32(math.Hypot(float64(dx), float64(dy)))
		if n == 0 {
			continue
		}
		nx, ny := -dy/n*width/2, dx/n*width/2
		ex, ey := dx/n*width/4, dy/n*width/4 // overlaps the next piece
		c.ras.MoveTo(p[0]+nx-ex, p[1]+ny-ey)
		c.ras.LineTo(q[0]+nx+ex, q[1]+ny+ey)
		c.ras.LineTo(q[0]-nx+ex, q[1]-ny+ey)
		c.ras.LineTo(p[0]-nx-ex, p[1]-ny-ey)
		c.ras.ClosePath()
	}
	c.put(c.mask.Rect)
}

// disc adds a dot to the mask.
func (c *canvas) disc(x, y, r float32) {
	box := image.Rect(int(x-r)-1, int(y-r)-1, int(x+r)+2, int(y+r)+2).Intersect(c.mask.Rect)
	for py := box.Min.Y; py < box.Max.Y; py++ {
		for px := box.Min.X; px < box.Max.X; px++ {
			d := r + 0.5 - float32(math.Hypot(float64(float32(px)+0.5-x), float64(float32(py)+0.5-y)))
			if d > 0 {
				i := c.mask.PixOffset(px, py)
				c.mask.Pix[i] = max(c.mask.Pix[i], uint8(min(d, 1)*255))
			}
		}
	}
	c.dirty = c.dirty.Union(box)
}

// sharpen cuts the mask to on and off, as pictures without smoothing have it.
func (c *canvas) sharpen() {
	c.each(func(_, _, i int) {
		c.mask.Pix[i] = uint8(int8(c.mask.Pix[i]) >> 7)
	})
}

// each calls do for the pixels of the mask that may be set.
func (c *canvas) each(do func(x, y, i int)) {
	for y := c.dirty.Min.Y; y < c.dirty.Max.Y; y++ {
		for x := c.dirty.Min.X; x < c.dirty.Max.X; x++ {
			do(x, y, c.mask.PixOffset(x, y))
		}
	}
}

// paint lays a colour over the picture where the mask is set, moved by dx, dy.
func (c *canvas) paint(colour rgb, opacity float32, dx, dy int) {
	c.each(func(x, y, i int) {
		x, y = x+dx, y+dy
		if a := c.mask.Pix[i]; a != 0 && x >= 0 && y >= 0 && x < c.w && y < c.h {
			p := &c.pix[y*c.w+x]
			*p = p.mix(colour, opacity*float32(a)/255)
		}
	})
}

// warp moves every pixel to where from says it comes from.
func (c *canvas) warp(from func(x, y float32) (float32, float32), smooth bool) {
	for y := range c.h {
		for x := range c.w {
			sx, sy := from(float32(x), float32(y))
			c.spare[y*c.w+x] = c.sample(sx, sy, smooth)
		}
	}
	c.pix, c.spare = c.spare, c.pix
}

func (c *canvas) sample(x, y float32, smooth bool) rgb {
	x, y = min(max(x, 0), float32(c.w-1)), min(max(y, 0), float32(c.h-1))
	if !smooth {
		return c.pix[int(y+0.5)*c.w+int(x+0.5)]
	}
	x0, y0 := int(x), int(y)
	x1, y1 := min(x0+1, c.w-1), min(y0+1, c.h-1)
	fx, fy := x-float32(x0), y-float32(y0)
	top := c.pix[y0*c.w+x0].mix(c.pix[y0*c.w+x1], fx)
	return top.mix(c.pix[y1*c.w+x0].mix(c.pix[y1*c.w+x1], fx), fy)
}

// picture returns what was drawn.
func (c *canvas) picture() *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, c.w, c.h))
	for i, p := range c.pix {
		q := out.Pix[i*4:]
		for k, v := range p {
			q[k] = uint8(min(max(v, 0), 255))
		}
		q[3] = 255
	}
	return out
}

func anyColour(rng *rand.Rand) rgb {
	return rgb{rng.Float32() * 255, rng.Float32() * 255, rng.Float32() * 255}
}
