package net

import (
	"archive/tar"
	"image"
	_ "image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGlance: a model is less surprised by the texts of pictures than by others, and
// by one that is not readable or not of its alphabet as much as it can be.
func TestGlance(t *testing.T) {
	m, err := Pretrained()
	if err != nil {
		t.Fatal(err)
	}
	surprise := func(name, text string) float64 {
		tuner := &tuner{TuneConfig: TuneConfig{Rules: Rules{Alphabet: "0123456789", MinLen: 6, MaxLen: 6}}}
		if tuner.lex, err = newLexicon([]rune(m.meta.Classes), tuner.Rules); err != nil {
			t.Fatal(err)
		}
		tuner.held = []Sample{{Image: digits(t, name), Text: text}}
		_, surprise := tuner.glance(m)
		return surprise
	}
	const name, text = "test/00000.png", "823987"
	right, wrong := surprise(name, text), surprise(name, text[1:]+"0")
	if right >= wrong || wrong > mostSurprise {
		t.Errorf("surprised by %g nats by %s, by %g by another text", right, text, wrong)
	}
	if got := surprise("", text); got != mostSurprise {
		t.Errorf("no picture: %g", got)
	}
	if got := surprise(name, "abcdef"); got != mostSurprise {
		t.Errorf("letters: %g", got)
	}
}

// digits is a picture of the family png-digits; one that is too small to be read
// without a name.
func digits(t *testing.T, name string) image.Image {
	t.Helper()
	if name == "" {
		return image.NewGray(image.Rect(0, 0, 2, 2))
	}
	f, err := os.Open(filepath.Join("..", "..", "testdata", "captcha", "png-digits.tar"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for r := tar.NewReader(f); ; {
		h, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if strings.TrimPrefix(h.Name, "./") != name {
			continue
		}
		picture, _, err := image.Decode(r)
		if err != nil {
			t.Fatal(err)
		}
		return picture
	}
}
