package nn

import "fmt"

// Block is one step of a network's plan: a depthwise convolution and one of a
// pixel, each with its norm. Where it changes neither size nor channels its input is
// added to its output.
type Block struct {
	Shape Shape
	Out   int // channels
}

// Plan is the architecture of a network.
type Plan struct {
	Channels, Height int     // of the input
	Stem             Block   // a full convolution
	Blocks           []Block // on the map
	Fold             Block   // a full convolution over the height that is left
	Line             []Block // on the line of columns
	Classes          int
}

// Stride is how many columns of the input make one step of the output.
func (p Plan) Stride() int {
	s := p.Stem.Shape.SW
	for _, b := range p.Blocks {
		s *= b.Shape.SW
	}
	return s
}

// rows is the height of the map after all Blocks.
func (p Plan) rows() int {
	h, _ := p.Stem.Shape.out(p.Height, 1)
	for _, b := range p.Blocks {
		h, _ = b.Shape.out(h, 1)
	}
	return h
}

// Check refuses a plan that makes no network.
func (p Plan) Check() error {
	blocks := append([]Block{p.Stem}, p.Blocks...)
	fold := p.Fold
	fold.Shape.KH = 1
	for i, b := range append(append(blocks, fold), p.Line...) {
		s := b.Shape
		if min(s.KH, s.KW, s.SH, s.SW, b.Out) < 1 || max(s.KH, s.KW) > 15 || max(s.SH, s.SW) > 4 || b.Out > 4096 || b.Out%8 != 0 {
			return fmt.Errorf("layer %d of the plan is not possible: %+v", i, b)
		}
	}
	if p.Classes < 2 || p.Classes > 65536 || p.Channels < 1 || p.Height < 1 {
		return fmt.Errorf("the plan has %d classes for an input of %d×%d", p.Classes, p.Channels, p.Height)
	}
	return nil
}
