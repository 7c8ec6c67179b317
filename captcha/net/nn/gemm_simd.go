//go:build goexperiment.simd && amd64

package nn

// Blocks of the product: so many rows of the left factor and so many terms of the
// sum are packed at a time, to stay in the second and first cache (Goto and van de
// Geijn, 2008).
const (
	blockRows  = 96
	blockTerms = 256
)

// product multiplies matrices and keeps the memory that packing needs.
type product struct {
	left, right []float32
}

// setBack sets dx, with m rows of k values, to dy·wᵀ, where dy has m rows of n values
// and w has k rows.
func (p *product) setBack(dx, dy, w, _ []float32, m, n, k int) {
	p.multiply(dx, matrix{dy, n, 1}, matrix{w, 1, n}, m, k, n, true)
}

func (p *product) run(c []float32, a matrix, b []float32, m, n, k int, fresh bool) {
	p.multiply(c, a, matrix{b, n, 1}, m, n, k, fresh)
}

func (p *product) multiply(c []float32, a, b matrix, m, n, k int, fresh bool) {
	columns := (n + tileColumns - 1) / tileColumns
	for k0 := 0; k0 < k; k0 += blockTerms {
		kn := min(blockTerms, k-k0)
		p.right = grow(p.right, columns*tileColumns*kn)
		packColumns(p.right, b, k0, kn, n)
		for i0 := 0; i0 < m; i0 += blockRows {
			in := min(blockRows, m-i0)
			p.left = grow(p.left, (in+tileRows-1)/tileRows*tileRows*kn+tileRows)
			packRows(p.left, a, i0, in, k0, kn)
			p.block(c[i0*n:], in, n, kn, fresh && k0 == 0)
		}
	}
}

// block adds the product of the packed rows and columns to c, or sets c to it.
func (p *product) block(c []float32, m, n, k int, fresh bool) {
	var out [tileRows * tileColumns]float32
	for j := 0; j < n; j += tileColumns {
		right := p.right[j*k : (j+tileColumns)*k]
		width := min(tileColumns, n-j)
		for i := 0; i < m; i += tileRows {
			left := p.left[i*k : (i+tileRows)*k]
			if width == tileColumns && m-i >= tileRows {
				tile(c[i*n+j:], n, left, right, fresh)
				continue
			}
			tile(out[:], tileColumns, left, right, true)
			for r := range min(tileRows, m-i) {
				row := c[(i+r)*n+j:][:width]
				for x, v := range out[r*tileColumns:][:width] {
					if fresh {
						row[x] = v
					} else {
						row[x] += v
					}
				}
			}
		}
	}
}

// packRows lays rows i0.. of a out in strips of tileRows, term by term, with
// zeros where the last strip ends early.
//
//go:norace
func packRows(to []float32, a matrix, i0, m, k0, k int) {
	for i := 0; i < m; i += tileRows {
		strip := to[i*k : (i+tileRows)*k]
		from := a.data[(i0+i)*a.row+k0*a.col:]
		if a.row == 1 && m-i >= tileRows {
			for x := range k {
				*(*[tileRows]float32)(strip[x*tileRows:]) = [tileRows]float32(from[x*a.col:])
			}
			continue
		}
		if a.col == 1 && m-i >= tileRows {
			interleave(strip, from, a.row)
			continue
		}
		for x := range k {
			line := strip[x*tileRows:][:tileRows]
			for r := range line {
				line[r] = 0
				if i+r < m {
					line[r] = from[r*a.row+x*a.col]
				}
			}
		}
	}
}

// packColumns lays the columns of b out in strips of tileColumns.
//
//go:norace
func packColumns(to []float32, b matrix, k0, k, n int) {
	for j := 0; j < n; j += tileColumns {
		strip := to[j*k : (j+tileColumns)*k]
		width := min(tileColumns, n-j)
		for x := range k {
			from := b.data[(k0+x)*b.row+j*b.col:]
			line := strip[x*tileColumns:][:tileColumns]
			clear(line[width:])
			if b.col == 1 {
				copy(line[:width], from)
				continue
			}
			for c := range width {
				line[c] = from[c*b.col]
			}
		}
	}
}
