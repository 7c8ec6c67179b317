package prep

import (
	"image"
	"slices"

	"github.com/disintegration/imaging"
)

// stretch spreads the greys between the 1st and the 99th percentile over the
// whole range.
func stretch(g *image.Gray) *image.Gray {
	sorted := slices.Clone(g.Pix)
	slices.Sort(sorted)
	n := len(sorted)
	low, high := int(sorted[n/100]), int(sorted[n-1-n/100])
	if high == low {
		return each(g, func(v uint8) uint8 { return v })
	}
	return each(g, func(v uint8) uint8 {
		return uint8(max(0, min(255, (int(v)-low)*255/(high-low))))
	})
}

// darkText inverts a picture that shows light text on a dark ground. The ground
// is what most of the pixels are.
func darkText(g *image.Gray) *image.Gray {
	sorted := slices.Clone(g.Pix)
	slices.Sort(sorted)
	n := len(sorted)
	median, middle := int(sorted[n/2]), (int(sorted[0])+int(sorted[n-1]))/2
	if median >= middle {
		return each(g, func(v uint8) uint8 { return v })
	}
	return each(g, func(v uint8) uint8 { return 255 - v })
}

// contrast moves every grey away from the mean of all by factor.
func contrast(g *image.Gray, factor float64) *image.Gray {
	middle := meanOf(g)
	return each(g, func(v uint8) uint8 { return clamp(middle + factor*(float64(v)-middle)) })
}

// blur smooths with a Gaussian of sigma pixels.
func blur(g *image.Gray, sigma float64) *image.Gray { return gray(imaging.Blur(g, sigma)) }

// unsharp adds amount times what a Gaussian of sigma pixels takes away.
func unsharp(g *image.Gray, sigma, amount float64) *image.Gray {
	return against(g, blur(g, sigma), func(v, smooth float64) float64 { return v + amount*(v-smooth) })
}

// highpass keeps the difference from a Gaussian of sigma pixels, around middle
// grey: slow changes of the ground go.
func highpass(g *image.Gray, sigma float64) *image.Gray {
	return against(g, blur(g, sigma), func(v, smooth float64) float64 { return 128 + v - smooth })
}

// against joins two pictures of one size pixel by pixel.
func against(g, other *image.Gray, f func(a, b float64) float64) *image.Gray {
	out := image.NewGray(g.Rect)
	for i, v := range g.Pix {
		out.Pix[i] = clamp(f(float64(v), float64(other.Pix[i])))
	}
	return out
}

func clamp(v float64) uint8 { return uint8(max(0, min(255, v+0.5))) }

func meanOf(g *image.Gray) float64 {
	sum := 0
	for _, v := range g.Pix {
		sum += int(v)
	}
	return float64(sum) / float64(max(len(g.Pix), 1))
}
