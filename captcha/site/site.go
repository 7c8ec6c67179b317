// Package site reads the captchas of sites and learns while it does: it keeps
// every picture with what became of its answer, sends no doubtful answer, none to
// the same picture twice, and trains a model of a site's own in the background
// from the answers that the site accepted.
package site

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"dyncrawl"
	"dyncrawl/captcha"
	"dyncrawl/store"
)

// Config is what New needs.
type Config struct {
	Store   *store.Store
	General []captcha.Member // readers for any site, the best first
	Train   []Trainer        // ways to make a model of a site's own; nil: none is made
	Typed   bool             // General is a person: models of the sites' own are made but not asked
	Log     *slog.Logger
}

// Reader is a captcha.Solver and captcha.Judge. It is safe for concurrent use;
// close it before its store.
type Reader struct {
	cfg     Config
	life    context.Context // of the trainings
	end     context.CancelFunc
	working sync.WaitGroup // trainings under way
	core    chan struct{}  // holds a token while nothing is trained: one core is enough

	mu    sync.Mutex
	sites map[string]*memory
}

// New returns a reader.
func New(cfg Config) *Reader {
	r := &Reader{cfg: cfg, core: make(chan struct{}, 1), sites: map[string]*memory{}}
	r.life, r.end = context.WithCancel(context.Background())
	r.core <- struct{}{}
	return r
}

// Close ends the training that is under way and waits for it.
func (r *Reader) Close() error {
	r.end()
	r.working.Wait()
	return nil
}

// Wait returns when no training is under way.
func (r *Reader) Wait() { r.working.Wait() }

// Solve implements captcha.Solver. Beside its errors that wrap
// captcha.ErrUnreadable it has captcha.ErrDoubtful and captcha.ErrAnswered, which
// come with that. An answer counts as sent once Solve returned it.
func (r *Reader) Solve(ctx context.Context, c captcha.Challenge) (captcha.Answer, error) {
	if c.Site == "" {
		return r.reader(nil).Solve(ctx, c)
	}
	m, err := r.recall(ctx, c.Site)
	if err != nil {
		return captcha.Answer{}, err
	}
	a, err := r.reader(r.ownOf(m)).Solve(ctx, c)
	if err != nil {
		if errors.Is(err, captcha.ErrUnreadable) {
			err = errors.Join(err, r.see(ctx, kept(c, captcha.Answer{}, 0)))
		}
		return captcha.Answer{}, err
	}
	return r.decide(ctx, m, c, a)
}

// reader combines the site's own model with the general readers.
func (r *Reader) reader(own *captcha.Member) captcha.Solver {
	var members []captcha.Member
	if own != nil {
		members = append(members, *own)
	}
	return captcha.Arithmetic{Solver: captcha.Auto{Members: append(members, r.cfg.General...)}}
}

// decide gives the answer out if it is worth sending.
func (r *Reader) decide(ctx context.Context, m *memory, c captcha.Challenge, a captcha.Answer) (captcha.Answer, error) {
	raw := a.Confidence
	if least := r.weigh(m, c.WrongCost, &a); a.Confidence < least {
		err := fmt.Errorf("%w: %w: %.2f is below %.2f", captcha.ErrUnreadable, captcha.ErrDoubtful, a.Confidence, least)
		return captcha.Answer{}, errors.Join(doubt(err, "another picture may be clearer"), r.see(ctx, kept(c, a, raw)))
	}
	first := false
	err := r.cfg.Store.Update(ctx, func(tx *store.Tx) (err error) {
		first, err = tx.SendCaptcha(ctx, kept(c, a, raw))
		return err
	})
	if err == nil && !first {
		err = doubt(fmt.Errorf("%w: %w", captcha.ErrUnreadable, captcha.ErrAnswered), "the site must give another picture")
	}
	if err != nil {
		return captcha.Answer{}, err
	}
	r.sent(m, c.Image, raw)
	return a, nil
}

func doubt(err error, hint string) error {
	return &dyncrawl.Error{Class: dyncrawl.ClassCaptcha, Err: fmt.Errorf("read captcha: %w", err), Hint: hint}
}

// see keeps a picture that is not answered.
func (r *Reader) see(ctx context.Context, c store.Captcha) error {
	return r.cfg.Store.Update(ctx, func(tx *store.Tx) error { return tx.SeeCaptcha(ctx, c) })
}

// kept is the challenge and its answer as the store has them, with the confidence
// that the readers had, before it was held against what the site says.
func kept(c captcha.Challenge, a captcha.Answer, confidence float64) store.Captcha {
	text := a.Text
	if a.Drawn != "" {
		text = a.Drawn
	}
	return store.Captcha{Site: c.Site, Picture: c.Image, Text: text, Solver: a.Solver, Confidence: confidence, At: time.Now()}
}

// Judge implements captcha.Judge: what the site accepts becomes a label.
func (r *Reader) Judge(ctx context.Context, c captcha.Challenge, _ captcha.Answer, v captcha.Verdict) error {
	if c.Site == "" || v == captcha.Unknown {
		return nil
	}
	m, err := r.recall(ctx, c.Site)
	if err != nil {
		return err
	}
	outcome := store.CaptchaRejected
	if v == captcha.Accepted {
		outcome = store.CaptchaAccepted
	}
	err = r.cfg.Store.Update(ctx, func(tx *store.Tx) error { return tx.JudgeCaptcha(ctx, c.Site, c.Image, outcome) })
	if err != nil {
		return err
	}
	if r.note(m, c.Image, v) {
		r.learn(m, c)
	}
	return nil
}
