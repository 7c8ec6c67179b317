package prep

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// Measures of a sheet in pixels.
const (
	sheetWidth  = 1600
	sheetGap    = 12
	captionHigh = 18
	captionWide = 7 // a character
)

// Sheet draws pictures side by side, each under its name, in rows of up to 1,600
// pixels.
func Sheet(stages []Stage) *image.NRGBA {
	places, size := layOut(stages)
	sheet := image.NewNRGBA(image.Rectangle{Max: size})
	draw.Draw(sheet, sheet.Rect, image.NewUniform(color.Gray{224}), image.Point{}, draw.Src)
	for i, s := range stages {
		at := places[i]
		caption(sheet, s.Name, at)
		b := s.Picture.Bounds()
		to := image.Rectangle{Max: b.Size()}.Add(at.Add(image.Pt(0, captionHigh)))
		draw.Draw(sheet, to, image.White, image.Point{}, draw.Src)
		draw.Draw(sheet, to, s.Picture, b.Min, draw.Over)
	}
	return sheet
}

// layOut places the stages in rows and returns the size of all.
func layOut(stages []Stage) (places []image.Point, size image.Point) {
	at, row := image.Pt(sheetGap, sheetGap), 0
	for _, s := range stages {
		b := s.Picture.Bounds()
		wide := max(b.Dx(), captionWide*len([]rune(s.Name)))
		if at.X > sheetGap && at.X+wide+sheetGap > sheetWidth {
			at, row = image.Pt(sheetGap, at.Y+row), 0
		}
		places = append(places, at)
		at.X += wide + sheetGap
		row = max(row, captionHigh+b.Dy()+sheetGap)
		size = image.Pt(max(size.X, at.X), max(size.Y, at.Y+row))
	}
	return places, size
}

// caption writes text with its upper left corner at a point.
func caption(on draw.Image, text string, at image.Point) {
	pen := font.Drawer{
		Dst: on, Src: image.Black, Face: basicfont.Face7x13,
		Dot: fixed.P(at.X, at.Y+basicfont.Face7x13.Ascent),
	}
	pen.DrawString(text)
}
