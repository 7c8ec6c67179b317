package main

import (
	"context"
	"errors"

	"dyncrawl/captcha"
	"dyncrawl/captcha/net"
	"dyncrawl/captcha/site"
)

// readers holds the readers of captchas that start a library, and closes them.
type readers struct{ latin, han *captcha.Tesseract }

func newReaders() *readers {
	return &readers{
		latin: captcha.NewTesseract(captcha.TesseractConfig{}),
		han:   captcha.NewTesseract(captcha.TesseractConfig{Language: "chi_sim"}),
	}
}

// Close frees what the readers hold.
func (r *readers) Close() error { return errors.Join(r.latin.Close(), r.han.Close()) }

// tesseract reads either script.
func (r *readers) tesseract() captcha.Solver { return captcha.ByScript{Latin: r.latin, Han: r.han} }

// general lists the readers for any site, the best first.
func (r *readers) general() []captcha.Member {
	members := []captcha.Member{{Solver: r.tesseract()}}
	if general, err := generalNet(); err == nil {
		members = append([]captcha.Member{{Solver: general}}, members...)
	}
	return members
}

// generalNet is the network that comes with the program.
func generalNet() (captcha.Solver, error) {
	m, err := net.Pretrained()
	if err != nil {
		return nil, err
	}
	return captcha.NewNet(m), nil
}

// trainers lists the ways to make a model of a site's own.
func trainers() []site.Trainer {
	return []site.Trainer{
		func(ctx context.Context, present *captcha.Model, labels []captcha.Labelled, rules captcha.Challenge) (*captcha.Model, error) {
			t, err := captcha.TuneNet(ctx, present, labels, captcha.TrainConfig{Rules: rules})
			return t.Model, err
		},
		func(ctx context.Context, _ *captcha.Model, labels []captcha.Labelled, rules captcha.Challenge) (*captcha.Model, error) {
			t, err := captcha.TrainGlyphs(ctx, labels, captcha.TrainConfig{Rules: rules})
			return t.Model, err
		},
	}
}
