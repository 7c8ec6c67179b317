package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"dyncrawl/captcha"
	"dyncrawl/captcha/site"
	"dyncrawl/store"
)

// typed is how many answers a person types before a family is learned.
const typed = 30

// perPoint is how many submissions a point of the curve counts.
const perPoint = 100

// learn plays a site for each family: a person types the first answers, then the
// reader submits one for every picture, and the site says yes or no. It prints how
// many of each hundred were accepted. Trainings are waited for.
func (b *bench) learn(ctx context.Context, families []string) error {
	fmt.Fprintf(b.out, "Accepted of each %d submissions, after %d typed answers.\n\n", perPoint, typed)
	for _, family := range families {
		curve, err := b.curve(ctx, family)
		if err != nil {
			return fmt.Errorf("%s: %w", family, err)
		}
		fmt.Fprintf(b.out, "| %s | %s |\n", strings.TrimSuffix(filepath.Base(family), ".tar"), strings.Join(curve, " | "))
	}
	return nil
}

func (b *bench) curve(ctx context.Context, family string) ([]string, error) {
	pictures, rules, err := shuffled(family)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "captchabench-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(ctx, store.Config{Path: filepath.Join(dir, "learn.db")})
	if err != nil {
		return nil, err
	}
	game := &game{rules: rules, store: s}
	curve, err := game.play(ctx, pictures)
	return curve, errors.Join(err, s.Close())
}

// shuffled mixes all pictures of a family and returns what is known about them.
func shuffled(family string) ([]captcha.Labelled, captcha.Challenge, error) {
	train, err := captcha.ReadSet(family + "/train")
	if err != nil {
		return nil, captcha.Challenge{}, err
	}
	test, err := captcha.ReadSet(family + "/test")
	if err != nil {
		return nil, captcha.Challenge{}, err
	}
	all := append(train.Pictures, test.Pictures...)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	rules := captcha.Challenge{Alphabet: train.Alphabet, FoldCase: true, Site: filepath.Base(family)}
	rules.MinLen, rules.MaxLen = lengths(all)
	return all, rules, nil
}

// game is one family that is learned.
type game struct {
	rules captcha.Challenge
	store *store.Store
}

// play lets a person type and then the readers submit.
func (g *game) play(ctx context.Context, pictures []captcha.Labelled) ([]string, error) {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	person := answers{}
	for _, p := range pictures {
		person[string(p.Image)] = p.Text
	}
	by := site.New(site.Config{Store: g.store, General: []captcha.Member{{Solver: person}}, Train: site.Trainers(), Typed: true, Log: log})
	_, err := g.submit(ctx, by, pictures[:min(typed, len(pictures))])
	if err := errors.Join(err, by.Close()); err != nil {
		return nil, err
	}
	r := site.New(site.Config{Store: g.store, General: []captcha.Member{{Solver: captcha.NewGeneral()}}, Train: site.Trainers(), Log: log})
	var curve []string
	for rest := pictures[min(typed, len(pictures)):]; len(rest) > 0; {
		n := min(perPoint, len(rest))
		accepted, err := g.submit(ctx, r, rest[:n])
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		curve = append(curve, fmt.Sprint(100*accepted/n))
		rest = rest[n:]
	}
	return curve, r.Close()
}

// submit has all pictures answered and judged, and counts the accepted answers.
func (g *game) submit(ctx context.Context, r *site.Reader, pictures []captcha.Labelled) (accepted int, err error) {
	for _, p := range pictures {
		c := g.rules
		c.Image = p.Image
		a, err := r.Solve(ctx, c)
		if errors.Is(err, captcha.ErrUnreadable) {
			continue
		}
		if err != nil {
			return accepted, err
		}
		want, _ := c.Spell(p.Text)
		v := captcha.Rejected
		if a.Text == want {
			v = captcha.Accepted
			accepted++
		}
		if err := r.Judge(ctx, c, a, v); err != nil {
			return accepted, err
		}
		r.Wait()
	}
	return accepted, nil
}

// answers is a person who knows every picture.
type answers map[string]string

// Solve implements captcha.Solver.
func (a answers) Solve(_ context.Context, c captcha.Challenge) (captcha.Answer, error) {
	text, ok := c.Spell(a[string(c.Image)])
	if !ok {
		return captcha.Answer{}, captcha.ErrUnreadable
	}
	return captcha.Answer{Text: text, Confidence: 1, Calibrated: true, Solver: "ask"}, nil
}
