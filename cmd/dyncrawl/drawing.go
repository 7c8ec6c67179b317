package main

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	htmltemplate "html/template"
	"io"
	"math"
	"strings"
	texttemplate "text/template"

	"dyncrawl/store"
)

var (
	//go:embed picture/graph.svg
	svgText string
	//go:embed picture/graph.dot
	dotText string
	//go:embed picture/graph.html
	htmlText string

	svgTemplate  = texttemplate.Must(texttemplate.New("svg").Parse(svgText))
	dotTemplate  = texttemplate.Must(texttemplate.New("dot").Parse(dotText))
	htmlTemplate = htmltemplate.Must(htmltemplate.New("html").Parse(htmlText))
)

// The sizes of a drawing, in pixels.
const (
	boxWidth  = 200
	boxHeight = 120
	columnGap = 140
	rowGap    = 60
	margin    = 20

	labelHeight = 13
)

// drawing is a graph with the places of its parts: a column for each distance
// from the first state.
type drawing struct {
	Page                string
	Events              int
	Limits              []string
	Width, Height       int
	BoxWidth, BoxHeight int
	Caption             int // height at which the words below a picture stand
	Boxes               []box
	Arrows              []arrow
}

// box is a state.
type box struct {
	Number, X, Y int
	Title, URL   string // escaped
	Caption      string
	Picture      string // base64; empty: there is none
}

// arrow is a transition.
type arrow struct {
	From, To    int
	X, Y        int // of the label
	Path        string
	Label, Full string // escaped
	Assumed     bool
}

func newDrawing(page string, e *store.Exploration) *drawing {
	d := &drawing{Page: page, Events: e.Events, Limits: e.Limits, BoxWidth: boxWidth, BoxHeight: boxHeight, Caption: boxHeight + 13}
	rows := map[int]int{} // boxes in each column
	for i := range e.States {
		s := &e.States[i]
		title := shorten(s.Title, 24)
		b := box{
			Number: i, Title: html.EscapeString(title), URL: html.EscapeString(s.URL), Caption: fmt.Sprintf("%d %s", i, title),
			X: margin + s.Depth*(boxWidth+columnGap), Y: margin + rows[s.Depth]*(boxHeight+rowGap),
			Picture: base64.StdEncoding.EncodeToString(s.Picture),
		}
		rows[s.Depth]++
		d.Width, d.Height = max(d.Width, b.X+boxWidth+margin), max(d.Height, b.Y+boxHeight+rowGap)
		d.Boxes = append(d.Boxes, b)
	}
	beside := map[[2]int]int{} // arrows between the same boxes
	for _, t := range e.Transitions {
		a, ends := d.arrow(t), [2]int{t.From, t.To}
		a.Y -= labelHeight * beside[ends]
		beside[ends]++
		d.Arrows = append(d.Arrows, a)
	}
	return d
}

// arrow draws a curve from the side of one box to the nearer side of the other.
func (d *drawing) arrow(t store.Transition) arrow {
	from, to := d.Boxes[t.From], d.Boxes[t.To]
	x1, y1, x2, y2 := from.X+boxWidth, from.Y+boxHeight/2, to.X, to.Y+boxHeight/2
	bend := columnGap / 2
	if to.X <= from.X { // backwards: from below to below
		x1, y1, x2, y2 = from.X+boxWidth/2, from.Y+boxHeight+18, to.X+boxWidth/2, to.Y+boxHeight+18
		bend = 0
	}
	sag := 0
	if bend == 0 {
		sag = int(math.Min(40, 10+math.Abs(float64(x1-x2))/10))
	}
	return arrow{
		From: t.From, To: t.To, X: (x1 + x2) / 2, Y: (y1+y2)/2 + sag - 3,
		Path:  fmt.Sprintf("M%d %d C%d %d %d %d %d %d", x1, y1, x1+bend, y1+sag, x2-bend, y2+sag, x2, y2),
		Label: html.EscapeString(shorten(t.Label, 22)), Full: html.EscapeString(t.Label), Assumed: t.Assumed,
	}
}

// drawHTML writes a page with the drawing and a table of its arrows.
func drawHTML(w io.Writer, d *drawing) error {
	var svg strings.Builder
	if err := svgTemplate.Execute(&svg, d); err != nil {
		return err
	}
	return htmlTemplate.Execute(w, struct {
		*drawing
		SVG htmltemplate.HTML // made by our own template, from escaped texts
	}{d, htmltemplate.HTML(svg.String())})
}
