package captcha

import (
	"context"
	"fmt"
	"image"

	"dyncrawl/captcha/glyphs"
	"dyncrawl/captcha/net"
)

// TrainConfig says how a model is trained.
type TrainConfig struct {
	Rules    Challenge    // of the pictures
	Seed     uint64       // the same seed and labels give the same model
	Progress func(string) // called now and then with a line for people; may be nil
}

// say reports progress.
func (c TrainConfig) say(format string, args ...any) {
	if c.Progress != nil {
		c.Progress(fmt.Sprintf(format, args...))
	}
}

// Trained is a new model and how it reads the labels that were held back.
type Trained struct {
	Model  *Model
	Before float64 // share of them that was read right before; 0 when nothing read them
	After  float64 // the same for Model
	Held   int     // labels held back
}

// TrainGlyphs trains a model of glyphs. It is not calibrated.
func TrainGlyphs(ctx context.Context, labels []Labelled, c TrainConfig) (Trained, error) {
	samples, err := samplesOf[glyphs.Sample](labels, c.Rules)
	if err != nil {
		return Trained{}, err
	}
	t, err := glyphs.Train(ctx, samples, glyphs.TrainConfig{Seed: c.Seed, Progress: func(p glyphs.Progress) {
		c.say("%d of %d ways of preprocessing: %s reads %.1f %% of the pictures held back", p.Done, p.Tries, p.Operations, 100*p.Held)
	}})
	if err != nil {
		return Trained{}, err
	}
	return Trained{Model: NewGlyphs(t.Model), After: t.Exact(), Held: len(t.Held)}, nil
}

// TuneNet tunes a network: that of from, or the general one if from is nil or no
// network.
func TuneNet(ctx context.Context, from *Model, labels []Labelled, c TrainConfig) (Trained, error) {
	start, err := netOf(from)
	if err != nil {
		return Trained{}, err
	}
	samples, err := samplesOf[net.Sample](labels, c.Rules)
	if err != nil {
		return Trained{}, err
	}
	t, err := net.Tune(ctx, start, samples, net.TuneConfig{
		Seed:  c.Seed,
		Rules: c.Rules.netRules(),
		Progress: func(p net.Progress) {
			c.say("%d of %d pictures, loss %.2f, %.1f %% of those held back", p.Shown, p.Passes, p.Loss, 100*p.Held)
		},
	})
	if err != nil {
		return Trained{}, err
	}
	return Trained{Model: NewNet(t.Model), Before: t.Before, After: t.After, Held: t.Held}, nil
}

func netOf(m *Model) (*net.Model, error) {
	if m != nil && m.net != nil {
		return m.net, nil
	}
	return net.Pretrained()
}

// netRules is what the network is told of a challenge.
func (c Challenge) netRules() net.Rules {
	return net.Rules{Alphabet: c.alphabet(), FoldCase: c.FoldCase, MinLen: c.MinLen, MaxLen: c.MaxLen}
}

// samplesOf decodes labelled pictures; labels are spelled as the rules want them,
// and those that break the rules are left out. Of an animation every view counts.
func samplesOf[S ~struct {
	Image image.Image
	Text  string
}](labels []Labelled, rules Challenge) (all []S, err error) {
	for _, l := range labels {
		text, ok := rules.Spell(l.Text)
		if !ok {
			continue
		}
		views, err := Views(l.Image)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
		for _, view := range views {
			all = append(all, S{view, text})
		}
	}
	return all, nil
}
