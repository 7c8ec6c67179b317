package demo

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"sync"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/math/fixed"
)

const (
	captchaWidth  = 160
	captchaHeight = 50
	glyphSize     = 34 // points at 72 dpi, thus pixels
	glyphCell     = 48 // side of the square in which a glyph is turned

	// captchaAlphabet leaves out what people confuse: 0O, 1IL, 2Z, 5S, 8B, 6G, UV.
	captchaAlphabet = "34679ACDEFHJKMNPRTWXY"
)

// painter draws captchas. The pictures follow from the seed, one after another.
type painter struct {
	mu   sync.Mutex
	rand *rand.Rand
	face font.Face
}

func newPainter(r *rand.Rand) (*painter, error) {
	parsed, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return nil, fmt.Errorf("read captcha font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: glyphSize, DPI: 72})
	if err != nil {
		return nil, fmt.Errorf("size captcha font: %w", err)
	}
	return &painter{rand: r, face: face}, nil
}

// draw returns the next answer, 4 or 5 characters, and its picture as PNG.
func (p *painter) draw() (string, []byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	answer := make([]byte, 4+p.rand.IntN(2))
	for i := range answer {
		answer[i] = captchaAlphabet[p.rand.IntN(len(captchaAlphabet))]
	}
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, p.paint(string(answer))); err != nil {
		return "", nil, fmt.Errorf("encode captcha: %w", err)
	}
	return string(answer), encoded.Bytes(), nil
}

func (p *painter) paint(answer string) image.Image {
	picture := image.NewRGBA(image.Rect(0, 0, captchaWidth, captchaHeight))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(p.shade(225, 250)), image.Point{}, draw.Src)
	p.speckle(picture, 150)
	step := (captchaWidth - 16) / float64(len(answer))
	for i, c := range answer {
		x := 8 + step*(float64(i)+0.5) + p.jitter(2)
		y := captchaHeight/2 + p.jitter(4)
		p.glyph(picture, c, x, y)
	}
	for range 3 {
		p.line(picture)
	}
	return picture
}

// shade returns a colour whose parts lie between low and high.
func (p *painter) shade(low, high int) color.RGBA {
	part := func() uint8 { return uint8(low + p.rand.IntN(high-low+1)) }
	return color.RGBA{part(), part(), part(), 255}
}

// jitter returns a number between -most and most.
func (p *painter) jitter(most float64) float64 { return (p.rand.Float64()*2 - 1) * most }

// speckle strews dots of all shades.
func (p *painter) speckle(picture *image.RGBA, dots int) {
	for range dots {
		x, y := p.rand.IntN(captchaWidth), p.rand.IntN(captchaHeight)
		ink := p.shade(40, 200)
		picture.SetRGBA(x, y, ink)
		if p.rand.IntN(3) == 0 {
			picture.SetRGBA(x+1, y, ink)
		}
	}
}

// glyph draws one dark character, slightly turned, around the point (x, y).
func (p *painter) glyph(picture *image.RGBA, c rune, x, y float64) {
	cell := image.NewRGBA(image.Rect(0, 0, glyphCell, glyphCell))
	bounds, _ := font.BoundString(p.face, string(c))
	middle := bounds.Min.Add(bounds.Max).Div(fixed.I(2))
	pen := font.Drawer{
		Dst:  cell,
		Src:  image.NewUniform(p.shade(10, 100)),
		Face: p.face,
		Dot:  fixed.P(glyphCell/2, glyphCell/2).Sub(middle),
	}
	pen.DrawString(string(c))
	draw.BiLinear.Transform(picture, turn(p.jitter(0.2), glyphCell/2, x, y), cell, cell.Bounds(), draw.Over, nil)
}

// turn returns the map that turns by angle around (centre, centre) and moves
// that point to (x, y).
func turn(angle, centre, x, y float64) f64.Aff3 {
	sin, cos := math.Sincos(angle)
	return f64.Aff3{
		cos, -sin, x - centre*cos + centre*sin,
		sin, cos, y - centre*sin - centre*cos,
	}
}

// line draws a thin wave from the left edge to the right one.
func (p *painter) line(picture *image.RGBA) {
	ink := p.shade(60, 150)
	from, to := p.rand.Float64()*captchaHeight, p.rand.Float64()*captchaHeight
	height, phase := p.jitter(5), p.rand.Float64()*2*math.Pi
	for i := range captchaWidth * 4 {
		part := float64(i) / (captchaWidth * 4)
		y := from + (to-from)*part + height*math.Sin(phase+part*2*math.Pi)
		picture.SetRGBA(i/4, int(math.Round(y)), ink)
	}
}
