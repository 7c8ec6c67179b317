package prep

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	chain, err := Parse("distance, scale=60,sauvola=21")
	if err != nil || chain.String() != "distance,scale=60,sauvola=21:0.2" {
		t.Errorf("got %q, %v", chain, err)
	}
	for text, want := range map[string]string{
		"otsus":       `no operation is named "otsus": there are clusters, luminance`,
		"otsu=3":      "otsu takes 0 arguments, not 1",
		"blur=x":      `blur: "x": sigma is a number from 0.1 to 50`,
		"blur=NaN":    "sigma is a number",
		"median=2":    "window is a number from 3 to 15",
		"":            `no operation is named ""`,
		"pad=1:2":     "pad takes 1 arguments, not 2",
		"scale=1e300": "height is a number",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

// Every operation takes any picture, the smallest too.
func TestOperationsTakeAnyPicture(t *testing.T) {
	if len(Operations()) < 25 {
		t.Fatalf("only %d operations", len(Operations()))
	}
	for _, size := range []image.Rectangle{image.Rect(0, 0, 1, 1), image.Rect(3, 4, 10, 6), image.Rect(0, 0, 30, 1)} {
		for _, op := range Operations() {
			for _, fill := range []color.NRGBA{{255, 255, 255, 255}, {0, 0, 0, 255}, {10, 99, 30, 128}} {
				img := image.NewNRGBA(size)
				for i := range size.Dx() {
					img.SetNRGBA(size.Min.X+i, size.Min.Y, fill)
				}
				if got := MustParse(op.Usage).Apply(img); got.Rect.Min != (image.Point{}) || got.Rect.Empty() {
					t.Errorf("%s of %v: bounds %v", op.Usage, size, got.Rect)
				}
			}
		}
	}
}

func TestHullLeavesInnerPointsOut(t *testing.T) {
	got := hull([]image.Point{{0, 0}, {2, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 2}, {0, 0}})
	want := map[image.Point]bool{{0, 0}: true, {4, 0}: true, {4, 4}: true, {0, 4}: true}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for _, p := range got {
		if !want[p] {
			t.Errorf("%v is no corner", p)
		}
	}
}

func TestTiltOfARectangle(t *testing.T) {
	// The rectangle with sides (12, 5)·k and (-5, 12)·m is turned by atan(5/12).
	got := tilt(hull([]image.Point{{0, 0}, {36, 15}, {31, 27}, {-5, 12}}))
	if want := math.Atan2(5, 12) * 180 / math.Pi; math.Abs(got-want) > 1e-9 {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestDeskewTurnsABarUpright(t *testing.T) {
	g := blank(80, 80)
	for i := range 60 { // a bar 9 high that falls by a quarter
		for d := range 9 {
			g.Pix[(20+i/4+d)*80+10+i] = ink
		}
	}
	if box := inkBox(g); box.Dy() < 22 {
		t.Fatalf("the bar lies in %v", box)
	}
	if box := inkBox(deskew(g, 30)); box.Dy() > 13 {
		t.Errorf("turned, the bar lies in %v", box)
	}
	if box := inkBox(deskew(g, 10)); box != inkBox(g) {
		t.Errorf("a bar turned by more than allowed was moved to %v", box)
	}
}

func TestClustersKeepGlyphsAndDropAPattern(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 40, 20))
	text, dot := color.NRGBA{160, 20, 20, 255}, color.NRGBA{20, 160, 20, 255}
	for y := range 20 {
		for x := range 40 {
			c := color.NRGBA{250, 250, 250, 255}
			switch {
			case x >= 8 && x < 12 && y >= 3 && y < 17:
				c = text
			case x%4 == 0 && y%4 == 0:
				c = dot
			}
			img.SetNRGBA(x, y, c)
		}
	}
	got := clusters(img, 3)
	if got.NRGBAAt(9, 9) != text || got.NRGBAAt(0, 0) != (color.NRGBA{250, 250, 250, 255}) {
		t.Errorf("text is %v, a dot is %v", got.NRGBAAt(9, 9), got.NRGBAAt(0, 0))
	}
}

func TestWienerSmoothsNoiseAndKeepsEdges(t *testing.T) {
	g := blank(40, 20)
	for i := range g.Pix {
		switch x := i % 40; {
		case x >= 20:
			g.Pix[i] = 0
		case (i+i/40)%2 == 0:
			g.Pix[i] = 235
		}
	}
	got := wiener(g, 5)
	if noise := abs(int(got.Pix[10*40+8]) - int(got.Pix[10*40+9])); noise > 4 {
		t.Errorf("neighbours differ by %d, 20 before", noise)
	}
	if step := int(got.Pix[10*40+18]) - int(got.Pix[10*40+21]); step < 200 {
		t.Errorf("the edge is %d high", step)
	}
}

func TestNormaliseCentresAndKeepsShape(t *testing.T) {
	got := normalise(drawn("      ", "  ##  ", "  ##  ", "  ##  ", "  ##  "), 8, 8)
	want := "  ####  "
	for _, row := range strings.Split(show(got), "\n") {
		if row != want {
			t.Fatalf("got\n%s", show(got))
		}
	}
}

func TestSheetHoldsAllStages(t *testing.T) {
	chain := MustParse("distance,otsu,cut=2")
	stages := chain.Stages(drawn("# #", "# #"))
	if len(stages) != 4 || stages[3].Name != "cut=2" {
		t.Fatalf("got %v", stages)
	}
	long := make([]Stage, 60)
	for i := range long {
		long[i] = Stage{"scale=40", blank(100, 40)}
	}
	if size := Sheet(long).Rect; size.Dx() > sheetWidth || size.Dy() < 4*40 {
		t.Errorf("sheet of 60 pictures is %v", size)
	}
	sheet := Sheet(stages)
	if got := sheet.NRGBAAt(sheetGap, sheetGap+captionHigh); got != (color.NRGBA{0, 0, 0, 255}) {
		t.Errorf("the first picture's corner is %v", got)
	}
}

func TestDropFallFollowsTheGap(t *testing.T) {
	g := drawn(
		"### ####",
		"### ####",
		"##   ###",
		"## # ###",
		"## #####",
		"########")
	got := dropFall(g, 3)
	for y, want := range []int{3, 3, 3, 2, 2, 2} {
		if got[y] != want {
			t.Errorf("row %d: left at %d, want %d (%v)", y, got[y], want, got)
			break
		}
	}
}
