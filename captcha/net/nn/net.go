package nn

import "math/rand/v2"

// Net is a network that turns a picture into one row of class scores a step.
type Net struct {
	Plan   Plan
	stem   dense
	blocks []*separable
	fold   dense
	output *Conv
	params []*Param
}

// dense is a full convolution with its norm.
type dense struct {
	conv *Conv
	norm *Norm
}

// separable is a Block's layers.
type separable struct {
	deep  *Depthwise
	norm1 *Norm
	point *Conv
	norm2 *Norm
	skips bool
}

// NewNet returns a network with random weights, or zeros where rng is nil.
func NewNet(plan Plan, rng *rand.Rand) *Net {
	n := &Net{Plan: plan, stem: newDense(plan.Stem, plan.Channels, rng)}
	channels := plan.Stem.Out
	for _, b := range plan.Blocks {
		n.blocks = append(n.blocks, newSeparable(b, channels, rng))
		channels = b.Out
	}
	fold := plan.Fold
	fold.Shape.KH, fold.Shape.Flat = plan.rows(), true
	n.fold = newDense(fold, channels, rng)
	channels = fold.Out
	for _, b := range plan.Line {
		n.blocks = append(n.blocks, newSeparable(b, channels, rng))
		channels = b.Out
	}
	n.output = NewConv(Shape{KH: 1, KW: 1, SH: 1, SW: 1}, channels, plan.Classes, true, rng)
	return n
}

func newDense(b Block, in int, rng *rand.Rand) dense {
	return dense{NewConv(b.Shape, in, b.Out, false, rng), NewNorm(b.Out)}
}

func newSeparable(b Block, in int, rng *rand.Rand) *separable {
	one := Shape{KH: 1, KW: 1, SH: 1, SW: 1}
	return &separable{
		deep: NewDepthwise(b.Shape, in, rng), norm1: NewNorm(in),
		point: NewConv(one, in, b.Out, false, rng), norm2: NewNorm(b.Out),
		skips: in == b.Out && b.Shape.SH == 1 && b.Shape.SW == 1,
	}
}

// normalise runs one norm, with the statistics of the batch while training.
func normalise(n *Norm, x, skip *Tensor, train bool) *Tensor {
	if train {
		return n.Train(x, skip)
	}
	return n.Forward(x, skip)
}

// Forward returns the class scores for a batch, as a map of height one, valid until
// the next call. With train it remembers what Backward needs.
func (n *Net) Forward(x *Tensor, train bool) *Tensor {
	x = n.stem.forward(x, train)
	maps := len(n.Plan.Blocks)
	for _, b := range n.blocks[:maps] {
		x = b.forward(x, train)
	}
	x = n.fold.forward(x, train)
	for _, b := range n.blocks[maps:] {
		x = b.forward(x, train)
	}
	y := n.output.Forward(x)
	settle()
	return y
}

// Backward adds to the gradients of all weights, given that of the scores.
func (n *Net) Backward(d *Tensor) {
	d = n.output.Backward(d, true)
	maps := len(n.Plan.Blocks)
	for i := len(n.blocks) - 1; i >= maps; i-- {
		d = n.blocks[i].backward(d)
	}
	d = n.fold.backward(d, true)
	for i := maps - 1; i >= 0; i-- {
		d = n.blocks[i].backward(d)
	}
	n.stem.backward(d, false)
	settle()
}

func (d dense) forward(x *Tensor, train bool) *Tensor {
	return normalise(d.norm, d.conv.Forward(x), nil, train)
}

func (d dense) backward(dy *Tensor, wanted bool) *Tensor {
	return d.conv.Backward(d.norm.Backward(dy), wanted)
}

func (s *separable) forward(x *Tensor, train bool) *Tensor {
	y := normalise(s.norm1, s.deep.Forward(x), nil, train)
	y = s.point.Forward(y)
	if !s.skips {
		x = nil
	}
	return normalise(s.norm2, y, x, train)
}

func (s *separable) backward(dy *Tensor) *Tensor {
	dx := s.point.Backward(s.norm2.Backward(dy), true)
	dx = s.deep.Backward(s.norm1.Backward(dx))
	if s.skips {
		add(dx.Data, dy.Data)
	}
	return dx
}

// Params are the trained arrays of the network, always in the same order.
func (n *Net) Params() []*Param {
	if n.params != nil {
		return n.params
	}
	n.eachLayer(func(c *Conv, d *Depthwise, m *Norm) {
		switch {
		case c != nil:
			n.params = append(n.params, c.Params()...)
		case d != nil:
			n.params = append(n.params, d.Params()...)
		default:
			n.params = append(n.params, m.Params()...)
		}
	})
	return n.params
}

// State lists all arrays that make the network what it is: its weights and the
// statistics of its norms, always in the same order.
func (n *Net) State() [][]float32 {
	var all [][]float32
	for _, p := range n.Params() {
		all = append(all, p.Value)
	}
	n.eachLayer(func(_ *Conv, _ *Depthwise, m *Norm) {
		if m != nil {
			all = append(all, m.Mean, m.Var)
		}
	})
	return all
}

// eachLayer calls do with every layer, one of the three at a time.
func (n *Net) eachLayer(do func(*Conv, *Depthwise, *Norm)) {
	one := func(d dense) {
		do(d.conv, nil, nil)
		do(nil, nil, d.norm)
	}
	one(n.stem)
	for _, b := range n.blocks {
		do(nil, b.deep, nil)
		do(nil, nil, b.norm1)
		do(b.point, nil, nil)
		do(nil, nil, b.norm2)
	}
	one(n.fold)
	do(n.output, nil, nil)
}

// Copy sets n's state to that of another network with the same plan.
func (n *Net) Copy(from *Net) {
	for i, s := range from.State() {
		copy(n.State()[i], s)
	}
}

// Output is the weights and the bias of the last layer: a row of Classes values
// for each channel, and one more.
func (n *Net) Output() (weight, bias []float32) {
	return n.output.weight.Value, n.output.bias.Value
}

// CopyBody sets all of n but its last layer to the state of a network whose plan
// differs in the number of classes alone.
func (n *Net) CopyBody(from *Net) {
	output := n.output.Params()
	theirs := from.State()
	for i, s := range n.State() {
		if &s[0] != &output[0].Value[0] && &s[0] != &output[1].Value[0] {
			copy(s, theirs[i])
		}
	}
}
