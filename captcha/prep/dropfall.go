package prep

import "image"

// split cuts a piece of touching glyphs into parts of about the same width. Each
// cut begins at the emptiest column near its place and falls from there.
func (p Piece) split(parts int) []Piece {
	var all []Piece
	rest := p
	for ; parts > 1 && rest.Box.Dx() >= 2*parts; parts-- {
		wide := rest.Box.Dx() / parts
		left, right := rest.cutAlong(dropFall(rest.Ink, emptiest(rest.Ink, wide-wide/4, wide+wide/4)))
		if left.Box.Empty() || right.Box.Empty() {
			break
		}
		all = append(all, left)
		rest = right
	}
	return append(all, rest)
}

// emptiest is the column with the least ink between from and to, of equal ones
// that nearest to their middle.
func emptiest(g *image.Gray, from, to int) int {
	counts := columns(g, g.Rect)
	middle := (from + to) / 2
	best := middle
	for x := max(from, 1); x <= min(to, len(counts)-1); x++ {
		if counts[x] < counts[best] || counts[x] == counts[best] && abs(x-middle) < abs(best-middle) {
			best = x
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// dropFall lets a drop fall from the top of column x and returns, for each row,
// the column where it leaves that row (Congedo, Dimauro, Impedovo & Pirlo 1995).
// The drop falls straight or aslant through paper, rolls along ink as long as it
// finds a way down within a quarter of the height, and else cuts through.
func dropFall(g *image.Gray, x int) []int {
	path := make([]int, g.Rect.Dy())
	for y := range path {
		path[y] = x
		if y+1 < len(path) {
			x = fall(g, x, y)
		}
	}
	return path
}

// fall returns the column in which the drop at (x, y) enters the next row.
func fall(g *image.Gray, x, y int) int {
	if free(g, x, y+1) {
		return x
	}
	for d := 1; d <= max(1, g.Rect.Dy()/4); d++ {
		left, right := rolls(g, x, x-d, y), rolls(g, x, x+d, y)
		switch {
		case left && free(g, x-d, y+1):
			return x - d
		case right && free(g, x+d, y+1):
			return x + d
		case !left && !right:
			return x
		}
	}
	return x
}

// rolls reports whether the drop gets from column x to column to within row y, or
// falls aslant to the column beside it.
func rolls(g *image.Gray, x, to, y int) bool {
	if abs(to-x) == 1 {
		return true
	}
	step := 1
	if to < x {
		step = -1
	}
	for at := x + step; at != to; at += step {
		if !free(g, at, y) {
			return false
		}
	}
	return true
}

func free(g *image.Gray, x, y int) bool {
	return x > 0 && x < g.Rect.Dx() && g.Pix[y*g.Stride+x] != ink
}

// cutAlong parts the piece into what lies left of the path and the rest.
func (p Piece) cutAlong(path []int) (left, right Piece) {
	left, right = Piece{p.Box, gray(p.Ink)}, Piece{p.Box, gray(p.Ink)}
	for y, x := range path {
		for at := range p.Ink.Rect.Dx() {
			if at < x {
				right.Ink.Pix[y*right.Ink.Stride+at] = paper
			} else {
				left.Ink.Pix[y*left.Ink.Stride+at] = paper
			}
		}
	}
	return left.trimmed(), right.trimmed()
}
