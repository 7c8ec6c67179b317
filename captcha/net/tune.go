package net

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"
	"unicode"

	"dyncrawl/captcha/net/nn"
)

// TuneConfig says how a model is tuned on labelled pictures of one site.
type TuneConfig struct {
	Rules    Rules          // of the site; an empty alphabet means the characters of the samples
	Seed     uint64         // the same seed, samples and Passes give the same weights
	Passes   int            // pictures shown in all; zero means a number by len(samples)
	Budget   time.Duration  // ends the tuning early, and with the same result only on the same machine; zero means none
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
	Model    *Model   // never worse than the start on the held-back pictures: the start itself, if tuning did not help
	Before   float64  // share of held-back pictures that the start read right
	After    float64  // the same for Model
	Held     int      // pictures held back
	Readings []Judged // of the held-back pictures by Model, which was not trained on them: for Threshold
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
// to stop in time and to calibrate the confidence. Characters that m does not know
// are added. It runs on the calling goroutine alone and returns early with ctx's
// error when ctx ends.
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
	return t.result(ctx, m)
}

// tuner is a run of Tune.
type tuner struct {
	TuneConfig
	trainer
	rng         *rand.Rand
	meta        meta
	train, held []Sample
	order       []int // of the samples still to be shown in this round
	average     *nn.Net
	best        *Model
	bestHeld    float64
	framer      framer
	jitter      jitter
	batch       nn.Tensor
	pictures    []drawn
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
		c.Passes = passes(len(samples))
	}
	t := &tuner{TuneConfig: c, rng: rand.New(rand.NewPCG(c.Seed, 0x7e5)), bestHeld: -1}
	start, err := adapt(m, c.Rules, t.rng)
	if err != nil {
		return nil, err
	}
	lex, err := newLexicon([]rune(start.meta.Classes), c.Rules)
	if err != nil {
		return nil, err
	}
	t.meta = start.meta
	t.trainer = trainer{net: start.network(), lex: lex, adam: nn.Adam{Decay: 1e-3, MaxNorm: 5}}
	t.average = start.network()
	t.pictures = make([]drawn, tuneBatch)
	return t, t.split(samples)
}

// passes is how many pictures are shown for so many samples.
func passes(samples int) int { return min(3000+14*samples, 10000) }

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

// split holds back a fifth of the samples.
func (t *tuner) split(samples []Sample) error {
	for _, s := range samples {
		if _, ok := t.lex.labels(nil, s.Text, t.Rules.FoldCase); !ok || s.Text == "" {
			return fmt.Errorf("the label %q is not in the alphabet %q", s.Text, t.Rules.Alphabet)
		}
	}
	mixed := slices.Clone(samples)
	t.rng.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	n := max(len(mixed)/5, 2)
	t.held, t.train = mixed[:n], mixed[n:]
	return nil
}

// run shows pictures until Passes or the budget. When every held-back picture was
// read right twice in a row it goes straight to the last quarter, where the rate is
// low: weights that are left at a high rate read fresh pictures worse.
func (t *tuner) run(ctx context.Context) error {
	start := time.Now()
	step := max(t.Passes/checks/tuneBatch, 1) * tuneBatch
	perfect := 0
	for t.shown < t.Passes {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.show()
		over := t.Budget > 0 && time.Since(start) > t.Budget
		if t.shown%step == 0 || over || t.shown >= t.Passes {
			if perfect++; t.check() < 1 {
				perfect = 0
			}
			if perfect == 2 {
				t.shown = max(t.shown, checks*3/4*step)
			}
		}
		if over {
			break
		}
	}
	return nil
}

// show trains on one batch.
func (t *tuner) show() {
	for i := range t.pictures {
		t.draw(&t.pictures[i])
	}
	t.loss += t.step(&t.batch, gather(&t.batch, t.pictures), t.rate())
	t.losses++
	t.steps++
	t.shown += len(t.pictures)
	t.follow(t.average, tuneKeep)
}

// draw takes the next sample, in a random framing, bent and tinted a little.
func (t *tuner) draw(d *drawn) {
	if len(t.order) == 0 {
		t.order = t.rng.Perm(len(t.train))
	}
	s := t.train[t.order[0]]
	t.order = t.order[1:]
	t.framer.load(s.Image)
	frame := t.framer.place(anyFraming(t.rng))
	d.labels, _ = t.lex.labels(d.labels, s.Text, t.Rules.FoldCase)
	d.pixels.Resize(1, inputHeight, frame.width, inputChannels)
	t.framer.render(frame, &d.pixels, 0)
	t.jitter.apply(&d.pixels, t.rng)
}

// rate rises, then falls along a cosine (Loshchilov and Hutter, 2017).
func (t *tuner) rate() float64 {
	done := float64(t.shown) / float64(t.Passes)
	return tuneRate * min(1, float64(t.steps+1)/tuneWarmUp) * (0.5 + 0.5*math.Cos(math.Pi*min(done, 1)))
}

// check reads the held-back pictures, returns the share that was read right, and
// keeps the weights if they are the best so far; later ones win a tie.
func (t *tuner) check() float64 {
	m := newModel(t.meta, t.average)
	r := NewReader(m)
	r.views = usual[:1]
	right := 0
	for _, s := range t.held {
		if got, err := r.Read(s.Image, t.Rules); err == nil && got.Text == t.lex.spell(s.Text, t.Rules.FoldCase) {
			right++
		}
	}
	held := float64(right) / float64(len(t.held))
	if held >= t.bestHeld {
		t.best, t.bestHeld = m, held
	}
	if t.Progress != nil {
		t.Progress(Progress{Shown: t.shown, Passes: t.Passes, Loss: t.loss / float64(max(t.losses, 1)), Held: held})
	}
	t.loss, t.losses = 0, 0
	return held
}

// result calibrates the best model and compares it with the start.
func (t *tuner) result(ctx context.Context, start *Model) (Tuned, error) {
	before := start.calibrated(calibration{})
	var results [2]Evaluation
	for i, m := range []**Model{&before, &t.best} {
		raw, err := Evaluate(ctx, (*m).calibrated(calibration{}), t.held, t.Rules)
		if err != nil && !errors.Is(err, ErrUnreadable) {
			return Tuned{}, fmt.Errorf("tune captcha model: %w", err)
		}
		c := fitCalibration(raw.Readings)
		*m = (*m).calibrated(c)
		for k := range raw.Readings {
			raw.Readings[k].Confidence = c.apply(raw.Readings[k].Confidence)
		}
		results[i] = raw
	}
	best := Tuned{Model: t.best, Before: results[0].Exact, After: results[1].Exact, Held: len(t.held), Readings: results[1].Readings}
	if best.After < best.Before {
		best.Model, best.After, best.Readings = before, best.Before, results[0].Readings
	}
	return best, nil
}

// calibrated returns the model with another calibration.
func (m *Model) calibrated(c calibration) *Model {
	with := *m
	with.meta.Calibration = c
	return &with
}
