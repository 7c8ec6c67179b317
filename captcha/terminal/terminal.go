// Package terminal shows pictures in a terminal: by the graphics protocol of
// kitty, as sixels, or as half blocks, which every terminal with colours shows.
package terminal

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
)

// Mode is a way to show pictures.
type Mode string

// The modes.
const (
	Kitty  Mode = "kitty"
	Sixel  Mode = "sixel"
	Blocks Mode = "blocks"
)

// Detect guesses what the terminal takes from its environment. Sixels are taken
// where the terminal's name promises them.
func Detect(getenv func(string) string) Mode {
	term, program := getenv("TERM"), getenv("TERM_PROGRAM")
	switch {
	case getenv("KITTY_WINDOW_ID") != "", strings.Contains(term, "kitty"), program == "WezTerm", program == "ghostty":
		return Kitty
	case strings.Contains(term, "sixel"), strings.HasPrefix(term, "foot"), strings.HasPrefix(term, "mlterm"), strings.HasPrefix(term, "yaft"):
		return Sixel
	}
	return Blocks
}

// Show writes a picture and a line end.
func Show(w io.Writer, img image.Image, mode Mode) error {
	var out bytes.Buffer
	switch mode {
	case Kitty:
		if err := kitty(&out, img); err != nil {
			return fmt.Errorf("show picture: %w", err)
		}
	case Sixel:
		sixel(&out, img)
	default:
		blocks(&out, img)
	}
	_, err := w.Write(out.Bytes())
	return err
}

// kittyChunk is how much of a picture one command carries, in bytes.
const kittyChunk = 4096

// kitty sends PNG in chunks (kitty's terminal graphics protocol).
func kitty(out *bytes.Buffer, img image.Image) error {
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		return err
	}
	text := base64.StdEncoding.EncodeToString(file.Bytes())
	head := "a=T,f=100,"
	for len(text) > 0 {
		chunk := text[:min(kittyChunk, len(text))]
		text = text[len(chunk):]
		more := 0
		if len(text) > 0 {
			more = 1
		}
		fmt.Fprintf(out, "\x1b_G%sm=%d;%s\x1b\\", head, more, chunk)
		head = ""
	}
	out.WriteByte('\n')
	return nil
}

// widest is how many columns blocks take at most.
const widest = 160

// blocks draws two pixels as one character: the upper as the colour of a half
// block and the lower as its background.
func blocks(out *bytes.Buffer, img image.Image) {
	b := img.Bounds()
	step := max(1, (b.Dx()+widest-1)/widest)
	for y := b.Min.Y; y < b.Max.Y; y += 2 * step {
		for x := b.Min.X; x < b.Max.X; x += step {
			r, g, bl := rgb(img, x, y)
			fmt.Fprintf(out, "\x1b[38;2;%d;%d;%dm", r, g, bl)
			r, g, bl = rgb(img, x, min(y+step, b.Max.Y-1))
			fmt.Fprintf(out, "\x1b[48;2;%d;%d;%dm▀", r, g, bl)
		}
		out.WriteString("\x1b[0m\n")
	}
}

// rgb is a pixel on white.
func rgb(img image.Image, x, y int) (r, g, b uint8) {
	c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
	on := func(v uint8) uint8 { return uint8((int(v)*int(c.A) + 255*(255-int(c.A))) / 255) }
	return on(c.R), on(c.G), on(c.B)
}

// levels is how many shades each channel has in sixels, 216 colours in all.
const levels = 6

// sixel draws six rows at a time, once for each colour in them (DEC STD 070).
func sixel(out *bytes.Buffer, img image.Image) {
	b := img.Bounds()
	fmt.Fprintf(out, "\x1bPq\"1;1;%d;%d", b.Dx(), b.Dy())
	for i := range levels * levels * levels {
		share := func(n int) int { return n % levels * 100 / (levels - 1) }
		fmt.Fprintf(out, "#%d;2;%d;%d;%d", i, share(i/levels/levels), share(i/levels), share(i))
	}
	for y := b.Min.Y; y < b.Max.Y; y += 6 {
		band(out, img, y)
	}
	out.WriteString("\x1b\\\n")
}

// band draws the six rows from y on.
func band(out *bytes.Buffer, img image.Image, y int) {
	b := img.Bounds()
	rows := map[int][]byte{} // by colour: a byte for each column, a bit for each row
	for row := range min(6, b.Max.Y-y) {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := index(rgb(img, x, y+row))
			if rows[c] == nil {
				rows[c] = make([]byte, b.Dx())
			}
			rows[c][x-b.Min.X] |= 1 << row
		}
	}
	for c := range levels * levels * levels {
		if rows[c] == nil {
			continue
		}
		fmt.Fprintf(out, "#%d", c)
		for _, bits := range rows[c] {
			out.WriteByte('?' + bits)
		}
		out.WriteByte('$')
	}
	out.WriteByte('-')
}

func index(r, g, b uint8) int {
	near := func(v uint8) int { return (int(v)*(levels-1) + 127) / 255 }
	return (near(r)*levels+near(g))*levels + near(b)
}
