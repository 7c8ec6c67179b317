package captcha

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"slices"
)

// Suffixes and blocks of the GIF format (GIF89a specification, 1990).
const (
	gifHeader    = 13 // signature and logical screen descriptor
	gifExtension = 0x21
	gifImage     = 0x2c
	gifTable     = 0x80 // flag: a colour table of 3·2^(n+1) bytes follows
)

// animated reports whether a GIF has several frames that are worth decoding: all
// of them together within the limit of pixels. Others are read as their first
// frame. The pixels are not decoded.
func animated(data []byte) bool {
	n := frameCount(data)
	if n < 2 {
		return false
	}
	w, h := int(binary.LittleEndian.Uint16(data[6:])), int(binary.LittleEndian.Uint16(data[8:]))
	return n <= maxPixels/max(w*h, 1)
}

// frameCount counts the image descriptors up to where the file ends or breaks.
func frameCount(data []byte) (n int) {
	if len(data) < gifHeader {
		return 0
	}
	at := gifHeader + tableSize(data[10])
	for at+1 < len(data) {
		switch data[at] {
		case gifExtension:
			at = skipBlocks(data, at+2)
		case gifImage:
			if at+10 > len(data) {
				return n
			}
			n++
			at = skipBlocks(data, at+10+tableSize(data[at+9])+1)
		default:
			return n
		}
	}
	return n
}

func tableSize(flags byte) int {
	if flags&gifTable == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// skipBlocks returns where the chain of data blocks at a place ends.
func skipBlocks(data []byte, at int) int {
	for at < len(data) && data[at] != 0 {
		at += int(data[at]) + 1
	}
	return at + 1
}

// frames combines the frames of an animation: per pixel the darkest, and per
// channel the median.
func frames(data []byte) ([]image.Image, error) {
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decode animation: %w", err)
	}
	shown := composed(g)
	return []image.Image{darkest(shown), middle(shown)}, nil
}

// composed returns what is shown at each frame.
func composed(g *gif.GIF) (shown []*image.NRGBA) {
	canvas := image.NewNRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	draw.Draw(canvas, canvas.Rect, image.White, image.Point{}, draw.Src)
	for i, frame := range g.Image {
		before := clone(canvas)
		draw.Draw(canvas, frame.Rect, frame, frame.Rect.Min, draw.Over)
		shown = append(shown, clone(canvas))
		switch g.Disposal[i] {
		case gif.DisposalPrevious:
			canvas = before
		case gif.DisposalBackground:
			draw.Draw(canvas, frame.Rect, image.White, image.Point{}, draw.Src)
		}
	}
	return shown
}

func clone(img *image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(img.Rect)
	copy(out.Pix, img.Pix)
	return out
}

// darkest takes each pixel from the frame in which it is darkest.
func darkest(shown []*image.NRGBA) *image.NRGBA {
	out := clone(shown[0])
	for _, frame := range shown[1:] {
		for i := 0; i < len(out.Pix); i += 4 {
			if light(frame.Pix[i:]) < light(out.Pix[i:]) {
				copy(out.Pix[i:i+4], frame.Pix[i:i+4])
			}
		}
	}
	return out
}

// light is 1000 times the luminance of a pixel (ITU-R BT.601).
func light(p []uint8) int { return 299*int(p[0]) + 587*int(p[1]) + 114*int(p[2]) }

// middle takes the median of each channel.
func middle(shown []*image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(shown[0].Rect)
	values := make([]uint8, len(shown))
	for i := range out.Pix {
		for k, frame := range shown {
			values[k] = frame.Pix[i]
		}
		slices.Sort(values)
		out.Pix[i] = values[len(values)/2]
	}
	return out
}
