package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl/captcha"
)

// trainFlags say what to train, and where to.
type trainFlags struct {
	rules rulesFlags
	kind  string
	from  string
	out   string
	seed  uint64
}

func newTrainCommand() *cobra.Command {
	f := &trainFlags{}
	cmd := &cobra.Command{
		Use:   "train SET",
		Short: "Train a model on labelled pictures",
		Long: `Trains a model on the labelled pictures of one site. The kinds: net, a network
that comes pretrained and is tuned; glyphs, which cuts the characters apart and
classifies them. A part of the labels is held back: the training stops when more
does not help on those, and tells how many of them the model reads.`,
		Example: `  dyncrawl captcha train site.tar/train --out site.model
  dyncrawl captcha train pictures --kind glyphs --seed 7 --out site.model`,
		Args: exactly(1, "a set of labelled pictures"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.rules.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.kind, "kind", "net", "what to train: `net or glyphs`")
	flags.StringVar(&f.from, "from", "", "`file` of a network to go on from; default: the one that comes with dyncrawl")
	flags.StringVar(&f.out, "out", "captcha.model", "`file` to write")
	flags.Uint64Var(&f.seed, "seed", 1, "the same seed and labels give the same model")
	return cmd
}

func (f *trainFlags) run(cmd *cobra.Command, name string) error {
	set, err := readSet(name)
	if err != nil {
		return err
	}
	c := captcha.TrainConfig{Seed: f.seed, Progress: func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), line) }}
	if c.Rules, err = f.rules.challenge(set.Alphabet); err != nil {
		return err
	}
	c.Rules = c.Rules.AsDrawn()
	start := time.Now()
	t, err := f.train(cmd.Context(), set.Pictures, c)
	if err != nil {
		return err
	}
	data, err := t.Model.Bytes()
	if err != nil {
		return err
	}
	if err := os.WriteFile(f.out, data, 0o644); err != nil {
		return fmt.Errorf("write model: %w", err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %d bytes, trained on %d pictures in %s; reads %.1f %% of the %d held back\n",
		f.out, t.Model.Kind(), len(data), len(set.Pictures)-t.Held, time.Since(start).Round(time.Second), 100*t.After, t.Held)
	return nil
}

func (f *trainFlags) train(ctx context.Context, labels []captcha.Labelled, c captcha.TrainConfig) (captcha.Trained, error) {
	switch f.kind {
	case "glyphs":
		if f.from != "" {
			return captcha.Trained{}, usageError{errors.New("--from goes with --kind net: glyphs are trained anew")}
		}
		return captcha.TrainGlyphs(ctx, labels, c)
	case "net":
		var from *captcha.Model
		if f.from != "" {
			var err error
			if from, err = readModel(f.from); err != nil {
				return captcha.Trained{}, err
			}
		}
		return captcha.TuneNet(ctx, from, labels, c)
	}
	return captcha.Trained{}, usageError{fmt.Errorf("--kind %s: write net or glyphs", f.kind)}
}
