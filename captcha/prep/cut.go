package prep

import (
	"cmp"
	"image"
	"slices"
)

// Piece is a part of a binary picture, a glyph if all went well.
type Piece struct {
	Box image.Rectangle // where it lies
	Ink *image.Gray     // the ink that belongs to it, as large as Box
}

// Project cuts a binary picture at the columns without ink.
func Project(g *image.Gray) (pieces []Piece) {
	counts := columns(g, g.Rect)
	for x := 0; x < len(counts); {
		end := x
		for end < len(counts) && counts[end] > 0 {
			end++
		}
		if end > x {
			pieces = append(pieces, newPiece(g, image.Rect(x, 0, end, g.Rect.Dy())))
		}
		x = max(end, x+1)
	}
	return pieces
}

// columns counts the ink in each column of box.
func columns(g *image.Gray, box image.Rectangle) []int {
	counts := make([]int, box.Dx())
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if g.Pix[y*g.Stride+x] == ink {
				counts[x-box.Min.X]++
			}
		}
	}
	return counts
}

// newPiece is all ink of g in box.
func newPiece(g *image.Gray, box image.Rectangle) Piece {
	part := gray(g.SubImage(box))
	return Piece{Box: box, Ink: part}.trimmed()
}

// trimmed cuts the piece to its ink.
func (p Piece) trimmed() Piece {
	box := inkBox(p.Ink)
	return Piece{Box: box.Add(p.Box.Min), Ink: gray(p.Ink.SubImage(box))}
}

// Cut cuts a binary picture into n glyphs from left to right: connected ink whose
// columns overlap belongs together; while there are too many pieces, the two
// neighbours that are narrowest together are merged; while there are too few, the
// widest are split by drop fall. It returns fewer pieces where there is less ink,
// and nil when there is none.
func Cut(g *image.Gray, n int) []Piece {
	pieces := connected(g)
	for len(pieces) > n {
		pieces = mergeNarrowest(pieces)
	}
	if len(pieces) == n || len(pieces) == 0 {
		return pieces
	}
	var all []Piece
	for i, parts := range shares(pieces, n) {
		all = append(all, pieces[i].split(parts)...)
	}
	return all
}

// connected lists the connected ink from left to right, merged where columns
// overlap by more than half of the narrower piece: dots with their i, the parts
// of a broken glyph.
func connected(g *image.Gray) (pieces []Piece) {
	for _, blob := range blobs(g) {
		box := boxOf(g, blob)
		part := blank(box.Dx(), box.Dy())
		for _, i := range blob {
			part.Pix[(i/g.Stride-box.Min.Y)*part.Stride+i%g.Stride-box.Min.X] = ink
		}
		pieces = append(pieces, Piece{box, part})
	}
	slices.SortStableFunc(pieces, func(a, b Piece) int { return cmp.Compare(a.Box.Min.X, b.Box.Min.X) })
	for i := 0; i+1 < len(pieces); {
		if pieces[i].overlap(pieces[i+1]) {
			pieces = merge(pieces, i)
			i = max(0, i-1)
		} else {
			i++
		}
	}
	return pieces
}

func (p Piece) overlap(q Piece) bool {
	common := min(p.Box.Max.X, q.Box.Max.X) - max(p.Box.Min.X, q.Box.Min.X)
	return 2*common > min(p.Box.Dx(), q.Box.Dx())
}

// mergeNarrowest joins the two neighbours that are narrowest together.
func mergeNarrowest(pieces []Piece) []Piece {
	at := 0
	for i := range len(pieces) - 1 {
		if pieces[i].union(pieces[i+1]).Dx() < pieces[at].union(pieces[at+1]).Dx() {
			at = i
		}
	}
	return merge(pieces, at)
}

func (p Piece) union(q Piece) image.Rectangle { return p.Box.Union(q.Box) }

// merge joins piece i with the one after it.
func merge(pieces []Piece, i int) []Piece {
	p, q := pieces[i], pieces[i+1]
	joint := Piece{Box: p.union(q)}
	joint.Ink = blank(joint.Box.Dx(), joint.Box.Dy())
	joint.draw(p)
	joint.draw(q)
	return slices.Replace(pieces, i, i+2, joint)
}

// draw puts the ink of q onto p.
func (p Piece) draw(q Piece) {
	at := q.Box.Min.Sub(p.Box.Min)
	for i, v := range q.Ink.Pix {
		if v == ink {
			p.Ink.Pix[(i/q.Ink.Stride+at.Y)*p.Ink.Stride+i%q.Ink.Stride+at.X] = ink
		}
	}
}

// shares says into how many parts each piece is split so that there are n: one
// more for the piece whose parts are widest, again and again.
func shares(pieces []Piece, n int) []int {
	parts := make([]int, len(pieces))
	for i := range parts {
		parts[i] = 1
	}
	for total := len(pieces); total < n; total++ {
		at := 0
		for i, p := range pieces {
			if p.Box.Dx()*parts[at] > pieces[at].Box.Dx()*parts[i] {
				at = i
			}
		}
		parts[at]++
	}
	return parts
}

// apart draws pieces side by side with paper between them.
func apart(pieces []Piece) *image.Gray {
	const gap = 4
	width, height := gap, 1
	for _, p := range pieces {
		width += p.Box.Dx() + gap
		height = max(height, p.Box.Max.Y)
	}
	sheet := Piece{Ink: blank(width, height)}
	x := gap
	for _, p := range pieces {
		sheet.draw(Piece{Box: image.Rect(x, p.Box.Min.Y, x+p.Box.Dx(), p.Box.Max.Y), Ink: p.Ink})
		x += p.Box.Dx() + gap
	}
	return sheet.Ink
}
