package prep

import "image"

// thin reduces the strokes of a binary picture to lines one pixel wide, as Zhang
// & Suen (1984) do: pixels at the edge go, alternately from two sides, as long
// as that takes nothing apart.
func thin(g *image.Gray) *image.Gray {
	out := gray(g)
	for changed := true; changed; {
		changed = false
		for pass := range 2 {
			gone := superfluous(out, pass)
			erase(out, gone)
			changed = changed || len(gone) > 0
		}
	}
	return out
}

// superfluous lists the pixels that go in one of the two passes.
func superfluous(g *image.Gray, pass int) (gone []int) {
	for i, v := range g.Pix {
		if v == ink && removable(ring(g, i%g.Stride, i/g.Stride), pass) {
			gone = append(gone, i)
		}
	}
	return gone
}

// ring tells which of the eight neighbours are ink, clockwise from the one above.
func ring(g *image.Gray, x, y int) (p [8]bool) {
	for i, d := range [8][2]int{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}} {
		nx, ny := x+d[0], y+d[1]
		p[i] = nx >= 0 && ny >= 0 && nx < g.Rect.Dx() && ny < g.Rect.Dy() && g.Pix[ny*g.Stride+nx] == ink
	}
	return p
}

// removable is the condition of the paper: two to six neighbours, one change from
// paper to ink around the pixel, and paper on the side of this pass.
func removable(p [8]bool, pass int) bool {
	neighbours, changes := 0, 0
	for i := range p {
		if p[i] {
			neighbours++
		}
		if !p[i] && p[(i+1)%8] {
			changes++
		}
	}
	if neighbours < 2 || neighbours > 6 || changes != 1 {
		return false
	}
	const up, right, down, left = 0, 2, 4, 6
	if pass == 0 {
		return !(p[up] && p[right] && p[down]) && !(p[right] && p[down] && p[left])
	}
	return !(p[up] && p[right] && p[left]) && !(p[up] && p[down] && p[left])
}
