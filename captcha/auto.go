package captcha

import (
	"context"
	"errors"
	"fmt"
)

// Member is a solver of Auto with what is known about its confidence.
type Member struct {
	Solver      Solver
	Calibration Calibration // for answers that say themselves that they are calibrated it is not used
}

// Auto asks several solvers in turn and combines their answers by probability. It
// stops as soon as an answer is sure enough, so the cheapest and best come first.
type Auto struct{ Members []Member }

// Constants of the combination.
const (
	enough    = 0.97 // an answer this probable needs no second opinion
	coincide  = 0.1  // how often two wrong answers are the same one
	uncharted = 0.5  // share of its confidence that a solver is believed that nothing is known about
	surest    = 0.999
)

// Solve implements Solver. A solver that cannot read the picture has no say; the
// error is ErrUnreadable when none can, and that of a solver when it failed.
func (a Auto) Solve(ctx context.Context, c Challenge) (Answer, error) {
	var opinions []Answer
	var failures []error
	for _, m := range a.Members {
		answer, err := m.solve(ctx, c)
		switch {
		case ctx.Err() != nil:
			return Answer{}, fmt.Errorf("read captcha: %w", ctx.Err())
		case errors.Is(err, ErrUnreadable):
			continue
		case err != nil:
			failures = append(failures, err)
			continue
		}
		opinions = append(opinions, answer)
		if best, _ := weigh(opinions); best.Confidence >= enough {
			return best, nil
		}
	}
	if best, ok := weigh(opinions); ok {
		return best, nil
	}
	if len(failures) > 0 {
		return Answer{}, errors.Join(failures...)
	}
	return Answer{}, failure(fmt.Errorf("read captcha: %w", ErrUnreadable), "try another picture, or let a person answer")
}

// solve asks the member; its answer's confidence is a probability then.
func (m Member) solve(ctx context.Context, c Challenge) (Answer, error) {
	a, err := m.Solver.Solve(ctx, c)
	if err != nil {
		return Answer{}, err
	}
	switch {
	case m.Calibration.Known():
		a.Confidence, a.Calibrated = m.Calibration.Probability(a.Confidence), true
	case !a.Calibrated:
		a.Confidence *= uncharted
	}
	return a, nil
}

// weigh takes the most probable of the texts. Each opinion is right with its
// own probability, independently of the others, and wrong ones coincide now and
// then: the weight that a text is right is the product of p over those who say so
// and of 1−p over the others; that nothing is right, the product of all 1−p, with
// the chance of coincidences.
func weigh(opinions []Answer) (best Answer, ok bool) {
	if len(opinions) == 0 {
		return Answer{}, false
	}
	total, top := nobody(opinions), -1.0
	for i, o := range opinions {
		if said(opinions[:i], o.Text) {
			continue
		}
		w := weight(opinions, o.Text)
		total += w
		if w > top {
			best, top = o, w
		}
	}
	best.Confidence = min(top/total, surest)
	best.Calibrated = allCalibrated(opinions)
	return best, true
}

func weight(opinions []Answer, text string) float64 {
	w := 1.0
	for _, o := range opinions {
		if o.Text == text {
			w *= o.Confidence
		} else {
			w *= 1 - o.Confidence
		}
	}
	return w
}

// nobody is the weight that all opinions are wrong.
func nobody(opinions []Answer) float64 {
	w := 1.0
	for i, o := range opinions {
		w *= 1 - o.Confidence
		if said(opinions[:i], o.Text) {
			w *= coincide
		}
	}
	return w
}

func said(opinions []Answer, text string) bool {
	for _, o := range opinions {
		if o.Text == text {
			return true
		}
	}
	return false
}

func allCalibrated(opinions []Answer) bool {
	for _, o := range opinions {
		if !o.Calibrated {
			return false
		}
	}
	return true
}
