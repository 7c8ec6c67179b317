package site

import (
	"context"
	"crypto/sha256"
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

// heldShare is one in how many pictures is held back, for good.
const heldShare = 5

// benefit is what another answer to a rejected picture is worth, in right answers:
// it may be right, the rejected one is not.
const benefit = 0.5

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

// split parts the judged pictures into labels to train on and pictures to judge
// by. A picture's place follows from its content, so no model is ever trained on
// what another was judged by.
func split(pictures []store.Captcha) (labels []captcha.Labelled, held []store.Captcha) {
	for _, p := range pictures {
		sum := sha256.Sum256(p.Picture)
		switch {
		case p.Outcome != store.CaptchaAccepted && p.Outcome != store.CaptchaRejected:
		case int(sum[0])%heldShare == 0:
			held = append(held, p)
		case p.Outcome == store.CaptchaAccepted:
			labels = append(labels, captcha.Labelled{Image: p.Picture, Text: p.Text})
		}
	}
	return labels, held
}

// exam is how well a reader did on held-back pictures.
type exam struct {
	score  float64 // expected share of right answers
	brier  float64 // mean square of confidence minus truth, over accepted ones (Brier 1950)
	labels int
	judged []captcha.Judged
}

// better reports whether e shows a better reader than f: more right answers, or as
// many and a confidence that tells more.
func (e exam) better(f exam) bool {
	return e.score > f.score || e.score == f.score && e.brier < f.brier
}

// judge has a reader read held-back pictures. An accepted answer is the truth. Of
// a rejected one it is only known that it is wrong, so giving it again is wrong
// and another answer counts as half right: without that no model could beat the
// one whose answers were accepted.
func judge(ctx context.Context, s captcha.Solver, held []store.Captcha, rules captcha.Challenge) (e exam, err error) {
	points := 0.0
	for _, p := range held {
		c := rules
		c.Image = p.Picture
		a, err := s.Solve(ctx, c)
		if err != nil && (ctx.Err() != nil || !errors.Is(err, captcha.ErrUnreadable)) {
			return e, err
		}
		same := a.Text == p.Text
		if p.Outcome == store.CaptchaRejected {
			if !same && a.Text != "" {
				points += benefit
			}
			if same {
				e.judged = append(e.judged, captcha.Judged{Confidence: a.Confidence})
			}
			continue
		}
		e.labels++
		right := 0.0
		if same {
			right = 1
		}
		points += right
		e.brier += (a.Confidence - right) * (a.Confidence - right)
		e.judged = append(e.judged, captcha.Judged{Confidence: a.Confidence, Right: same})
	}
	e.score = points / float64(max(len(held), 1))
	e.brier /= float64(max(e.labels, 1))
	return e, nil
}
