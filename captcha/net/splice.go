package net

import (
	"math/rand/v2"

	"dyncrawl/captcha/net/nn"
)

// splicer makes new pictures of old ones: the first characters of one and the last of
// another. What is left to learn is what characters look like, not which picture has
// which text. Where to cut it knows from what the network said to each picture when it
// was last shown whole.
type splicer struct {
	cuts   [][]float32 // of each sample, between its characters, in pixels; empty while unknown
	joined nn.Tensor
}

// spliced is the share of the pictures that are spliced, once it is known where to cut
// them.
const spliced = 0.5

// readClearly is the greatest loss, in nats, of a picture whose characters are where the
// network sees them.
const readClearly = 1.0

// note keeps where a picture that was shown whole is to be cut.
func (s *splicer) note(d *drawn, e example, stride int) {
	cuts := s.cuts[d.sample][:0]
	if e.loss < readClearly {
		scale := (d.frame.x1 - d.frame.x0) / float32(d.frame.width) * float32(stride)
		for i := 1; i < len(e.centres); i++ {
			middle := float32(e.centres[i-1]+e.centres[i]) / 2
			cuts = append(cuts, d.frame.x0+(middle+0.5)*scale)
		}
	}
	s.cuts[d.sample] = cuts
}

// partner draws a sample that can be cut, -1 if there is none soon.
func (s *splicer) partner(rng *rand.Rand) int {
	for range 4 {
		if i := rng.IntN(len(s.cuts)); len(s.cuts[i]) > 0 {
			return i
		}
	}
	return -1
}

// splice replaces the end of one picture by that of another, behind as many characters
// of either. It leaves a picture that would become too wide or too narrow.
func (s *splicer) splice(to, from *drawn, rng *rand.Rand) {
	mine, theirs := s.cuts[to.sample], s.cuts[from.sample]
	i := rng.IntN(min(len(mine), len(theirs)))
	end, start := to.frame.column(mine[i]), from.frame.column(theirs[i])
	width := (end + from.pixels.W - start + 3) / 4 * 4
	if width < minWidth || width > maxWidth {
		return
	}
	s.join(&to.pixels, &from.pixels, end, start, width)
	to.labels = append(to.labels[:i+1], from.labels[i+1:]...)
	to.sample = -1
}

// join sets a to its columns before end with those of b from start onwards behind them.
func (s *splicer) join(a, b *nn.Tensor, end, start, width int) {
	o := &s.joined
	o.Resize(1, inputHeight, width, inputChannels)
	clear(o.Data)
	for y := range inputHeight {
		line := o.Data[y*width*inputChannels:]
		copy(line, a.Data[y*a.W*inputChannels:][:end*inputChannels])
		copy(line[end*inputChannels:], b.Data[(y*b.W+start)*inputChannels:][:(b.W-start)*inputChannels])
	}
	*a, *o = *o, *a
}

// column is where a place of the picture lies in the frame.
func (f frame) column(x float32) int {
	return min(max(int((x-f.x0)/(f.x1-f.x0)*float32(f.width)+0.5), 0), f.width)
}
