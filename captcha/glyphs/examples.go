package glyphs

import (
	"slices"
	"strings"

	"dyncrawl/captcha/prep"
)

// example is one piece and the number of its character.
type example struct {
	x     []float32
	label int
}

// moved copies an example with its picture moved by a pixel.
func moved(to, from []float32, dx, dy int) {
	clear(to[:side*side])
	for y := max(0, -dy); y < min(side, side-dy); y++ {
		for x := max(0, -dx); x < min(side, side-dx); x++ {
			to[(y+dy)*side+x+dx] = from[y*side+x]
		}
	}
	copy(to[side*side:], from[side*side:])
}

// examples cuts the samples into their labelled pieces; those that fall into
// another number of pieces are left out.
func (m *Model) examples(samples []Sample) (all []example) {
	number := map[rune]int{}
	for i, r := range m.letters {
		number[r] = i
	}
	for _, s := range samples {
		g := m.chain.Apply(s.Image)
		text := []rune(s.Text)
		pieces := prep.Cut(g, len(text))
		if len(pieces) != len(text) {
			continue
		}
		for i, p := range pieces {
			all = append(all, example{features(p, g.Rect), number[text[i]]})
		}
	}
	return all
}

// lettersOf lists the characters of the labels in order.
func lettersOf(samples []Sample) []rune {
	var all strings.Builder
	for _, s := range samples {
		all.WriteString(s.Text)
	}
	letters := []rune(all.String())
	slices.Sort(letters)
	return slices.Compact(letters)
}

// lengthsOf counts the labels by length.
func lengthsOf(samples []Sample) map[int]float64 {
	lengths := map[int]float64{}
	for _, s := range samples {
		lengths[len([]rune(s.Text))] += 1 / float64(len(samples))
	}
	delete(lengths, 0)
	return lengths
}
