package nn

// Norm is batch normalisation (Ioffe and Szegedy, 2015), with an optional second
// input added (He et al., 2016) and a rectifier after it.
type Norm struct {
	c         int
	scale     *Param
	shift     *Param
	Mean, Var []float32 // running statistics, used when not training
	f, g, h   []float32 // factors of the channels
	mean, inv []float32 // of the batch
	input     *Tensor
	y, dx     Tensor
}

const (
	normTiny  = 1e-5
	normDrift = 0.02 // weight of a batch in the running statistics
)

// NewNorm returns a normalisation of so many channels.
func NewNorm(channels int) *Norm {
	n := &Norm{
		c: channels, scale: newParam(channels, false), shift: newParam(channels, false),
		Mean: make([]float32, channels), Var: make([]float32, channels),
		f: make([]float32, channels), g: make([]float32, channels), h: make([]float32, channels),
		mean: make([]float32, channels), inv: make([]float32, channels),
	}
	for i := range channels {
		n.scale.Value[i], n.Var[i] = 1, 1
	}
	return n
}

// Params are the arrays that are trained.
func (n *Norm) Params() []*Param { return []*Param{n.scale, n.shift} }

// Forward normalises x with the running statistics, in place, adds skip unless it
// is nil, and rectifies.
func (n *Norm) Forward(x, skip *Tensor) *Tensor {
	for c := range n.c {
		n.f[c] = n.scale.Value[c] / sqrt(n.Var[c]+normTiny)
		n.g[c] = n.shift.Value[c] - n.Mean[c]*n.f[c]
	}
	n.finish(x, x, skip)
	return x
}

// Train normalises x with its own statistics and remembers them.
func (n *Norm) Train(x, skip *Tensor) *Tensor {
	n.input = x
	clear(n.f)
	clear(n.g)
	moments(n.f, n.g, x.Data, x.Data)
	count := float32(x.Pixels())
	for c := range n.c {
		mean := n.f[c] / count
		variance := max(n.g[c]/count-mean*mean, 0)
		n.Mean[c] += normDrift * (mean - n.Mean[c])
		n.Var[c] += normDrift * (variance - n.Var[c])
		n.mean[c], n.inv[c] = mean, 1/sqrt(variance+normTiny)
		n.f[c] = n.scale.Value[c] * n.inv[c]
		n.g[c] = n.shift.Value[c] - mean*n.f[c]
	}
	n.y.Resize(x.N, x.H, x.W, x.C)
	n.finish(&n.y, x, skip)
	return &n.y
}

// finish scales and shifts x into y, adds skip and rectifies.
func (n *Norm) finish(y, x, skip *Tensor) {
	affine(y.Data, x.Data, n.f, n.g, skip == nil)
	if skip != nil {
		addRelu(y.Data, skip.Data)
	}
}

// Backward takes the gradient of Train's last output, which it changes to that of
// the sum before the rectifier: the gradient of skip. It returns the gradient of x.
func (n *Norm) Backward(dy *Tensor) *Tensor {
	x := n.input
	clear(n.f)
	clear(n.g)
	maskedMoments(n.f, n.g, dy.Data, n.y.Data, x.Data)
	count := float32(x.Pixels())
	scale, shift := n.scale.gradient(), n.shift.gradient()
	for c := range n.c {
		sum := n.f[c]
		dot := (n.g[c] - n.mean[c]*sum) * n.inv[c] // with the normalised input
		scale[c] += dot
		shift[c] += sum
		factor := n.scale.Value[c] * n.inv[c]
		n.f[c] = factor
		n.g[c] = -factor * dot / count * n.inv[c]
		n.h[c] = -factor*sum/count - n.g[c]*n.mean[c]
	}
	n.dx.Resize(x.N, x.H, x.W, x.C)
	combine(n.dx.Data, dy.Data, x.Data, n.f, n.g, n.h)
	return &n.dx
}
