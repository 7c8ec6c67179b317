package net

import (
	"image"
	"math/rand/v2"
	"testing"

	"dyncrawl/captcha/synth"
)

func BenchmarkPretrain(b *testing.B) {
	faces, err := synth.OpenFonts("/usr/share/fonts")
	if err != nil {
		b.Skip(err)
	}
	p, err := newPretrainer(PretrainConfig{Classes: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-*=?", Pictures: 1e9, Draw: func(n uint64) (image.Image, string) {
		q := synth.Draw(faces, 1, n, 1)
		return q.Image, q.Text
	}})
	if err != nil {
		b.Fatal(err)
	}
	_ = rand.IntN
	for b.Loop() {
		p.round()
	}
}
