package net

import (
	"context"
	"errors"
	"math/rand/v2"
)

// In the end the held-back pictures are shown too: so many pictures for each one that
// was shown before, at a lower rate.
const (
	refitShare = 0.4
	refitRate  = tuneRate / 2
)

// result calibrates the best model, compares it with the start, and goes on with all
// samples if it is no worse: it reads as much of the held-back pictures, or is less
// surprised by them. The calibration stays: a model that saw more is not surer
// without reason, and there are no pictures left to fit another.
func (t *tuner) result(ctx context.Context, start *Model) (Tuned, error) {
	before, was, err := t.judge(ctx, start)
	if err != nil {
		return Tuned{}, err
	}
	best, is, err := t.judge(ctx, t.best)
	if err != nil {
		return Tuned{}, err
	}
	if _, surprise := t.glance(before); is.Exact < was.Exact && surprise <= t.surprise {
		return Tuned{Model: before, Before: was.Exact, After: was.Exact, Held: len(t.held), Readings: was.Readings}, nil
	}
	tuned := Tuned{Model: best, Before: was.Exact, After: is.Exact, Held: len(t.held), Readings: is.Readings}
	tuned.Model, err = t.refit(ctx, best)
	return tuned, err
}

// judge calibrates m on the held-back pictures and returns it with its readings.
func (t *tuner) judge(ctx context.Context, m *Model) (*Model, Evaluation, error) {
	e, err := Evaluate(ctx, m.calibrated(calibration{}), t.held, t.Rules)
	if err != nil && !errors.Is(err, ErrUnreadable) {
		return nil, e, err
	}
	c := fitCalibration(e.Readings)
	for k := range e.Readings {
		e.Readings[k].Confidence = c.apply(e.Readings[k].Confidence)
	}
	return m.calibrated(c), e, nil
}

// refit goes on from m with all samples.
func (t *tuner) refit(ctx context.Context, m *Model) (*Model, error) {
	t.rng = rand.New(rand.NewPCG(t.Seed, 0xa11))
	t.height, t.Passes = refitRate, int(refitShare*float64(t.steps*tuneBatch))
	t.begin(m, append(t.train, t.held...))
	for t.shown < t.Passes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.show()
	}
	return newModel(m.meta, t.average), nil
}

// calibrated returns the model with another calibration.
func (m *Model) calibrated(c calibration) *Model {
	with := *m
	with.meta.Calibration = c
	return &with
}
