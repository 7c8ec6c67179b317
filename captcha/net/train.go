package net

import (
	"math"

	"dyncrawl/captcha/net/nn"
)

// trainer changes a network so that it reads given texts.
type trainer struct {
	net    *nn.Net
	lex    *lexicon
	adam   nn.Adam
	ctc    nn.CTC
	sheet  sheet
	share  []float64
	scores nn.Tensor
}

// example is a picture's place in a batch, and what the network said to it.
type example struct {
	labels  []int
	width   int       // of its frame, in columns of the input
	loss    float64   // in nats; infinite where the frame is too narrow for the text
	centres []float64 // mean step of each label; none where the loss is infinite
}

// step trains on one batch and returns the mean loss of the examples, in nats. An
// example too narrow for its text is left out.
func (t *trainer) step(batch *nn.Tensor, examples []example, rate float64) float64 {
	loss := t.gradients(batch, examples)
	t.adam.Step(t.net.Params(), rate)
	return loss
}

func (t *trainer) gradients(batch *nn.Tensor, examples []example) float64 {
	scores := t.net.Forward(batch, true)
	d := &t.scores
	d.Resize(scores.N, scores.H, scores.W, scores.C)
	clear(d.Data)
	var sum float64
	counted := 0
	for n := range examples {
		e := &examples[n]
		length := min(e.width/t.net.Plan.Stride(), scores.W)
		t.sheet.set(t.lex, scores, n, length)
		if cap(t.share) < len(t.sheet.steps) {
			t.share = make([]float64, len(t.sheet.steps))
		}
		share := t.share[:len(t.sheet.steps)]
		e.loss = t.ctc.Loss(t.sheet.steps, t.sheet.width, e.labels, share)
		if math.IsInf(e.loss, 1) {
			continue
		}
		e.centres = t.ctc.Centres(e.centres[:0])
		sum += e.loss
		counted++
		for i := range length {
			w, c := t.sheet.width, scores.C
			t.lex.gradient(d.Data[(n*scores.W+i)*c:][:c], t.sheet.probs[i*c:][:c],
				t.sheet.steps[i*w:][:w], share[i*w:][:w], 1/float32(len(examples)))
		}
	}
	t.net.Backward(d)
	return sum / float64(max(counted, 1))
}

// follow moves an averaged network towards the trained one: keep is the share of it
// that stays.
func (t *trainer) follow(average *nn.Net, keep float32) {
	trained := t.net.State()
	for i, s := range average.State() {
		for j, v := range trained[i] {
			s[j] = keep*s[j] + (1-keep)*v
		}
	}
}
