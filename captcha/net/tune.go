package net

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"unicode"

	"dyncrawl/captcha/net/nn"
)

// TuneConfig says how a model is tuned on labelled pictures of one site.
type TuneConfig struct {
	Rules    Rules          // of the site; an empty alphabet means the characters of the samples
	Seed     uint64         // the same seed, samples and Passes give the same weights
	Passes   int            // pictures shown while some are held back; zero means a number by len(samples)
	Progress func(Progress) // called at every check from the calling goroutine; may be nil
}

// Progress is where a tuning stands.
type Progress struct {
	Shown, Passes int     // pictures shown so far, those counted that are not needed, and in all
	Loss          float64 // mean loss since the last check, in nats a picture
	Held          float64 // share of held-back pictures read right, in one view
}

// Tuned is what a tuning came to.
type Tuned struct {
	Model    *Model   // tuned on all samples; the start itself, if tuning did not help on those held back
	Before   float64  // share of held-back pictures that the start read right
	After    float64  // the same for Model as it was before these were shown too
	Held     int      // pictures held back
	Readings []Judged // of the held-back pictures by that model: for Threshold
}

const (
	fewest     = 10   // samples to tune on
	tuneBatch  = 8    // half of pretraining's: twice as many steps in the same time
	tuneRate   = 3e-3 // at its height; with a third of it the training loss ends 2.5 times as high
	tuneWarmUp = 60   // steps
	tuneKeep   = 0.98
	checks     = 8 // of the held-back pictures, evenly spread over the tuning
)

// ErrFewSamples says that there are too few samples to tune on.
var ErrFewSamples = fmt.Errorf("fewer than %d labelled pictures", fewest)

// Tune trains a copy of m on samples of one site, a fifth of which it holds back
// to stop in time and to calibrate the confidence; in the end it shows all.
// Characters that m does not know are added. It runs on the calling goroutine alone
// and returns early with ctx's error when ctx ends.
func Tune(ctx context.Context, m *Model, samples []Sample, c TuneConfig) (Tuned, error) {
	if len(samples) < fewest {
		return Tuned{}, fmt.Errorf("tune captcha model: %w", ErrFewSamples)
	}
	t, err := newTuner(m, samples, c)
	if err != nil {
		return Tuned{}, fmt.Errorf("tune captcha model: %w", err)
	}
	if err := t.run(ctx); err != nil {
		return Tuned{}, fmt.Errorf("tune captcha model: %w", err)
	}
	tuned, err := t.result(ctx, m)
	if err != nil {
		return Tuned{}, fmt.Errorf("tune captcha model: %w", err)
	}
	return tuned, nil
}

// tuner is a run of Tune.
type tuner struct {
	TuneConfig
	trainer
	rng         *rand.Rand
	height      float64 // of the rate
	meta        meta
	train, held []Sample
	order       []int // of the samples still to be shown in this round
	average     *nn.Net
	best        *Model
	surprise    float64 // of best, by the held-back pictures; see glance
	framer      framer
	jitter      jitter
	splicer     splicer
	batch       nn.Tensor
	pictures    []drawn
	other       drawn // whose end replaces that of one of the pictures
	shown       int
	steps       int
	loss        float64 // sum over the steps since the last check
	losses      int     // how many those are
}

func newTuner(m *Model, samples []Sample, c TuneConfig) (*tuner, error) {
	if c.Rules.Alphabet == "" {
		c.Rules.Alphabet = alphabetOf(samples, c.Rules.FoldCase)
	}
	if c.Passes == 0 {
		c.Passes = passes(samples)
	}
	t := &tuner{TuneConfig: c, rng: rand.New(rand.NewPCG(c.Seed, 0x7e5)), height: tuneRate}
	start, err := adapt(m, c.Rules, t.rng)
	if err != nil {
		return nil, err
	}
	lex, err := newLexicon([]rune(start.meta.Classes), c.Rules)
	if err != nil {
		return nil, err
	}
	t.meta, t.lex = start.meta, lex
	t.pictures = make([]drawn, tuneBatch)
	train, err := t.split(samples)
	if err != nil {
		return nil, err
	}
	t.begin(start, train)
	return t, nil
}

// begin makes ready to train m on samples.
func (t *tuner) begin(m *Model, samples []Sample) {
	t.trainer = trainer{net: m.network(), lex: t.lex, adam: nn.Adam{Decay: 1e-3, MaxNorm: 5}}
	t.average = m.network()
	t.train, t.order = samples, nil
	t.splicer.cuts = make([][]float32, len(samples))
	t.shown, t.steps = 0, 0
}

// passes is how many pictures are shown for samples: fewer of wide ones, which take
// longer.
func passes(samples []Sample) int {
	var f framer
	columns := 0
	for _, s := range samples {
		f.load(s.Image)
		columns += f.place(usual[0]).width
	}
	return min(5500+9*len(samples), 10000) * 120 / max(columns/len(samples), 120)
}

// alphabetOf lists the characters of the samples, in order.
func alphabetOf(samples []Sample, fold bool) string {
	seen := map[rune]bool{}
	for _, s := range samples {
		for _, r := range s.Text {
			if fold {
				r = unicode.ToLower(r)
			}
			seen[r] = true
		}
	}
	var all []rune
	for r := range seen {
		all = append(all, r)
	}
	slices.Sort(all)
	return string(all)
}

// split holds back a fifth of the samples and returns the others.
func (t *tuner) split(samples []Sample) ([]Sample, error) {
	for _, s := range samples {
		if _, ok := t.lex.labels(nil, s.Text, t.Rules.FoldCase); !ok || s.Text == "" {
			return nil, fmt.Errorf("the label %q is not in the alphabet %q", s.Text, t.Rules.Alphabet)
		}
	}
	mixed := slices.Clone(samples)
	t.rng.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	n := max(len(mixed)/5, 2)
	t.held = mixed[:n]
	return mixed[n:], nil
}

// proof is how many held-back pictures, read right twice, show that no more is to be
// learned.
const proof = 50

// run shows pictures until Passes. When every held-back picture was read right twice
// in a row, and there are enough of them, it goes straight to the last quarter, where
// the rate is low: weights that are left at a high rate read fresh pictures worse.
func (t *tuner) run(ctx context.Context) error {
	step := max(t.Passes/checks/tuneBatch, 1) * tuneBatch
	perfect := 0
	for t.shown < t.Passes {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.show()
		if t.shown%step == 0 || t.shown >= t.Passes {
			if perfect++; t.check() < 1 {
				perfect = 0
			}
			if perfect == 2 && len(t.held) >= proof {
				t.shown = max(t.shown, checks*3/4*step)
			}
		}
	}
	return nil
}
