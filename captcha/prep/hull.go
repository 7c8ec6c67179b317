package prep

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/disintegration/imaging"
)

// hull is the convex hull of points, counterclockwise in a plane whose y grows
// upwards, without points on its edges (Andrew's monotone chain, 1979).
func hull(points []image.Point) []image.Point {
	points = slices.Clone(points)
	slices.SortFunc(points, func(a, b image.Point) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	points = slices.Compact(points)
	if len(points) < 3 {
		return points
	}
	lower := half(points)
	slices.Reverse(points)
	upper := half(points)
	return append(lower[:len(lower)-1], upper[:len(upper)-1]...)
}

// half is one side of the hull, from the first point to the last.
func half(points []image.Point) (side []image.Point) {
	for _, p := range points {
		for len(side) >= 2 && cross(side[len(side)-2], side[len(side)-1], p) <= 0 {
			side = side[:len(side)-1]
		}
		side = append(side, p)
	}
	return side
}

// cross is positive where a, b, c turn left in a plane whose y grows upwards.
func cross(a, b, c image.Point) int {
	return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X)
}

// tilt is the angle in degrees, above -45 and up to 45, by which the smallest
// rectangle around a hull is turned, clockwise as pictures have y. A side of that
// rectangle lies on an edge of the hull, so the edges are tried in turn, as
// rotating calipers do (Toussaint 1983).
func tilt(hull []image.Point) float64 {
	best, angle := math.Inf(1), 0.0
	for i, a := range hull {
		b := hull[(i+1)%len(hull)]
		turn := math.Atan2(float64(b.Y-a.Y), float64(b.X-a.X))
		if area := areaAt(hull, turn); area < best-1e-9 {
			best, angle = area, turn
		}
	}
	degrees := angle * 180 / math.Pi
	return degrees - 90*math.Ceil((degrees-45)/90)
}

// areaAt is the area of the rectangle around a hull whose sides are turned.
func areaAt(hull []image.Point, turn float64) float64 {
	sin, cos := math.Sincos(turn)
	low := [2]float64{math.Inf(1), math.Inf(1)}
	high := [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, p := range hull {
		x, y := float64(p.X), float64(p.Y)
		for i, v := range [2]float64{x*cos + y*sin, y*cos - x*sin} {
			low[i], high[i] = min(low[i], v), max(high[i], v)
		}
	}
	return (high[0] - low[0]) * (high[1] - low[1])
}

// deskew turns a binary picture so that the smallest rectangle around its ink
// stands upright. One that is turned further than most degrees stays as it is.
func deskew(g *image.Gray, most float64) *image.Gray {
	angle := tilt(hull(inkCorners(g)))
	if math.Abs(angle) > most || angle == 0 {
		return gray(g)
	}
	return threshold(gray(imaging.Rotate(g, angle, color.White)), 127)
}

// inkCorners are the corners of the ink's pixels.
func inkCorners(g *image.Gray) (points []image.Point) {
	for i, v := range g.Pix {
		if v == ink {
			x, y := i%g.Stride, i/g.Stride
			points = append(points, image.Pt(x, y), image.Pt(x+1, y), image.Pt(x, y+1), image.Pt(x+1, y+1))
		}
	}
	return points
}
