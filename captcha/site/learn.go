package site

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"dyncrawl/captcha"
	"dyncrawl/store"
)

// Trainer makes a model from labelled pictures of one site; nil when it has none to
// offer. present is the site's model now, nil when there is none; rules is the
// challenge without its picture.
type Trainer func(ctx context.Context, present *captcha.Model, labels []captcha.Labelled, rules captcha.Challenge) (*captcha.Model, error)

// When a site's model is trained: at 30 labels, and again whenever there are half
// as many more.
const (
	firstTraining = 30
	growth        = 1.5
)

// learn trains in the background, one site at a time.
func (r *Reader) learn(m *memory, c captcha.Challenge) {
	rules := c.AsDrawn()
	rules.Image = nil
	r.working.Go(func() {
		defer r.rested(m)
		select {
		case <-r.life.Done():
			return
		case <-r.core:
		}
		defer func() { r.core <- struct{}{} }()
		if err := r.train(r.life, m, rules); err != nil && !errors.Is(err, context.Canceled) {
			r.cfg.Log.Warn("captcha model not trained", "site", c.Site, "error", err)
		}
	})
}

func (r *Reader) rested(m *memory) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m.busy = false
}

// train has every trainer make a model and keeps the best if it is better than
// what reads the site now.
func (r *Reader) train(ctx context.Context, m *memory, rules captcha.Challenge) error {
	pictures, err := r.cfg.Store.Captchas(ctx, rules.Site)
	if err != nil {
		return err
	}
	labels, held := split(pictures)
	present := r.present(m)
	best, err := r.standing(ctx, present, held, rules)
	if err != nil {
		return err
	}
	r.cfg.Log.Debug("training captcha model", "site", rules.Site, "labels", len(labels), "held", len(held), "score", best.score)
	var chosen *captcha.Model
	for _, train := range r.cfg.Train {
		model, err := train(ctx, present, labels, rules)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			r.cfg.Log.Debug("captcha model not made", "site", rules.Site, "error", err)
			continue
		}
		if model == nil {
			continue
		}
		exam, err := judge(ctx, model, held, rules)
		if err != nil {
			return err
		}
		if exam.better(best) {
			best, chosen = exam, model
		}
	}
	if chosen == nil {
		r.cfg.Log.Debug("captcha model kept", "site", rules.Site, "score", best.score)
		return nil
	}
	n := notes{Labels: len(labels) + best.labels, Score: best.score, Calibration: captcha.Calibrate(best.judged)}
	if err := r.adopt(ctx, m, rules.Site, chosen, n); err != nil {
		return err
	}
	r.cfg.Log.Info("captcha model replaced", "site", rules.Site, "kind", chosen.Kind(), "labels", len(labels), "score", best.score)
	return nil
}

// present returns the site's own model; nil when there is none.
func (r *Reader) present(m *memory) *captcha.Model {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m.own == nil {
		return nil
	}
	return m.own.model
}

// standing is how well the site is read now: by its own model or, without one, by
// the general readers. A person is not asked again: any model is an improvement.
func (r *Reader) standing(ctx context.Context, present *captcha.Model, held []store.Captcha, rules captcha.Challenge) (exam, error) {
	switch {
	case present != nil:
		return judge(ctx, present, held, rules)
	case r.cfg.Typed:
		return exam{}, nil
	}
	return judge(ctx, r.reader(nil), held, rules)
}

// adopt keeps a model and begins to read with it.
func (r *Reader) adopt(ctx context.Context, m *memory, site string, model *captcha.Model, n notes) error {
	data, err := model.Bytes()
	if err != nil {
		return err
	}
	text, err := json.Marshal(n)
	if err != nil {
		return err
	}
	err = r.cfg.Store.Update(ctx, func(tx *store.Tx) error {
		return tx.SaveCaptchaModel(ctx, store.CaptchaModel{Site: site, Model: data, Notes: text, Made: time.Now()})
	})
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	m.own = &own{model, n}
	if !r.cfg.Typed {
		m.seen, m.judged = nil, nil // they were the other reader's
		clear(m.open)
	}
	return nil
}
