package net

import "dyncrawl/captcha/net/nn"

// plan is the architecture of the general model: a full convolution, seven
// depthwise separable ones that halve the height three times and the width once
// more, a full one over the remaining five rows, and two along the line.
func plan(classes int) nn.Plan {
	square := nn.Shape{KH: 3, KW: 3, SH: 1, SW: 1}
	halve := nn.Shape{KH: 3, KW: 3, SH: 2, SW: 2}
	lower := nn.Shape{KH: 3, KW: 3, SH: 2, SW: 1}
	along := nn.Shape{KH: 1, KW: 5, SH: 1, SW: 1}
	return nn.Plan{
		Channels: inputChannels, Height: inputHeight,
		Stem: nn.Block{Shape: nn.Shape{KH: 5, KW: 5, SH: 2, SW: 2}, Out: 16},
		Blocks: []nn.Block{
			{Shape: square, Out: 32},
			{Shape: halve, Out: 64}, {Shape: square, Out: 64}, {Shape: square, Out: 64},
			{Shape: lower, Out: 112}, {Shape: square, Out: 112}, {Shape: square, Out: 112},
		},
		Fold:    nn.Block{Shape: nn.Shape{KW: 1, SH: 1, SW: 1}, Out: 192},
		Line:    []nn.Block{{Shape: along, Out: 192}, {Shape: along, Out: 192}},
		Classes: classes,
	}
}
