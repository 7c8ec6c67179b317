package nn

// matrix is a view of numbers as rows and columns: the value in row i and column
// j is data[i*row+j*col].
type matrix struct {
	data     []float32
	row, col int
}

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

// add adds a·b to c, where a has m rows and k columns, b has k rows and n
// columns, and c's rows are n long.
func (p *product) add(c []float32, a, b matrix, m, n, k int) {
	columns := (n + tileColumns - 1) / tileColumns
	for k0 := 0; k0 < k; k0 += blockTerms {
		kn := min(blockTerms, k-k0)
		p.right = grow(p.right, columns*tileColumns*kn)
		packColumns(p.right, b, k0, kn, n)
		for i0 := 0; i0 < m; i0 += blockRows {
			in := min(blockRows, m-i0)
			rows := (in + tileRows - 1) / tileRows
			p.left = grow(p.left, rows*tileRows*kn)
			packRows(p.left, a, i0, in, k0, kn)
			p.block(c[i0*n:], in, n, kn)
		}
	}
}

// block adds the product of the packed blocks to c.
func (p *product) block(c []float32, m, n, k int) {
	var out [tileRows * tileColumns]float32
	for j := 0; j < n; j += tileColumns {
		right := p.right[j*k : (j+tileColumns)*k]
		width := min(tileColumns, n-j)
		for i := 0; i < m; i += tileRows {
			tile(&out, p.left[i*k:(i+tileRows)*k], right)
			for r := range min(tileRows, m-i) {
				row := c[(i+r)*n+j:][:width]
				for x, v := range out[r*tileColumns:][:width] {
					row[x] += v
				}
			}
		}
	}
}

// packRows lays rows i0.. of a out in strips of tileRows, term by term, with
// zeros where the last strip ends early.
func packRows(to []float32, a matrix, i0, m, k0, k int) {
	for i := 0; i < m; i += tileRows {
		strip := to[i*k : (i+tileRows)*k]
		for r := range tileRows {
			if i+r >= m {
				for x := range k {
					strip[x*tileRows+r] = 0
				}
				continue
			}
			from := a.data[(i0+i+r)*a.row+k0*a.col:]
			for x := range k {
				strip[x*tileRows+r] = from[x*a.col]
			}
		}
	}
}

// packColumns lays the columns of b out in strips of tileColumns.
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
