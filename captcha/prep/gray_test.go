package prep

import (
	"image"
	"image/color"
	"testing"
)

func TestBackgroundIsTheMostFrequentColour(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 5, 1))
	for x, c := range []color.NRGBA{{0, 0, 0, 255}, {210, 220, 230, 255}, {212, 222, 232, 255}, {0, 0, 90, 255}, {0, 99, 0, 255}} {
		img.SetNRGBA(x, 0, c)
	}
	if got, want := background(img), (color.NRGBA{211, 221, 231, 255}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
