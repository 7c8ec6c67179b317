package nn

// matrix is a view of numbers as rows and columns: the value in row i and column
// j is data[i*row+j*col].
type matrix struct {
	data     []float32
	row, col int
}

// add adds a·b to c, where a has m rows and k columns, and the rows of b and c are n
// long.
func (p *product) add(c []float32, a matrix, b []float32, m, n, k int) {
	p.run(c, a, b, m, n, k, false)
}

// set sets c to a·b.
func (p *product) set(c []float32, a matrix, b []float32, m, n, k int) {
	p.run(c, a, b, m, n, k, true)
}
