package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"

	"dyncrawl/captcha"
	"dyncrawl/captcha/net"
	"dyncrawl/captcha/site"
	"dyncrawl/store"
)

// What a login may do: as many wrong answers at most, and what one costs, which is
// the default of a captcha step.
const (
	loginTries = 3
	wrongCost  = 3
)

// logins logs in to a site with the pictures, as a captcha step does: it passes
// doubtful ones over, answers none twice, and gives up after loginTries answers or
// when the pictures that a login may look at are used up. A login whose pictures the
// set ran out of does not count.
func logins(ctx context.Context, m *net.Model, pictures []captcha.Labelled, rules captcha.Challenge) (in, tried int, err error) {
	s, remove, err := scratch(ctx)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	rules.Site, rules.WrongCost = "site", wrongCost
	r := site.New(site.Config{Store: s, General: []captcha.Member{{Solver: captcha.NewNet(m)}}, Log: slog.New(slog.DiscardHandler)})
	defer func() { err = errors.Join(err, r.Close()) }()
	game := game{rules: rules, reader: r}
	for {
		tries := captcha.NewTries(loginTries)
		accepted := false
		for tries.Left() && !accepted {
			if len(pictures) == 0 {
				return in, tried, nil
			}
			ask := game.ask(pictures[0])
			tries.Look(&ask)
			v, err := game.submit(ctx, ask, pictures[0].Text)
			if err != nil {
				return in, tried, err
			}
			if v != captcha.Unknown {
				tries.Send()
			}
			accepted = v == captcha.Accepted
			pictures = pictures[1:]
		}
		if tried++; accepted {
			in++
		}
	}
}

// game is a site that says yes or no to every answer.
type game struct {
	rules  captcha.Challenge
	reader *site.Reader
}

func (g game) ask(p captcha.Labelled) captcha.Challenge {
	c := g.rules
	c.Image = p.Image
	return c
}

// submit has a picture answered and judged. The verdict is Unknown when no answer
// was sent.
func (g game) submit(ctx context.Context, c captcha.Challenge, truth string) (captcha.Verdict, error) {
	a, err := g.reader.Solve(ctx, c)
	if errors.Is(err, captcha.ErrUnreadable) {
		return captcha.Unknown, nil
	}
	if err != nil {
		return captcha.Unknown, err
	}
	v := captcha.Rejected
	if want, _ := c.Spell(truth); a.Text == want {
		v = captcha.Accepted
	}
	return v, g.reader.Judge(ctx, c, a, v)
}

// scratch opens a store that is removed after use.
func scratch(ctx context.Context) (s *store.Store, remove func() error, err error) {
	dir, err := os.MkdirTemp("", "captchabench-*")
	if err != nil {
		return nil, nil, err
	}
	if s, err = store.Open(ctx, store.Config{Path: filepath.Join(dir, "site.db")}); err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, func() error { return errors.Join(s.Close(), os.RemoveAll(dir)) }, nil
}
