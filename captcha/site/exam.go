package site

import (
	"context"
	"crypto/sha256"
	"errors"

	"dyncrawl/captcha"
	"dyncrawl/store"
)

// heldShare is one in how many pictures is held back, for good.
const heldShare = 5

// benefit is what another answer to a rejected picture is worth, in right answers:
// it may be right, the rejected one is not.
const benefit = 0.5

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
