package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"

	"dyncrawl/captcha"
	"dyncrawl/captcha/net/bench"
	"dyncrawl/captcha/site"
)

const (
	typed     = 30  // answers that a person types before a family is learned
	submitted = 800 // answers sent after that, as far as the pictures go
	perPoint  = 100 // submissions that a point of the curve counts
	atLast    = 200 // submissions that show what the learning came to
)

// learn plays a site for each family: a person types the first answers, then the
// reader submits what it is sure enough of, and the site says yes or no. It prints
// how many of each hundred answers were accepted and draws that. Trainings are
// waited for.
func learn(ctx context.Context, out io.Writer, families []string, file string) error {
	fmt.Fprintf(out, "Accepted of each %d answers sent, after %d typed ones.\n\n", perPoint, typed)
	var curves []bench.Curve
	for _, name := range families {
		c, err := curve(ctx, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(out, "| %s |", c.Family)
		for _, p := range c.Points {
			fmt.Fprintf(out, " %.0f |", 100*p.Accepted)
		}
		fmt.Fprintf(out, " %.1f of the last %d of %d, %d pictures passed over |\n", 100*c.Last, atLast, c.Sent, c.Passed)
		curves = append(curves, c)
		if err := writeFile(file, func(w io.Writer) error { return bench.Curves(w, curves) }); err != nil {
			return err
		}
	}
	return nil
}

// curve learns one family.
func curve(ctx context.Context, family string) (c bench.Curve, err error) {
	f, err := bench.Open(family)
	if err != nil {
		return c, err
	}
	pictures, err := shuffled(family)
	if err != nil {
		return c, err
	}
	s, remove, err := scratch(ctx)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	rules := challenge(f.Rules)
	rules.Site, rules.WrongCost = f.Name, wrongCost
	config := site.Config{Store: s, Train: site.Trainers(), Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	if err := typeIn(ctx, config, rules, pictures[:min(typed, len(pictures))]); err != nil {
		return c, err
	}
	config.General = []captcha.Member{{Solver: captcha.NewGeneral()}}
	g := game{rules: rules, reader: site.New(config)}
	c, err = g.play(ctx, pictures[min(typed, len(pictures)):])
	c.Family = f.Name
	return c, errors.Join(err, g.reader.Close())
}

// shuffled mixes all pictures of a family.
func shuffled(family string) ([]captcha.Labelled, error) {
	train, err := captcha.ReadSet(family + "/train")
	if err != nil {
		return nil, err
	}
	test, err := captcha.ReadSet(family + "/test")
	if err != nil {
		return nil, err
	}
	all := append(train.Pictures, test.Pictures...)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all, nil
}

// typeIn has a person answer pictures, who knows them all.
func typeIn(ctx context.Context, config site.Config, rules captcha.Challenge, pictures []captcha.Labelled) error {
	person := answers{}
	for _, p := range pictures {
		person[string(p.Image)] = p.Text
	}
	config.General, config.Typed = []captcha.Member{{Solver: person}}, true
	g := game{rules: rules, reader: site.New(config)}
	_, err := g.play(ctx, pictures)
	return errors.Join(err, g.reader.Close())
}

// play shows the pictures, one after another, until enough answers were sent.
func (g game) play(ctx context.Context, pictures []captcha.Labelled) (c bench.Curve, err error) {
	var accepted []bool
	for _, p := range pictures {
		if len(accepted) == submitted {
			break
		}
		v, err := g.submit(ctx, g.ask(p), p.Text)
		if err != nil {
			return c, err
		}
		g.reader.Wait()
		if v == captcha.Unknown {
			c.Passed++
			continue
		}
		accepted = append(accepted, v == captcha.Accepted)
	}
	for from := 0; from < len(accepted); from += perPoint {
		to := min(from+perPoint, len(accepted))
		c.Points = append(c.Points, bench.Point{Submissions: to, Accepted: share(accepted[from:to])})
	}
	c.Sent, c.Last = len(accepted), share(accepted[max(0, len(accepted)-atLast):])
	return c, nil
}

// share is how many of the answers were accepted.
func share(accepted []bool) float64 {
	n := 0
	for _, yes := range accepted {
		if yes {
			n++
		}
	}
	return float64(n) / float64(max(len(accepted), 1))
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
