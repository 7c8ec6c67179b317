package captcha

import "image"

// chain is one way of making a picture readable: a grey and the steps after it.
type chain struct {
	name string
	grey func(*image.NRGBA) *image.Gray
	ops  []op
}

// height is what chains scale to, in pixels.
const height = 120

// chains lists the ways that are tried. Each helps where others fail; their
// agreement decides.
func chains() []chain {
	return []chain{
		{"grey", luminance, []op{darkText, scale(height), stretch, pad(20)}},
		{"distance", distance, []op{scale(height), stretch, pad(20)}},
		{"otsu", luminance, []op{darkText, scale(height), otsu, despeckle(40), pad(20)}},
		{"two-peak", distance, []op{scale(height), twoPeak, despeckle(40), pad(20)}},
		{"median", distance, []op{median, scale(height), otsu, despeckle(40), pad(20)}},
		{"blur", distance, []op{scale(height), blur(2), otsu, despeckle(40), pad(20)}},
		{"unline5", distance, []op{scale(height), otsu, unline(5), despeckle(60), pad(20)}},
		{"unline7", distance, []op{scale(height), otsu, unline(7), despeckle(60), pad(20)}},
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
