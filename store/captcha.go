package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Outcomes of a captcha.
const (
	CaptchaSeen     = "seen"     // not answered
	CaptchaSent     = "sent"     // answered; what came of it is not known
	CaptchaAccepted = "accepted" // the site took the answer
	CaptchaRejected = "rejected" // the site said that the answer is wrong
)

// Captcha is a picture that a site showed, and what became of it.
type Captcha struct {
	Site       string
	Picture    []byte
	Text       string  // as drawn; empty when nothing was read
	Solver     string  // who read it
	Confidence float64 // of the solver
	Outcome    string
	At         time.Time
}

// SeeCaptcha keeps a picture that is not answered. One that is kept already stays
// as it is.
func (t *Tx) SeeCaptcha(ctx context.Context, c Captcha) error {
	_, err := t.addCaptcha(ctx, c, CaptchaSeen, `ON CONFLICT (site, sum) DO NOTHING`)
	return err
}

// SendCaptcha notes that a picture is answered now. It reports false, and notes
// nothing, when the picture was answered before.
func (t *Tx) SendCaptcha(ctx context.Context, c Captcha) (first bool, err error) {
	n, err := t.addCaptcha(ctx, c, CaptchaSent, `ON CONFLICT (site, sum) DO UPDATE SET text = excluded.text,
		solver = excluded.solver, confidence = excluded.confidence, outcome = excluded.outcome, at = excluded.at
		WHERE captchas.outcome = 'seen'`)
	return n == 1, err
}

func (t *Tx) addCaptcha(ctx context.Context, c Captcha, outcome, conflict string) (int64, error) {
	sum := sha256.Sum256(c.Picture)
	res, err := t.Exec(ctx, `INSERT INTO captchas (site, sum, picture, text, solver, confidence, outcome, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) `+conflict,
		c.Site, sum[:], c.Picture, c.Text, c.Solver, c.Confidence, outcome, c.At.UnixMilli())
	if err != nil {
		return 0, fmt.Errorf("keep captcha of %s: %w", c.Site, err)
	}
	return res.RowsAffected()
}

// JudgeCaptcha notes what the site said to the answer of a picture.
func (t *Tx) JudgeCaptcha(ctx context.Context, site string, picture []byte, outcome string) error {
	sum := sha256.Sum256(picture)
	_, err := t.Exec(ctx, `UPDATE captchas SET outcome = $1 WHERE site = $2 AND sum = $3`, outcome, site, sum[:])
	if err != nil {
		return fmt.Errorf("judge captcha of %s: %w", site, err)
	}
	return nil
}

// Captchas returns the pictures of a site, the oldest first; site "" means all sites.
func (s *Store) Captchas(ctx context.Context, site string) (all []Captcha, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		return tx.each(ctx, func(rows *sql.Rows) error {
			var c Captcha
			var at int64
			err := rows.Scan(&c.Site, &c.Picture, &c.Text, &c.Solver, &c.Confidence, &c.Outcome, &at)
			c.At = time.UnixMilli(at)
			all = append(all, c)
			return err
		}, `SELECT site, picture, text, solver, confidence, outcome, at FROM captchas
			WHERE site = $1 OR $1 = '' ORDER BY at, id`, site)
	})
	if err != nil {
		return nil, fmt.Errorf("read captchas: %w", err)
	}
	return all, nil
}

// CaptchaModel is a model that learned from the captchas of a site. The store does
// not look into it.
type CaptchaModel struct {
	Site  string
	Model []byte
	Notes []byte // JSON
	Made  time.Time
}

// SaveCaptchaModel keeps m in place of the model before.
func (t *Tx) SaveCaptchaModel(ctx context.Context, m CaptchaModel) error {
	_, err := t.Exec(ctx, `INSERT INTO captcha_models (site, model, notes, made) VALUES ($1, $2, $3, $4)
		ON CONFLICT (site) DO UPDATE SET model = excluded.model, notes = excluded.notes, made = excluded.made`,
		m.Site, m.Model, string(m.Notes), m.Made.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep captcha model of %s: %w", m.Site, err)
	}
	return nil
}

// CaptchaModel returns the model of a site; false when there is none.
func (s *Store) CaptchaModel(ctx context.Context, site string) (m CaptchaModel, ok bool, err error) {
	m.Site = site
	err = s.View(ctx, func(tx *Tx) error {
		var made int64
		err := tx.QueryRow(ctx, `SELECT model, notes, made FROM captcha_models WHERE site = $1`, site).Scan(&m.Model, &m.Notes, &made)
		m.Made = time.UnixMilli(made)
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return CaptchaModel{}, false, nil
	}
	if err != nil {
		return CaptchaModel{}, false, fmt.Errorf("read captcha model of %s: %w", site, err)
	}
	return m, true, nil
}
