package net_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"dyncrawl/captcha/net"
	"dyncrawl/captcha/net/bench"
)

func family(t testing.TB, name string) bench.Family {
	t.Helper()
	f, err := bench.Open(filepath.Join("..", "..", "testdata", "captcha", name+".tar"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func pretrained(t testing.TB) *net.Model {
	t.Helper()
	m, err := net.Pretrained()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestReadFamilies expects the general model to read at least so many of ten
// pictures, given alphabet and length.
func TestReadFamilies(t *testing.T) {
	m := pretrained(t)
	for name, least := range map[string]int{"gd-rect": 6, "png-digits": 5, "b64-digit": 6, "gochi-digit": 4} {
		f := family(t, name)
		e, err := net.Evaluate(context.Background(), m, f.Test[:10], f.Rules)
		if err != nil {
			t.Fatal(err)
		}
		got := int(math.Round(e.Exact * float64(e.Pictures)))
		t.Logf("%s: %d of %d", name, got, e.Pictures)
		if got < least || e.Pictures != 10 {
			t.Errorf("%s: read %d of %d pictures, at least %d expected", name, got, e.Pictures, least)
		}
	}
}

// TestRules expects every answer to keep the rules, however wrong they are for the
// picture.
func TestRules(t *testing.T) {
	r := net.NewReader(pretrained(t))
	f := family(t, "gd-rect")
	for _, rules := range []net.Rules{{Alphabet: "xyz", MinLen: 3, MaxLen: 3}, {Alphabet: "0", MinLen: 8}, {MaxLen: 2}} {
		got, err := r.Read(f.Test[0].Image, rules)
		if err != nil {
			t.Fatal(err)
		}
		n := len([]rune(got.Text))
		if n < max(rules.MinLen, 1) || rules.MaxLen > 0 && n > rules.MaxLen {
			t.Errorf("%+v: read %q", rules, got.Text)
		}
		if rules.Alphabet != "" && strings.Trim(got.Text, rules.Alphabet) != "" {
			t.Errorf("%+v: read %q", rules, got.Text)
		}
		if got.Confidence < 0 || got.Confidence > 1 {
			t.Errorf("%+v: %q at %g", rules, got.Text, got.Confidence)
		}
	}
}

func TestUnreadable(t *testing.T) {
	r := net.NewReader(pretrained(t))
	for name, c := range map[string]struct {
		w, h  int
		rules net.Rules
	}{
		"tiny":              {2, 2, net.Rules{}},
		"huge":              {5000, 10, net.Rules{}},
		"unknown alphabet":  {100, 40, net.Rules{Alphabet: "中文"}},
		"impossible length": {100, 40, net.Rules{MinLen: 200}},
	} {
		if _, err := r.Read(image.NewGray(image.Rect(0, 0, c.w, c.h)), c.rules); !errors.Is(err, net.ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBlank expects no panic and little confidence where there is nothing to read.
func TestBlank(t *testing.T) {
	r := net.NewReader(pretrained(t))
	picture := image.NewNRGBA(image.Rect(10, 20, 130, 60))
	for i := range picture.Pix {
		picture.Pix[i] = 255
	}
	got, err := r.Read(picture, net.Rules{MinLen: 5, MaxLen: 5})
	if err == nil && got.Confidence > 0.5 {
		t.Errorf("read %q from a blank picture, %g sure", got.Text, got.Confidence)
	}
}

// TestTransparent expects what is transparent to be read as white.
func TestTransparent(t *testing.T) {
	f := family(t, "gd-rect")
	source := f.Test[0].Image
	b := source.Bounds()
	clear := image.NewNRGBA(b)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.NRGBAModel.Convert(source.At(x, y)).(color.NRGBA)
			if c == (color.NRGBA{255, 255, 255, 255}) {
				c = color.NRGBA{}
			}
			clear.SetNRGBA(x, y, c)
		}
	}
	r := net.NewReader(pretrained(t))
	want, err := r.Read(source, f.Rules)
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Read(clear, f.Rules)
	if err != nil || got.Text != want.Text || got.Confidence != want.Confidence {
		t.Errorf("read %q, %q when transparent (%v)", want.Text, got.Text, err)
	}
}

// TestReadAllocates expects a reader that has warmed up to allocate nothing but the
// text it returns.
func TestReadAllocates(t *testing.T) {
	f := family(t, "gd-rect")
	r := net.NewReader(pretrained(t))
	read := func() {
		for _, s := range f.Test[:4] {
			if _, err := r.Read(s.Image, f.Rules); err != nil {
				t.Fatal(err)
			}
		}
	}
	read()
	if got := testing.AllocsPerRun(3, read); got > 4 {
		t.Errorf("%g allocations for four pictures", got)
	}
}

func BenchmarkRead(b *testing.B) {
	f := family(b, "svg-letters")
	r := net.NewReader(pretrained(b))
	b.ReportAllocs()
	start := cpu(b)
	for i := 0; b.Loop(); i++ {
		if _, err := r.Read(f.Test[i%len(f.Test)].Image, f.Rules); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(1000*(cpu(b)-start)/float64(b.N), "cpu-ms/op")
}
