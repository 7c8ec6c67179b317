package net

import "dyncrawl/captcha/net/nn"

// Model is a trained network: weights, the characters it knows and its
// calibration. It does not change; any number of Readers may share it.
type Model struct {
	meta  meta
	state [][]float32 // what nn.Net.State lists
}

// meta is what a model file says of its weights.
type meta struct {
	Plan        nn.Plan     `json:"plan"`
	Classes     string      `json:"classes"` // character of each class, the blank left out
	Calibration calibration `json:"calibration"`
	Pictures    int         `json:"pictures"` // shown in training so far
	Note        string      `json:"note,omitempty"`
}

// newModel keeps a copy of a network's state.
func newModel(m meta, n *nn.Net) *Model {
	model := &Model{meta: m}
	for _, s := range n.State() {
		model.state = append(model.state, append([]float32(nil), s...))
	}
	return model
}

// network returns a network with the model's weights, for one goroutine.
func (m *Model) network() *nn.Net {
	n := nn.NewNet(m.meta.Plan, nil)
	for i, s := range n.State() {
		copy(s, m.state[i])
	}
	return n
}

// Alphabet lists the characters that the model can tell apart.
func (m *Model) Alphabet() string { return m.meta.Classes }
