package net

import "math"

// show trains on one batch.
func (t *tuner) show() {
	for i := range t.pictures {
		t.draw(&t.pictures[i])
	}
	examples := gather(&t.batch, t.pictures)
	t.loss += t.step(&t.batch, examples, t.rate())
	for i := range t.pictures {
		if d := &t.pictures[i]; d.sample >= 0 {
			t.splicer.note(d, examples[i], t.net.Plan.Stride())
		}
	}
	t.losses++
	t.steps++
	t.shown += len(t.pictures)
	t.follow(t.average, tuneKeep)
}

// draw takes the next sample, perhaps with the end of another, in a random framing,
// bent and tinted a little.
func (t *tuner) draw(d *drawn) {
	if len(t.order) == 0 {
		t.order = t.rng.Perm(len(t.train))
	}
	how := anyFraming(t.rng)
	t.render(d, t.order[0], how)
	t.order = t.order[1:]
	if len(t.splicer.cuts[d.sample]) > 0 && t.rng.Float64() < spliced {
		if k := t.splicer.partner(t.rng); k >= 0 {
			t.render(&t.other, k, how)
			t.splicer.splice(d, &t.other, t.rng)
		}
	}
	t.jitter.apply(&d.pixels, t.rng)
}

// render draws a sample of those to train on.
func (t *tuner) render(d *drawn, sample int, how framing) {
	s := t.train[sample]
	t.framer.load(s.Image)
	d.sample, d.frame = sample, t.framer.place(how)
	d.labels, _ = t.lex.labels(d.labels, s.Text, t.Rules.FoldCase)
	d.pixels.Resize(1, inputHeight, d.frame.width, inputChannels)
	t.framer.render(d.frame, &d.pixels, 0)
}

// rate rises, then falls along a cosine (Loshchilov and Hutter, 2017).
func (t *tuner) rate() float64 {
	done := float64(t.shown) / float64(t.Passes)
	return t.height * min(1, float64(t.steps+1)/tuneWarmUp) * (0.5 + 0.5*math.Cos(math.Pi*min(done, 1)))
}

// check reads the held-back pictures, returns the share that was read right, and
// keeps the weights if they are the best so far.
func (t *tuner) check() float64 {
	m := newModel(t.meta, t.average)
	held, surprise := t.glance(m)
	if t.best == nil || surprise < t.surprise {
		t.best, t.surprise = m, surprise
	}
	if t.Progress != nil {
		t.Progress(Progress{Shown: t.shown, Passes: t.Passes, Loss: t.loss / float64(max(t.losses, 1)), Held: held})
	}
	t.loss, t.losses = 0, 0
	return held
}

// mostSurprise bounds what one picture counts for, in nats: labels may be wrong.
const mostSurprise = 10

// glance reads the held-back pictures in one view. It returns the share that was read
// right, and how little probable the model finds their texts, in nats a picture: a
// share of so few pictures hangs on one or two of them, this on all.
func (t *tuner) glance(m *Model) (right, surprise float64) {
	r := NewReader(m)
	r.views = usual[:1]
	for _, s := range t.held {
		got, err := r.Read(s.Image, t.Rules)
		if err != nil {
			surprise += mostSurprise
			continue
		}
		if got.Text == t.lex.spell(s.Text, t.Rules.FoldCase) {
			right++
		}
		surprise += r.surprise(s.Text)
	}
	n := float64(len(t.held))
	return right / n, surprise / n
}

// surprise is how little probable the text is in the first view of the picture that
// was read last, in nats.
func (r *Reader) surprise(text string) float64 {
	labels, ok := r.lex.labels(nil, text, r.rules.FoldCase)
	if !ok {
		return mostSurprise
	}
	s := &r.sheets[0]
	return min(r.totals[0]-r.ctc.LogProbability(s.steps, s.width, labels), mostSurprise)
}
