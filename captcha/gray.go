package captcha

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"github.com/disintegration/imaging"
)

// op is one step of preprocessing. It returns a new picture whose bounds begin
// at the origin and leaves its argument as it was.
type op func(*image.Gray) *image.Gray

// flatten puts a picture on white, which is what a browser shows of transparency.
func flatten(img image.Image) *image.NRGBA {
	b := img.Bounds()
	out := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, b.Min, draw.Over)
	return out
}

// luminance greys by perceived brightness (ITU-R BT.601).
func luminance(img *image.NRGBA) *image.Gray {
	return gray(img)
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

// Bounds of what scale makes: small pictures grow, wide ones stay affordable.
const (
	maxScale = 4
	maxWidth = 1600
)

// scale brings a picture near the given height. Tesseract wants capitals of 30
// to 40 pixels and captchas are drawn with half of that.
func scale(height int) op {
	return func(g *image.Gray) *image.Gray {
		w, h := g.Rect.Dx(), g.Rect.Dy()
		factor := min(float64(height)/float64(h), maxScale, maxWidth/float64(w))
		return gray(imaging.Resize(g, max(1, int(factor*float64(w))), max(1, int(factor*float64(h))), imaging.CatmullRom))
	}
}

// blur smooths with a Gaussian of sigma pixels.
func blur(sigma float64) op {
	return func(g *image.Gray) *image.Gray { return gray(imaging.Blur(g, sigma)) }
}

// stretch spreads the greys between the 1st and the 99th percentile over the
// whole range.
func stretch(g *image.Gray) *image.Gray {
	sorted := slices.Clone(g.Pix)
	slices.Sort(sorted)
	n := len(sorted)
	low, high := int(sorted[n/100]), int(sorted[n-1-n/100])
	if high == low {
		return each(g, func(v uint8) uint8 { return v })
	}
	return each(g, func(v uint8) uint8 {
		return uint8(max(0, min(255, (int(v)-low)*255/(high-low))))
	})
}

// darkText inverts a picture that shows light text on a dark ground. The ground
// is what most of the pixels are.
func darkText(g *image.Gray) *image.Gray {
	sorted := slices.Clone(g.Pix)
	slices.Sort(sorted)
	n := len(sorted)
	median, middle := int(sorted[n/2]), (int(sorted[0])+int(sorted[n-1]))/2
	if median >= middle {
		return each(g, func(v uint8) uint8 { return v })
	}
	return each(g, func(v uint8) uint8 { return 255 - v })
}

// pad puts a white border around the picture, since glyphs that touch its edge
// are often not seen.
func pad(n int) op {
	return func(g *image.Gray) *image.Gray {
		w, h := g.Rect.Dx(), g.Rect.Dy()
		out := image.NewGray(image.Rect(0, 0, w+2*n, h+2*n))
		draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(out, image.Rect(n, n, n+w, n+h), g, image.Point{}, draw.Src)
		return out
	}
}
