package captcha

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"testing"
)

// film is an animation: each text is a frame, a row of black (#), grey (.) and
// white pixels; what is transparent (-) shows the frame before.
func film(t *testing.T, frames ...string) []byte {
	t.Helper()
	shades := color.Palette{color.Gray{255}, color.Gray{0}, color.Gray{128}, color.Transparent}
	g := &gif.GIF{}
	for _, row := range frames {
		img := image.NewPaletted(image.Rect(0, 0, len(row), 1), shades)
		for x, c := range row {
			img.Pix[x] = map[rune]uint8{' ': 0, '#': 1, '.': 2, '-': 3}[c]
		}
		g.Image = append(g.Image, img)
		g.Delay = append(g.Delay, 5)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func row(img image.Image) string {
	var out []byte
	for x := range img.Bounds().Dx() {
		r, _, _, _ := img.At(x, 0).RGBA()
		switch {
		case r>>8 < 64:
			out = append(out, '#')
		case r>>8 < 192:
			out = append(out, '.')
		default:
			out = append(out, ' ')
		}
	}
	return string(out)
}

func TestViewsOfAnAnimation(t *testing.T) {
	for _, c := range []struct {
		name            string
		frames          []string
		darkest, lasted string
	}{
		{"each frame shows a part", []string{"#   ", " #  ", "  # "}, "### ", "    "},
		{"noise comes and goes", []string{"# # ", "##  ", "#  #"}, "####", "#   "},
		{"a frame changes a part only", []string{"#  .", "-#--", "--#-"}, "###.", "## ."},
	} {
		views, err := Views(film(t, c.frames...))
		if err != nil || len(views) != 2 {
			t.Fatalf("%s: %v, %v", c.name, views, err)
		}
		if got := row(views[0]); got != c.darkest {
			t.Errorf("%s: darkest %q, want %q", c.name, got, c.darkest)
		}
		if got := row(views[1]); got != c.lasted {
			t.Errorf("%s: median %q, want %q", c.name, got, c.lasted)
		}
	}
}

func TestLongAnimationsAreReadByTheirFirstFrame(t *testing.T) {
	long := make([]string, 30)
	for i := range long {
		long[i] = "# "
	}
	data := film(t, long...)
	if n := frameCount(data); n != 30 {
		t.Errorf("counted %d frames", n)
	}
	copy(data[6:], []byte{0xd0, 0x07, 0xd0, 0x07}) // the screen is 2000×2000 now: two frames would be too much
	views, err := Views(data)
	if err != nil || len(views) != 1 {
		t.Errorf("got %d views, %v", len(views), err)
	}
	for cut := range len(data) {
		frameCount(data[:cut]) // must end, whatever is missing
	}
}
