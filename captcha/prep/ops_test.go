package prep

import (
	"image"
	"image/color"
	"strings"
	"testing"
)

// Pictures in tests are drawn with one character a pixel.
const shades = "#+-. " // 0, 64, 128, 192, 255

func shade(i int) uint8 { return uint8(min(64*i, 255)) }

func drawn(rows ...string) *image.Gray {
	g := image.NewGray(image.Rect(0, 0, len(rows[0]), len(rows)))
	for y, row := range rows {
		for x, c := range row {
			g.Pix[y*g.Stride+x] = shade(strings.IndexRune(shades, c))
		}
	}
	return g
}

func show(g *image.Gray) string {
	var b strings.Builder
	for i, v := range g.Pix {
		if i > 0 && i%g.Stride == 0 {
			b.WriteByte('\n')
		}
		at := 0
		for at < len(shades) && shade(at) != v {
			at++
		}
		b.WriteByte((shades + "?")[at])
	}
	return b.String()
}

func TestOps(t *testing.T) {
	tests := []struct {
		name, chain string
		in, want    []string
	}{
		{"otsu splits two shades of ink from two of paper", "otsu", []string{"#+.#", " .+ "}, []string{"## #", "  # "}},
		{"meangrey takes what is darker than the mean", "meangrey", []string{"#+. ", "    "}, []string{"##  ", "    "}},
		{"twopeaks separates at the valley, not at the mean", "twopeaks", []string{"++....", "++....", "......"}, []string{"##    ", "##    ", "      "}},
		{"twopeaks of one grey has no peaks to part", "twopeaks", []string{"  ", "  "}, []string{"  ", "  "}},
		{"stretch reaches black and white", "stretch", []string{"+-", "-+"}, []string{"# ", " #"}},
		{"stretch keeps an even picture", "stretch", []string{"--", "--"}, []string{"--", "--"}},
		{"contrast moves greys from their mean", "contrast=2", []string{"+.", ".+"}, []string{"# ", " #"}},
		{"dark text stays", "dark", []string{"  # ", "  # "}, []string{"  # ", "  # "}},
		{"light text is inverted", "dark", []string{"## #", "## #"}, []string{"  # ", "  # "}},
		{"pad", "pad=1", []string{"#"}, []string{"   ", " # ", "   "}},
		{"crop", "crop", []string{"    ", " #  ", "  # "}, []string{"# ", " #"}},
		{"crop keeps a picture without ink", "crop", []string{"  "}, []string{"  "}},
		{"mean of the part of the window inside", "mean=3", []string{"#-", "#-"}, []string{"++", "++"}},
		{"median drops a dot and keeps a stroke", "median",
			[]string{"#    ##", "     ##", "     ##"},
			[]string{"     ##", "     ##", "     ##"}},
		{"a wider median drops what is wider", "median=5",
			[]string{"       ###", "       ###", "  ##   ###", "  ##   ###", "       ###"},
			[]string{"       ###", "       ###", "       ###", "       ###", "       ###"}},
		{"sauvola leaves an even ground alone, light or dark", "sauvola=3:0.2",
			[]string{"....#----", "....#----", "....#----"},
			[]string{"    #    ", "    #    ", "    #    "}},
		{"niblack takes what is darker than its surroundings", "niblack=3:-0.5",
			[]string{" .  ", " .  ", " .  "},
			[]string{" #  ", " #  ", " #  "}},
		{"wiener keeps an even picture", "wiener=3", []string{"---", "---"}, []string{"---", "---"}},
		{"despeckle counts diagonal neighbours", "despeckle=3",
			[]string{"#   #", " #  #", "  #  "},
			[]string{"#    ", " #   ", "  #  "}},
		{"despeckle drops what is smaller", "despeckle=3",
			[]string{"##  #", "    #", "    #"},
			[]string{"    #", "    #", "    #"}},
		{"unrule drops a flat line and keeps the stroke it crosses", "unrule=1",
			[]string{" ## ", "####", " ## "},
			[]string{" ## ", " ## ", " ## "}},
		{"unline drops thin lines of both directions", "unline=2",
			[]string{"#    ", "#    ", "#### ", "  ## ", "     ", "#####"},
			[]string{"     ", "     ", "  ## ", "  ## ", "     ", "     "}},
		{"unline of odd width moves nothing", "unline=3",
			[]string{"      ", " ###  ", " #####", " ###  ", "      "},
			[]string{"      ", " ###  ", " ###  ", " ###  ", "      "}},
		{"strokes cuts a line off near a thick stroke and keeps its corners", "strokes=3",
			[]string{"          ", " ###      ", " #########", " ###      ", "          "},
			[]string{"          ", " ###      ", " ####     ", " ###      ", "          "}},
		{"longlines drops a line that touches nothing", "longlines=0.5:2",
			[]string{"##  ##", "##  ##", "      ", "######"},
			[]string{"##  ##", "##  ##", "      ", "      "}},
		{"thin leaves the middle line of a bar", "thin",
			[]string{"       ", " ##### ", " ##### ", " ##### ", "       "},
			[]string{"       ", "       ", "  ##   ", "       ", "       "}},
		{"thin keeps a line", "thin", []string{"     ", " ### ", "     "}, []string{"     ", " ### ", "     "}},
		{"project parts at empty columns", "project",
			[]string{"# ##", "#  #"},
			[]string{"    #    ##    ", "    #     #    "}},
		{"cut keeps a dot with its stem", "cut=2",
			[]string{" #   ##", "     # ", " #   ##"},
			[]string{"    #    ##    ", "         #     ", "    #    ##    "}},
		{"cut merges the two narrowest", "cut=2",
			[]string{"# # ###", "# # # #"},
			[]string{"    # #    ###    ", "    # #    # #    "}},
		{"cut splits touching glyphs where the drop falls", "cut=2",
			[]string{"##  ##", "##  ##", "######", "##  ##"},
			[]string{"    ##      ##    ", "    ##      ##    ", "    ###    ###    ", "    ##      ##    "}},
		{"deskew leaves upright ink alone", "deskew", []string{"    ", " ## ", "    "}, []string{"    ", " ## ", "    "}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in := drawn(test.in...)
			if got, want := show(MustParse(test.chain).Apply(in)), strings.Join(test.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if show(in) != strings.Join(test.in, "\n") {
				t.Error("the operation changed its argument")
			}
		})
	}
}

func TestDistanceSeesInkAsBrightAsThePaper(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 3, 1))
	img.SetNRGBA(0, 0, color.NRGBA{0, 130, 0, 255}) // luminance 76, like the red
	img.SetNRGBA(1, 0, color.NRGBA{255, 0, 0, 255})
	img.SetNRGBA(2, 0, color.NRGBA{255, 0, 0, 255})
	got := distance(img).Pix
	if got[0] != 0 || got[1] != 255 || got[2] != 255 {
		t.Errorf("got %v, want ink then two of paper", got)
	}
}

func TestFlattenPutsTransparencyOnWhite(t *testing.T) {
	img := image.NewNRGBA(image.Rect(5, 5, 7, 6))
	img.SetNRGBA(6, 5, color.NRGBA{0, 0, 0, 255})
	got := Flatten(img)
	if got.Rect.Min != (image.Point{}) || got.NRGBAAt(0, 0) != (color.NRGBA{255, 255, 255, 255}) ||
		got.NRGBAAt(1, 0) != (color.NRGBA{0, 0, 0, 255}) {
		t.Errorf("got %v %v", got.Rect, got.Pix)
	}
}

func TestScaleBounds(t *testing.T) {
	tests := []struct {
		name       string
		w, h       int
		wide, high int
	}{
		{"grows to the height", 100, 40, 300, 120},
		{"grows at most fourfold", 20, 10, 80, 40},
		{"stays affordable", 3200, 20, 1600, 10},
		{"shrinks", 240, 240, 120, 120},
		{"never vanishes", 4_000_000, 1, 1600, 1},
	}
	for _, test := range tests {
		got := scale(image.NewGray(image.Rect(0, 0, test.w, test.h)), 120).Rect
		if got.Dx() != test.wide || got.Dy() != test.high {
			t.Errorf("%s: got %v, want %d×%d", test.name, got, test.wide, test.high)
		}
	}
}
