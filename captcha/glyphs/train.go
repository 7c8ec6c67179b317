package glyphs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dyncrawl/captcha/prep"
)

// TrainConfig says how a model is trained.
type TrainConfig struct {
	Seed     uint64         // the same seed and samples give the same model
	Progress func(Progress) // called now and then from the calling goroutine; may be nil
}

// Progress is where a training stands.
type Progress struct {
	Operations  string  // preprocessing that is being tried
	Done, Tries int     // ways of preprocessing tried so far, and in all
	Held        float64 // share of held-back pictures that this one reads right
}

// Trained is what a training came to.
type Trained struct {
	Model *Model
	Held  []Judged // how it read the pictures that were held back
}

// Judged is one reading of a held-back picture beside the truth.
type Judged struct {
	Want, Got  string // Got is empty where nothing was readable
	Confidence float64
}

// Exact is the share of held-back pictures that were read right.
func (t Trained) Exact() float64 {
	right := 0
	for _, j := range t.Held {
		if j.Want == j.Got {
			right++
		}
	}
	return float64(right) / float64(max(len(t.Held), 1))
}

// leastSamples is how few samples cannot be learned from.
const leastSamples = 10

// heldShare is one in how many samples is held back.
const heldShare = 5

// Passes over the examples: few to compare ways of preprocessing, more for the
// one that is kept.
const (
	trialPasses = 4
	finalPasses = 30
)

// candidates are the ways of preprocessing that a training chooses from.
func candidates() []prep.Chain {
	return []prep.Chain{
		prep.MustParse("distance,scale=60,otsu,despeckle=20"),
		prep.MustParse("distance,median,scale=60,otsu,despeckle=30"),
		prep.MustParse("luminance,dark,scale=60,sauvola=31:0.2,despeckle=30"),
		prep.MustParse("distance,scale=80,otsu,strokes=4,despeckle=40"),
		prep.MustParse("distance,scale=80,otsu,strokes=6,despeckle=60"),
		prep.MustParse("distance,scale=80,otsu,unrule=4,despeckle=60"),
		prep.MustParse("distance,scale=100,otsu,unline=6,despeckle=80"),
		prep.MustParse("clusters,distance,scale=60,twopeaks,despeckle=20"),
	}
}

// Train chooses the preprocessing that reads held-back samples best, one in five,
// and trains the classifier for it on the others. It returns early with ctx's
// error when ctx ends.
func Train(ctx context.Context, samples []Sample, c TrainConfig) (Trained, error) {
	if len(samples) < leastSamples {
		return Trained{}, fmt.Errorf("train glyphs: %d labelled pictures are too few, %d are the least", len(samples), leastSamples)
	}
	shuffled := slices.Clone(samples)
	rand.New(rand.NewPCG(c.Seed, 0)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	cut := max(1, len(shuffled)/heldShare)
	chain, err := choose(ctx, shuffled[cut:], shuffled[:cut], c)
	if err != nil {
		return Trained{}, err
	}
	m, err := fitted(ctx, chain, shuffled[cut:], finalPasses, c.Seed)
	if err != nil {
		return Trained{}, err
	}
	return Trained{m, m.judge(shuffled[:cut])}, nil
}

// errUncut says that the pictures cannot be cut into their characters.
var errUncut = errors.New("train glyphs: the pictures could not be cut into their characters")

// choose returns the preprocessing that a short training reads held best with.
func choose(ctx context.Context, samples, held []Sample, c TrainConfig) (best prep.Chain, err error) {
	most := -1.0
	all := candidates()
	for i, chain := range all {
		m, err := fitted(ctx, chain, samples, trialPasses, c.Seed)
		if errors.Is(err, errUncut) {
			continue
		}
		if err != nil {
			return nil, err
		}
		exact := Trained{m, m.judge(held)}.Exact()
		if exact > most {
			most, best = exact, chain
		}
		if c.Progress != nil {
			c.Progress(Progress{chain.String(), i + 1, len(all), exact})
		}
	}
	if best == nil {
		return nil, errUncut
	}
	return best, nil
}

// judge reads samples.
func (m *Model) judge(samples []Sample) (all []Judged) {
	for _, s := range samples {
		r, _ := m.Read(s.Image, Rules{}) // what is not readable reads as nothing
		all = append(all, Judged{s.Text, r.Text, r.Confidence})
	}
	return all
}

// fitted trains a model with the given preprocessing.
func fitted(ctx context.Context, chain prep.Chain, samples []Sample, passes int, seed uint64) (*Model, error) {
	m := &Model{chain: chain, letters: lettersOf(samples), lengths: lengthsOf(samples)}
	examples := m.examples(samples)
	if len(examples) == 0 {
		return nil, errUncut
	}
	r := rand.New(rand.NewPCG(seed, 1))
	m.net = newPerceptron(inputs, len(m.letters), r)
	t := newTeacher(m.net)
	x := make([]float32, inputs)
	steps := passes * len(examples)
	for done := 0; done < steps; done++ {
		if done%len(examples) == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			r.Shuffle(len(examples), func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
		}
		e := examples[done%len(examples)]
		moved(x, e.x, r.IntN(3)-1, r.IntN(3)-1)
		t.learn(x, e.label)
		if (done+1)%batch == 0 {
			t.step(batch, rate*float32(1+math.Cos(math.Pi*float64(done)/float64(steps)))/2)
		}
	}
	return m, nil
}
