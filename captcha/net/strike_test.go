package net

import (
	"math/rand/v2"
	"testing"

	"dyncrawl/captcha/net/nn"
)

// TestStroke draws a level stroke and expects ink on its rows and columns alone, and
// that what is darker stays.
func TestStroke(t *testing.T) {
	var picture nn.Tensor
	picture.Resize(1, inputHeight, 64, inputChannels)
	clear(picture.Data)
	at := func(x, y int) *[inputChannels]float32 {
		return (*[inputChannels]float32)(picture.Data[(y*64+x)*inputChannels:])
	}
	ink, darker := [inputChannels]float32{0.8, 0.1, 0.2, 0.3}, [inputChannels]float32{0.9, 0.9, 0.9, 0.9}
	*at(30, 20) = darker
	stroke{from: 10, to: 50, middle: 20, radius: 1}.draw(&picture, ink)
	none := [inputChannels]float32{}
	for _, c := range []struct {
		x, y int
		want [inputChannels]float32
	}{{20, 20, ink}, {49, 20, ink}, {30, 20, darker}, {20, 17, none}, {20, 23, none}, {5, 20, none}, {60, 20, none}} {
		if got := *at(c.x, c.y); got != c.want {
			t.Errorf("column %d, row %d is %v, not %v", c.x, c.y, got, c.want)
		}
	}
}

// TestStrikeTakesInk strikes pictures again and again and expects no colour that was
// not there: a blank one stays blank.
func TestStrikeTakesInk(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var blank, full nn.Tensor
	for _, p := range []*nn.Tensor{&blank, &full} {
		p.Resize(1, inputHeight, 48, inputChannels)
		clear(p.Data)
	}
	for x := range 48 {
		copy(full.Data[(20*48+x)*inputChannels:], []float32{1, 0.5, 0.25, 0.125})
	}
	for range 20 {
		strike(&blank, rng)
		strike(&full, rng)
	}
	inked := 0
	for i := 0; i < len(full.Data); i += inputChannels {
		if blank.Data[i] != 0 {
			t.Fatal("a blank picture was struck through")
		}
		if p := full.Data[i:]; p[0] != 0 {
			inked++
			if p[1] != p[0]/2 || p[2] != p[0]/4 || p[3] != p[0]/8 {
				t.Fatalf("a pixel has the colour %v", p[:inputChannels])
			}
		}
	}
	if inked < 2*48 {
		t.Errorf("%d pixels have ink after 20 pictures", inked)
	}
}
