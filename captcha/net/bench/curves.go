package bench

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
)

// Curve is how a site's acceptance rose while it was learned.
type Curve struct {
	Family string
	Points []Point
	Sent   int     // answers
	Last   float64 // share of the last of them that was accepted
	Passed int     // pictures that were too doubtful to be answered
}

// Point is a stretch of submissions.
type Point struct {
	Submissions int     // at its end
	Accepted    float64 // share of those since the last point
}

//go:embed curves.svg
var curves string

var curvesDrawing = template.Must(template.New("curves").Parse(curves))

// colours tell the curves apart: those of Okabe and Ito (2008), and black.
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"}

// line is a Curve in the drawing's coordinates.
type line struct {
	Family, Path, Colour string
	LegendY              int
}

// Curves draws curves over 800 submissions, in SVG.
func Curves(w io.Writer, all []Curve) error {
	var lines []line
	for i, c := range all {
		var path []string
		for _, p := range c.Points {
			path = append(path, fmt.Sprintf("%.1f,%.1f", 50+float64(p.Submissions)/2, 440-p.Accepted*400))
		}
		lines = append(lines, line{c.Family, strings.Join(path, " "), colours[i%len(colours)], 430 - 18*i})
	}
	return curvesDrawing.Execute(w, lines)
}
