package prep

import (
	"image"
	"image/color"
	"image/draw"
	"math"
)

// Flatten puts a picture on white, which is what a browser shows of transparency.
func Flatten(img image.Image) *image.NRGBA {
	b := img.Bounds()
	out := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, b.Min, draw.Over)
	return out
}

// distance greys by how far a colour is from the background's: text of any
// colour comes out dark, also text as bright as its background.
func distance(img *image.NRGBA) *image.Gray {
	bg := background(img)
	out := image.NewGray(img.Rect)
	for i := range out.Pix {
		p := img.Pix[4*i:]
		d := math.Sqrt(sq(p[0], bg.R) + sq(p[1], bg.G) + sq(p[2], bg.B))
		out.Pix[i] = 255 - uint8(min(255, d))
	}
	return out
}

func sq(a, b uint8) float64 {
	d := float64(a) - float64(b)
	return d * d
}

// background is the most frequent colour in steps of 16 a channel, as the mean
// of the pixels that have it.
func background(img *image.NRGBA) color.NRGBA {
	type sum struct{ n, r, g, b int }
	sums := map[[3]uint8]sum{}
	var best sum
	for i := 0; i < len(img.Pix); i += 4 {
		r, g, b := img.Pix[i], img.Pix[i+1], img.Pix[i+2]
		key := [3]uint8{r >> 4, g >> 4, b >> 4}
		s := sums[key]
		s = sum{s.n + 1, s.r + int(r), s.g + int(g), s.b + int(b)}
		sums[key] = s
		if s.n > best.n {
			best = s
		}
	}
	n := max(best.n, 1)
	return color.NRGBA{uint8(best.r / n), uint8(best.g / n), uint8(best.b / n), 255}
}

// gray brings a picture to grey with its origin at zero.
func gray(img image.Image) *image.Gray {
	b := img.Bounds()
	out := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Rect, img, b.Min, draw.Src)
	return out
}

// each applies f to every pixel.
func each(g *image.Gray, f func(uint8) uint8) *image.Gray {
	out := image.NewGray(g.Rect)
	for i, v := range g.Pix {
		out.Pix[i] = f(v)
	}
	return out
}
