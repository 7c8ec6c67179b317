package terminal

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
)

// flag is red above and transparent below.
func flag() image.Image {
	img := image.NewNRGBA(image.Rect(5, 5, 7, 7))
	img.SetNRGBA(5, 5, color.NRGBA{255, 0, 0, 255})
	img.SetNRGBA(6, 5, color.NRGBA{255, 0, 0, 255})
	return img
}

func shown(t *testing.T, img image.Image, mode Mode) string {
	t.Helper()
	var b bytes.Buffer
	if err := Show(&b, img, mode); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestBlocksShowTwoRowsInOne(t *testing.T) {
	cell := "\x1b[38;2;255;0;0m\x1b[48;2;255;255;255m▀"
	if got := shown(t, flag(), Blocks); got != cell+cell+"\x1b[0m\n" {
		t.Errorf("got %q", got)
	}
}

func TestSixel(t *testing.T) {
	got := shown(t, flag(), Sixel)
	// Red is 5·36 = 180 and white 215; the upper row is bit 0 (@), the lower bit 1 (A).
	if !strings.HasPrefix(got, "\x1bPq\"1;1;2;2#0;2;0;0;0") || !strings.HasSuffix(got, "#180@@$#215AA$-\x1b\\\n") ||
		!strings.Contains(got, "#180;2;100;0;0#") {
		t.Errorf("got %q", got)
	}
}

func TestKittySendsChunks(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 60, 60))
	for i := range img.Pix {
		img.Pix[i] = uint8(i * i * 2654435761 >> 7)
	}
	parts := strings.Split(strings.TrimSuffix(shown(t, img, Kitty), "\x1b\\\n"), "\x1b\\")
	if len(parts) < 2 || !strings.HasPrefix(parts[0], "\x1b_Ga=T,f=100,m=1;") || !strings.HasPrefix(parts[len(parts)-1], "\x1b_Gm=0;") {
		t.Fatalf("%d parts, the first %.40q", len(parts), parts[0])
	}
	var text string
	for _, p := range parts {
		_, data, _ := strings.Cut(p, ";")
		text += data
	}
	file, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := png.Decode(bytes.NewReader(file)); err != nil || back.Bounds() != img.Bounds() {
		t.Errorf("got %v, %v", back, err)
	}
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, value string
		want        Mode
	}{
		{"TERM", "xterm-kitty", Kitty}, {"KITTY_WINDOW_ID", "3", Kitty}, {"TERM", "foot", Sixel},
		{"TERM", "xterm-256color", Blocks}, {"TERM_PROGRAM", "WezTerm", Kitty},
	} {
		got := Detect(func(name string) string {
			if name == c.name {
				return c.value
			}
			return ""
		})
		if got != c.want {
			t.Errorf("%s=%s: %s, want %s", c.name, c.value, got, c.want)
		}
	}
}
