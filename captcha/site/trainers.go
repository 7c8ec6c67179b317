package site

import (
	"context"

	"dyncrawl/captcha"
)

// Trainers returns the ways that there are to make a model: the network, tuned, and
// glyphs, as long as they are not outdone by it.
func Trainers() []Trainer { return []Trainer{tuneNet, trainGlyphs} }

// tuneNet tunes the general weights with all labels, those of earlier tunings among
// them. Going on with the site's present model, which was tuned with fewer, came to less
// on the family that is hardest to begin with; see docs/CAPTCHA.md.
func tuneNet(ctx context.Context, _ *captcha.Model, labels []captcha.Labelled, rules captcha.Challenge) (*captcha.Model, error) {
	t, err := captcha.TuneNet(ctx, nil, labels, captcha.TrainConfig{Rules: rules})
	return t.Model, err
}

func trainGlyphs(ctx context.Context, present *captcha.Model, labels []captcha.Labelled, rules captcha.Challenge) (*captcha.Model, error) {
	if present != nil && present.Kind() == "net" {
		return nil, nil
	}
	t, err := captcha.TrainGlyphs(ctx, labels, captcha.TrainConfig{Rules: rules})
	return t.Model, err
}
