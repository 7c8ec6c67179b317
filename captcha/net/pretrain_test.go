package net

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"testing"

	"dyncrawl/captcha/synth"
)

// bars draws the n-th of a row of pictures: a thick bar is an a, a thin one a b.
func bars(n uint64) (image.Image, string) {
	img := image.NewGray(image.Rect(0, 0, 24, 24))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	text := ""
	for i := range 2 {
		width, letter := 2, "b"
		if n>>i&1 == 0 {
			width, letter = 6, "a"
		}
		draw.Draw(img, image.Rect(4+10*i, 4, 4+10*i+width, 20), image.NewUniform(color.Gray{Y: uint8(n)}), image.Point{}, draw.Src)
		text += letter
	}
	return img, text
}

// TestPretrainRepeats takes some steps and expects the same weights from the same seed,
// bit for bit, and other ones from another.
func TestPretrainRepeats(t *testing.T) {
	pretrain := func(seed uint64) *Model {
		p, err := newPretrainer(PretrainConfig{Classes: "ab", Draw: bars, Seed: seed, Pictures: 3 * batchSize})
		if err != nil {
			t.Fatal(err)
		}
		for n := range uint64(3) {
			pictures := make([]drawn, batchSize)
			for i := range pictures {
				pictures[i] = p.draw(n*batchSize + uint64(i))
			}
			p.train(pictures)
		}
		return p.model()
	}
	same := func(a, b *Model) bool {
		return slices.EqualFunc(a.state, b.state, slices.Equal[[]float32])
	}
	first := pretrain(1)
	if !same(first, pretrain(1)) {
		t.Error("the same seed gives other weights")
	}
	if same(first, pretrain(2)) {
		t.Error("another seed gives the same weights")
	}
}

// BenchmarkPretrain trains on a round of synthetic pictures.
func BenchmarkPretrain(b *testing.B) {
	faces, err := synth.OpenFonts("/usr/share/fonts")
	if err != nil {
		b.Skip(err)
	}
	draw := func(n uint64) (image.Image, string) {
		p := synth.Draw(faces, 1, n, 1)
		return p.Image, p.Text
	}
	const classes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-*=?"
	p, err := newPretrainer(PretrainConfig{Classes: classes, Pictures: 1e9, Draw: draw})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		p.round()
	}
}
