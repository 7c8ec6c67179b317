package prep

import (
	"image"
	"image/draw"
	"math"

	"github.com/disintegration/imaging"
)

// Bounds of what scale makes: small pictures grow, wide ones stay affordable.
const (
	maxScale = 4
	maxWidth = 1600
)

// scale brings a picture near the given height. Tesseract wants capitals of 30
// to 40 pixels and captchas are drawn with half of that.
func scale(g *image.Gray, height int) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	factor := min(float64(height)/float64(h), maxScale, maxWidth/float64(w))
	return resize(g, max(1, int(factor*float64(w))), max(1, int(factor*float64(h))))
}

func resize(g *image.Gray, w, h int) *image.Gray {
	return gray(imaging.Resize(g, w, h, imaging.CatmullRom))
}

// pad puts a white border around the picture, since glyphs that touch its edge
// are often not seen.
func pad(g *image.Gray, n int) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	out := blank(w+2*n, h+2*n)
	draw.Draw(out, image.Rect(n, n, n+w, n+h), g, image.Point{}, draw.Src)
	return out
}

// blank is a picture of paper.
func blank(w, h int) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, w, h))
	for i := range out.Pix {
		out.Pix[i] = paper
	}
	return out
}

// crop cuts a binary picture to its ink; one without ink stays as it is.
func crop(g *image.Gray) *image.Gray {
	box := inkBox(g)
	if box.Empty() {
		return gray(g)
	}
	return gray(g.SubImage(box))
}

// inkBox is the smallest rectangle around the ink of a binary picture.
func inkBox(g *image.Gray) (box image.Rectangle) {
	for i, v := range g.Pix {
		if v == ink {
			x, y := i%g.Stride, i/g.Stride
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return box
}

// normalise brings the ink into the middle of a picture of the given size, as
// large as it fits with its shape kept. Edges come out grey.
func normalise(g *image.Gray, w, h int) *image.Gray {
	return Fit(crop(g), w, h)
}

// Fit brings a picture into a box of the given size, its shape kept, on paper.
func Fit(g *image.Gray, w, h int) *image.Gray {
	factor := min(float64(w)/float64(g.Rect.Dx()), float64(h)/float64(g.Rect.Dy()))
	nw := max(1, int(math.Round(factor*float64(g.Rect.Dx()))))
	nh := max(1, int(math.Round(factor*float64(g.Rect.Dy()))))
	small := gray(imaging.Resize(g, nw, nh, imaging.Linear))
	out := blank(w, h)
	at := image.Pt((w-nw)/2, (h-nh)/2)
	draw.Draw(out, small.Rect.Add(at), small, image.Point{}, draw.Src)
	return out
}
