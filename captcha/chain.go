package captcha

import "dyncrawl/captcha/prep"

// chain is one way of making a picture readable.
type chain struct {
	name string
	ops  prep.Chain
}

// chains lists the ways that are tried. Each reads pictures that the others do
// not; their agreement decides. Sizes are in pixels after scaling.
func chains() []chain {
	return []chain{
		{"grey", prep.MustParse("luminance,dark,scale=120,stretch,pad=20")},
		{"median", prep.MustParse("distance,median,scale=120,otsu,despeckle=40,pad=20")},
		{"flat lines", prep.MustParse("distance,scale=120,otsu,unrule=5,despeckle=100,pad=20,blur=2")},
		{"lines", prep.MustParse("distance,scale=120,otsu,unline=6,despeckle=100,pad=20,blur=2")},
		{"fine lines", prep.MustParse("distance,scale=160,otsu,unline=8,despeckle=150,pad=20")},
	}
}
