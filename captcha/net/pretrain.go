package net

import (
	"context"
	"image"
	"math/rand/v2"
	"slices"

	"dyncrawl/captcha/net/nn"
)

// PretrainConfig says how the general model is made.
type PretrainConfig struct {
	Classes  string                               // characters to tell apart
	Draw     func(n uint64) (image.Image, string) // the n-th picture of the generator, with its text
	Start    *Model                               // goes on from it; nil means random weights
	Seed     uint64
	Pictures int                                     // to show in this run
	Rate     float64                                 // of the optimiser, after the first steps; zero means 0.002
	Decay    float64                                 // share of the run, at its end, in which the rate falls to zero
	Progress func(shown int, loss float64, m *Model) // called every 4,096 pictures with the mean loss and the model so far
}

const (
	batchSize  = 16
	sortAhead  = 16    // batches that are sorted by width together
	warmUp     = 200   // steps in which the rate rises
	averaging  = 0.998 // of the weights from step to step (Polyak and Juditsky, 1992)
	reportEach = 2048
)

// Pretrain trains the general model on drawn pictures. It runs on one goroutine and
// returns the average of the last steps' weights, as Progress sees it. When ctx ends
// it returns early with what it has and ctx's error.
func Pretrain(ctx context.Context, c PretrainConfig) (*Model, error) {
	p, err := newPretrainer(c)
	if err != nil {
		return nil, err
	}
	for p.shown < c.Pictures && ctx.Err() == nil {
		p.round()
	}
	return p.model(), ctx.Err()
}

// pretrainer is a run of Pretrain.
type pretrainer struct {
	PretrainConfig
	trainer
	rng     *rand.Rand
	meta    meta
	average *nn.Net
	framer  framer
	batch   nn.Tensor
	shown   int
	steps   int
	loss    float64
	losses  int
}

// drawn is a picture scaled for the network.
type drawn struct {
	pixels nn.Tensor
	labels []int
	sample int   // that it shows, of those that Tune was given; -1 for parts of two
	frame  frame // of the sample
}

func newPretrainer(c PretrainConfig) (*pretrainer, error) {
	p := &pretrainer{PretrainConfig: c, rng: rand.New(rand.NewPCG(c.Seed, 0x5eed))}
	classes := []rune(c.Classes)
	p.meta = meta{Plan: plan(len(classes) + 1), Classes: c.Classes}
	lex, err := newLexicon(classes, Rules{})
	if err != nil {
		return nil, err
	}
	p.trainer = trainer{net: nn.NewNet(p.meta.Plan, p.rng), lex: lex, adam: nn.Adam{Decay: 1e-3, MaxNorm: 5}}
	if c.Start != nil {
		p.meta = c.Start.meta
		p.net = c.Start.network()
	}
	p.average = nn.NewNet(p.meta.Plan, nil)
	p.average.Copy(p.net)
	if p.Rate == 0 {
		p.Rate = 2e-3
	}
	return p, nil
}

// round draws some batches, sorts their pictures by width, so that little of a
// batch is padding, and trains on them in random order.
func (p *pretrainer) round() {
	pictures := make([]drawn, batchSize*sortAhead)
	for i := range pictures {
		pictures[i] = p.draw(uint64(p.meta.Pictures + i))
	}
	slices.SortStableFunc(pictures, func(a, b drawn) int { return a.pixels.W - b.pixels.W })
	for _, b := range p.rng.Perm(sortAhead) {
		p.train(pictures[b*batchSize : (b+1)*batchSize])
	}
	p.meta.Pictures += len(pictures)
}

// draw makes picture n in one of many framings.
func (p *pretrainer) draw(n uint64) drawn {
	picture, text := p.Draw(n)
	p.framer.load(picture)
	frame := p.framer.place(anyFraming(p.rng))
	var d drawn
	d.labels, _ = p.lex.labels(nil, text, false)
	d.pixels.Resize(1, inputHeight, frame.width, inputChannels)
	p.framer.render(frame, &d.pixels, 0)
	return d
}

// anyFraming is a random way of looking at a picture.
func anyFraming(rng *rand.Rand) framing {
	return framing{
		whole:   rng.Float64() < 0.2,
		trim:    0.001 + 0.02*rng.Float64()*rng.Float64(),
		margin:  0.02 + 0.2*rng.Float64(),
		stretch: 0.8 + 0.45*rng.Float64(),
	}
}

func (p *pretrainer) train(pictures []drawn) {
	examples := gather(&p.batch, pictures)
	p.loss += p.step(&p.batch, examples, p.rate())
	p.losses++
	p.steps++
	p.shown += len(pictures)
	p.follow(p.average, float32(min(averaging, float64(p.steps)/float64(p.steps+10))))
	if p.shown%reportEach == 0 && p.Progress != nil {
		p.Progress(p.shown, p.loss/float64(p.losses), p.model())
		p.loss, p.losses = 0, 0
	}
}

// gather copies pictures of different widths into one batch, with background to
// the right of the narrower ones.
func gather(batch *nn.Tensor, pictures []drawn) []example {
	widest := 0
	for _, d := range pictures {
		widest = max(widest, d.pixels.W)
	}
	batch.Resize(len(pictures), inputHeight, widest, inputChannels)
	clear(batch.Data)
	examples := make([]example, len(pictures))
	for n, d := range pictures {
		examples[n] = example{labels: d.labels, width: d.pixels.W}
		line := d.pixels.W * inputChannels
		for y := range inputHeight {
			copy(batch.Data[(n*inputHeight+y)*widest*inputChannels:], d.pixels.Data[y*line:][:line])
		}
	}
	return examples
}

// rate rises, stays, and falls at the end.
func (p *pretrainer) rate() float64 {
	rate := p.Rate * min(1, float64(p.steps+1)/warmUp)
	left := 1 - float64(p.shown)/float64(p.Pictures)
	if left < p.Decay {
		rate *= left / p.Decay
	}
	return rate
}

func (p *pretrainer) model() *Model { return newModel(p.meta, p.average) }
