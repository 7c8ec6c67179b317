package captcha

import "image"

// chain is one way of making a picture readable: a grey and the steps after it.
type chain struct {
	name string
	grey func(*image.NRGBA) *image.Gray
	ops  []op
}

// chains lists the ways that are tried. Each reads pictures that the others do
// not; their agreement decides. Sizes are in pixels after scaling.
func chains() []chain {
	return []chain{
		{"grey", luminance, []op{darkText, scale(120), stretch, pad(20)}},
		{"median", distance, []op{median, scale(120), otsu, despeckle(40), pad(20)}},
		{"flat lines", distance, []op{scale(120), otsu, unrule(5), despeckle(100), pad(20), blur(2)}},
		{"lines", distance, []op{scale(120), otsu, unline(6), despeckle(100), pad(20), blur(2)}},
		{"fine lines", distance, []op{scale(160), otsu, unline(8), despeckle(150), pad(20)}},
	}
}

// apply runs the chain over a flattened picture.
func (c chain) apply(img *image.NRGBA) *image.Gray {
	g := c.grey(img)
	for _, op := range c.ops {
		g = op(g)
	}
	return g
}
