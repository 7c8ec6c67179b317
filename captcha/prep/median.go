package prep

import (
	"image"
	"slices"
)

// medianFilter replaces each pixel by the median of the square around it; the
// picture's edge is repeated outside it. An even window counts as the next odd one.
func medianFilter(g *image.Gray, window int) *image.Gray {
	out := image.NewGray(g.Rect)
	reach := window / 2
	near := make([]uint8, 0, (2*reach+1)*(2*reach+1))
	for y := range g.Rect.Dy() {
		for x := range g.Rect.Dx() {
			near = square(g, x, y, reach, near[:0])
			slices.Sort(near)
			out.Pix[y*out.Stride+x] = near[len(near)/2]
		}
	}
	return out
}

// square appends the pixels at most reach from (x, y) to near.
func square(g *image.Gray, x, y, reach int, near []uint8) []uint8 {
	for dy := -reach; dy <= reach; dy++ {
		ny := max(0, min(g.Rect.Dy()-1, y+dy))
		for dx := -reach; dx <= reach; dx++ {
			nx := max(0, min(g.Rect.Dx()-1, x+dx))
			near = append(near, g.Pix[ny*g.Stride+nx])
		}
	}
	return near
}
