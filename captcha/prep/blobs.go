package prep

import "image"

// despeckle removes connected ink (eight neighbours) of fewer than area pixels
// from a binary picture.
func despeckle(g *image.Gray, area int) *image.Gray {
	out := each(g, func(v uint8) uint8 { return v })
	for _, blob := range blobs(g) {
		if len(blob) < area {
			erase(out, blob)
		}
	}
	return out
}

func erase(g *image.Gray, pixels []int) {
	for _, i := range pixels {
		g.Pix[i] = paper
	}
}

// blobs lists the connected ink of a binary picture as offsets into Pix.
func blobs(g *image.Gray) (all [][]int) {
	seen := make([]bool, len(g.Pix))
	for i, v := range g.Pix {
		if v == ink && !seen[i] {
			all = append(all, flood(g, i, seen))
		}
	}
	return all
}

func flood(g *image.Gray, start int, seen []bool) []int {
	seen[start] = true
	blob := []int{start}
	for next := 0; next < len(blob); next++ {
		x, y := blob[next]%g.Stride, blob[next]/g.Stride
		for ny := max(0, y-1); ny <= min(g.Rect.Dy()-1, y+1); ny++ {
			for nx := max(0, x-1); nx <= min(g.Rect.Dx()-1, x+1); nx++ {
				if i := ny*g.Stride + nx; g.Pix[i] == ink && !seen[i] {
					seen[i] = true
					blob = append(blob, i)
				}
			}
		}
	}
	return blob
}
