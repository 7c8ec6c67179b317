package net

import (
	"errors"
	"math/rand/v2"

	"dyncrawl/captcha/net/nn"
)

// adapt returns m with the classes that rules allow and no others. New ones start
// from small random weights.
func adapt(m *Model, rules Rules, rng *rand.Rand) (*Model, error) {
	old := []rune(m.meta.Classes)
	var keep []int // column of each class in the old output layer, -1 for a new one
	var classes []rune
	known := map[rune]bool{}
	if lex, err := newLexicon(old, rules); err == nil {
		for i, r := range old {
			if s := lex.class[i+1]; s > 0 {
				keep, classes = append(keep, i+1), append(classes, r)
				known[lex.symbols[s-1]] = true
			}
		}
	}
	for _, r := range rules.Alphabet {
		if !known[r] {
			known[r] = true
			keep, classes = append(keep, -1), append(classes, r)
		}
	}
	if len(classes) == 0 {
		return nil, errors.New("the alphabet is empty")
	}
	a := &Model{meta: m.meta}
	a.meta.Classes, a.meta.Plan.Classes = string(classes), len(classes)+1
	a.state = m.withOutput(a.meta.Plan, keep, rng)
	return a, nil
}

// withOutput is the model's state with another choice of classes.
func (m *Model) withOutput(p nn.Plan, keep []int, rng *rand.Rand) [][]float32 {
	n, from := nn.NewNet(p, nil), m.network()
	n.CopyBody(from)
	weight, bias := n.Output()
	oldWeight, oldBias := from.Output()
	width, oldWidth := p.Classes, m.meta.Plan.Classes
	for ch := range len(weight) / width {
		weight[ch*width] = oldWeight[ch*oldWidth]
		for i, k := range keep {
			if k >= 0 {
				weight[ch*width+i+1] = oldWeight[ch*oldWidth+k]
			} else {
				weight[ch*width+i+1] = float32(rng.NormFloat64()) * 0.05
			}
		}
	}
	bias[0] = oldBias[0]
	for i, k := range keep {
		if k >= 0 {
			bias[i+1] = oldBias[k]
		}
	}
	return newModel(meta{}, n).state
}
