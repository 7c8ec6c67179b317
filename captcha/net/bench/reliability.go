package bench

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"dyncrawl/captcha/net"
)

// Bin is the readings whose confidence lies in one tenth.
type Bin struct {
	Count      int
	Confidence float64 // mean
	Right      float64 // share
}

// Bins sorts readings into tenths of confidence and returns the expected calibration
// error with them: the mean distance of confidence and share (Naeini et al., 2015).
func Bins(readings []net.Judged) (bins [10]Bin, err float64) {
	for _, j := range readings {
		b := &bins[min(int(j.Confidence*10), 9)]
		b.Count++
		b.Confidence += j.Confidence
		if j.Right() {
			b.Right++
		}
	}
	for i := range bins {
		if b := &bins[i]; b.Count > 0 {
			b.Confidence /= float64(b.Count)
			b.Right /= float64(b.Count)
			err += max(b.Confidence-b.Right, b.Right-b.Confidence) * float64(b.Count) / float64(len(readings))
		}
	}
	return bins, err
}

//go:embed reliability.svg
var reliability string

var diagram = template.Must(template.New("reliability").Parse(reliability))

// bar is a Bin in the diagram's coordinates.
type bar struct {
	X, Y, Height, Mean float64
	Label              string
}

// Diagram draws readings as a reliability diagram (DeGroot and Fienberg, 1983), in
// SVG.
func Diagram(w io.Writer, title string, readings []net.Judged) error {
	bins, err := Bins(readings)
	var bars []bar
	for i, b := range bins {
		if b.Count > 0 {
			bars = append(bars, bar{
				X: 50 + float64(i)*40, Y: 440 - b.Right*400, Height: b.Right * 400, Mean: 50 + b.Confidence*400,
				Label: fmt.Sprint(b.Count),
			})
		}
	}
	return diagram.Execute(w, map[string]any{
		"Title": title, "Bars": bars, "Note": fmt.Sprintf("%d pictures, expected calibration error %.3f", len(readings), err),
	})
}
