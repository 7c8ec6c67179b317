package synth

import (
	"image"
	"math"
	"math/rand/v2"
	"strings"
)

// Picture is a drawn captcha.
type Picture struct {
	Image *image.RGBA
	Text  string
}

// drawing is one picture in the making.
type drawing struct {
	rng    *rand.Rand
	level  float64 // of noise and distortion, from 0 to 1
	fonts  *Fonts
	canvas *canvas
	face   *Typeface
	back   rgb
	ink    rgb
	hard   bool // without smoothing
	text   []rune
	size   float32 // of the type, in pixels an em
}

// Draw returns the picture of a seed and a number: the same picture for the same
// fonts. Level, from 0 to 1, is how likely noise and distortion are: at 0 there is
// plain, short text, for a network that begins to learn.
func Draw(fonts *Fonts, seed, number uint64, level float64) Picture {
	rng := rand.New(rand.NewPCG(seed, number))
	text := Text(rng)
	if most := int(2 + 12*level); len(text) > most {
		text = text[:most]
	}
	return draw(fonts, text, level, rng)
}

// draw draws text in a random style.
func draw(fonts *Fonts, text string, level float64, rng *rand.Rand) Picture {
	d := &drawing{rng: rng, level: level, fonts: fonts, face: fonts.pick(rng), text: []rune(text), hard: chance(rng, 0.3)}
	style := d.style()
	d.size = style.size
	d.canvas = newCanvas(style.w, style.h)
	d.colours()
	d.backdrop()
	if d.maybe(0.35) {
		d.strokes()
	}
	if d.maybe(0.15) {
		d.dots()
	}
	d.write(style)
	if d.maybe(0.5) {
		d.strokes()
	}
	if d.maybe(0.08) {
		d.mesh()
	}
	early := chance(rng, 0.5)
	if early {
		d.distort()
	}
	if d.maybe(0.3) {
		d.dots()
	}
	if d.maybe(0.2) {
		d.strokes()
	}
	if !early {
		d.distort()
	}
	d.finish()
	return Picture{d.canvas.picture(), text}
}

// Text returns a random text: digits, letters, a mixture, or a small sum.
func Text(rng *rand.Rand) string {
	if chance(rng, 0.04) {
		return sum(rng)
	}
	alphabets := [...]string{
		letters[:10], letters[:10], letters[10:36], letters[36:], letters[:36],
		letters[:10] + letters[36:], letters[:10] + letters[36:], letters[10:], letters, letters,
	}
	alphabet := alphabets[rng.IntN(len(alphabets))]
	lengths := [...]int{1, 2, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 8}
	n := lengths[rng.IntN(len(lengths))]
	distinct := len(alphabet) > 10 && chance(rng, 0.6) // as sites do that do not want to be misread
	var b strings.Builder
	for b.Len() < n {
		c := alphabet[rng.IntN(len(alphabet))]
		if distinct && strings.IndexByte("0O1lI", c) >= 0 {
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// sum returns a question such as 3+8=?.
func sum(rng *rand.Rand) string {
	number := func() string {
		if chance(rng, 0.7) {
			return letters[rng.IntN(10):][:1]
		}
		return letters[1+rng.IntN(9):][:1] + letters[rng.IntN(10):][:1]
	}
	ends := [...]string{"", "=", "=?"}
	return number() + "+-*x"[rng.IntN(4):][:1] + number() + ends[rng.IntN(len(ends))]
}

// style is the geometry of a picture.
type style struct {
	w, h            int
	size            float32 // of the type, in pixels an em
	gap             float32 // added to a glyph's advance, in ems
	turn, slant     float32 // largest turn of a glyph in radians; slant of all
	wobble, stretch float32 // of the base line, in ems; of the size
	mixed           bool    // a font for every glyph
	coloured        bool    // a colour for every glyph
	fixed           bool    // glyphs stand at equal distances
}

func (d *drawing) style() style {
	rng := d.rng
	s := style{size: between(rng, 15, 60), turn: between(rng, 0, 0.1), wobble: between(rng, 0, 0.04)}
	s.gap = between(rng, -0.1, 0.12)
	if d.maybe(0.25) {
		s.gap = between(rng, 0.1, 0.8)
	} else if d.maybe(0.2) {
		s.gap = between(rng, -0.22, -0.08)
	}
	if d.maybe(0.45) {
		s.turn = between(rng, 0.1, 0.7)
	}
	if d.maybe(0.35) {
		s.wobble = between(rng, 0.04, 0.3)
	}
	if d.maybe(0.35) {
		s.stretch = between(rng, 0.05, 0.5)
	}
	if d.maybe(0.2) {
		s.slant = between(rng, -0.4, 0.4)
	}
	s.mixed, s.coloured, s.fixed = d.maybe(0.25), d.maybe(0.3), d.maybe(0.3)
	width := s.size * (0.62 + s.gap) * float32(len(d.text))
	margin := between(rng, 0.1, 0.5) * s.size
	if chance(rng, 0.25) {
		margin += between(rng, 0, 2) * s.size
	}
	s.w = min(max(int(width+2*margin), 30), 400)
	s.h = max(int(s.size*between(rng, 0.9, 1.6)), 16)
	if chance(rng, 0.25) {
		s.h = int(float32(s.h) * between(rng, 1, 1.9))
	}
	return s
}

// colours chooses background and ink: mostly dark on light, some light on dark,
// some pale.
func (d *drawing) colours() {
	rng := d.rng
	d.back = rgb{255, 255, 255}
	if d.maybe(0.5) {
		d.back = d.back.mix(anyColour(rng), between(rng, 0, 0.5))
	}
	if d.maybe(0.12) {
		d.back = anyColour(rng)
	}
	if d.maybe(0.1) {
		d.back = anyColour(rng).mix(rgb{}, between(rng, 0.3, 1))
	}
	d.ink = d.inkColour()
}

// inkColour is a colour that can be told from the background.
func (d *drawing) inkColour() rgb {
	least := between(d.rng, 250-205*d.level, 250)
	if chance(d.rng, 0.3) {
		if dark := (rgb{}).mix(anyColour(d.rng), between(d.rng, 0, 0.3)); dark.distance(d.back) > 120 {
			return dark
		}
	}
	for range 20 {
		if c := anyColour(d.rng); c.distance(d.back) > least {
			return c
		}
	}
	if d.back.distance(rgb{}) > 220 {
		return rgb{}
	}
	return rgb{255, 255, 255}
}

// turned scales, turns and slants.
func turned(scale, turn, slant float32) affine {
	sin, cos := float32(math.Sin(float64(turn))), float32(math.Cos(float64(turn)))
	return affine{a: scale * cos, b: scale * (slant*cos - sin), d: scale * sin, e: scale * (slant*sin + cos)}
}
