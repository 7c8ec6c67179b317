package synth

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// goFonts are the fonts that come with a library of ours, in two folders.
func goFonts(t *testing.T) *Fonts {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"a/regular.ttf": goregular.TTF, "b/bold.ttf": gobold.TTF, "b/broken.ttf": []byte("no font"),
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := OpenFonts(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestOpenFonts(t *testing.T) {
	if groups, files := goFonts(t).Count(); groups != 2 || files != 2 {
		t.Errorf("%d fonts in %d folders", files, groups)
	}
	if _, err := OpenFonts(t.TempDir()); err == nil {
		t.Error("an empty folder has fonts")
	}
	if _, err := OpenFonts(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a folder that is not there has fonts")
	}
}

// TestDrawRepeats expects the same picture from the same numbers, whatever was
// drawn before, and another one from others.
func TestDrawRepeats(t *testing.T) {
	first := map[uint64]Picture{}
	fonts := goFonts(t)
	for n := range uint64(40) {
		first[n] = Draw(fonts, 1, n, 1)
	}
	fonts = goFonts(t)
	differ := 0
	for n := uint64(39); n > 0; n-- {
		p, q := Draw(fonts, 1, n, 1), Draw(fonts, 2, n, 1)
		if p.Text != first[n].Text || !bytes.Equal(p.Image.Pix, first[n].Image.Pix) {
			t.Errorf("picture %d differs", n)
		}
		if p.Text != q.Text {
			differ++
		}
	}
	if differ < 35 {
		t.Errorf("another seed gives %d other texts of 39", differ)
	}
}

// TestDraw expects pictures of bearable size that show something.
func TestDraw(t *testing.T) {
	fonts := goFonts(t)
	for n := range uint64(200) {
		for _, level := range []float64{0, 1} {
			p := Draw(fonts, 3, n, level)
			b := p.Image.Bounds()
			if b.Dx() < 20 || b.Dy() < 12 || b.Dx() > 400 || b.Dy() > 200 {
				t.Fatalf("picture %d is %v", n, b)
			}
			if level == 0 && (len(p.Text) > 2 || contrast(p) < 40) {
				t.Errorf("plain picture %d of %q has a contrast of %d", n, p.Text, contrast(p))
			}
		}
	}
}

// contrast is the largest difference of two values of one colour.
func contrast(p Picture) int {
	least, most := [4]uint8{255, 255, 255, 255}, [4]uint8{}
	for i, v := range p.Image.Pix {
		least[i%4], most[i%4] = min(least[i%4], v), max(most[i%4], v)
	}
	best := 0
	for i := range 3 {
		best = max(best, int(most[i])-int(least[i]))
	}
	return best
}

func TestText(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	sums := 0
	for range 5000 {
		s := Text(rng)
		if len(s) < 1 || len(s) > 8 || strings.Trim(s, letters+"+-*=?") != "" {
			t.Errorf("text %q", s)
		}
		if strings.ContainsAny(s, "+-*=") {
			sums++
		}
	}
	if sums < 50 {
		t.Errorf("%d sums", sums)
	}
}
