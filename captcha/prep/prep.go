// Package prep makes pictures of text readable: it turns them grey, cleans them,
// separates ink from paper, and cuts the text into glyphs. Operations have
// names, so that a chain of them can be written down: "distance,otsu,despeckle=40".
//
// In a binary picture ink is 0 and paper is 255. Sizes are in pixels of the
// picture as it comes to the operation.
package prep

import (
	"fmt"
	"image"
	"strconv"
	"strings"
)

// Chain is a list of operations that are applied one after another.
type Chain []Step

// Step is one operation with its arguments.
type Step struct {
	op   *operation
	args []float64
}

// Stage is a picture on its way through a chain.
type Stage struct {
	Name    string // of the step that made it; "picture" for the first
	Picture image.Image
}

// Parse reads a chain: names with commas between them, each with "=" and its
// arguments, which have colons between them, such as "luminance,sauvola=15:0.3".
// Arguments that are left out have the defaults that Operations lists. The error
// names what is wrong and the names that there are.
func Parse(text string) (Chain, error) {
	var chain Chain
	for part := range strings.SplitSeq(text, ",") {
		step, err := parseStep(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("operations %q: %w", text, err)
		}
		chain = append(chain, step)
	}
	return chain, nil
}

// MustParse is Parse for chains that are written in the program.
func MustParse(text string) Chain {
	chain, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return chain
}

func parseStep(text string) (Step, error) {
	name, list, _ := strings.Cut(text, "=")
	op := find(name)
	if op == nil {
		return Step{}, fmt.Errorf("no operation is named %q: there are %s", name, strings.Join(names(), ", "))
	}
	step := Step{op: op}
	for _, p := range op.params {
		step.args = append(step.args, p.value)
	}
	if list == "" {
		return step, nil
	}
	values := strings.Split(list, ":")
	if len(values) > len(op.params) {
		return Step{}, fmt.Errorf("%s takes %d arguments, not %d", name, len(op.params), len(values))
	}
	for i, text := range values {
		v, err := strconv.ParseFloat(text, 64)
		if p := op.params[i]; err != nil || !(v >= p.low && v <= p.high) {
			return Step{}, fmt.Errorf("%s: %q: %s is a number from %g to %g", name, text, p.name, p.low, p.high)
		}
		step.args[i] = v
	}
	return step, nil
}

// String writes the chain as Parse reads it.
func (c Chain) String() string {
	parts := make([]string, len(c))
	for i, s := range c {
		parts[i] = s.String()
	}
	return strings.Join(parts, ",")
}

// String writes the step with all of its arguments.
func (s Step) String() string {
	args := make([]string, len(s.args))
	for i, v := range s.args {
		args[i] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	if len(args) == 0 {
		return s.op.name
	}
	return s.op.name + "=" + strings.Join(args, ":")
}

// Apply runs the chain over a picture, which stays as it was. A picture that no
// step has turned grey is turned grey by luminance.
func (c Chain) Apply(img image.Image) *image.Gray {
	for _, s := range c {
		img = s.op.run(img, s.args)
	}
	return asGray(img)
}

// Stages is Apply that keeps the picture after every step, the first being the
// picture on white.
func (c Chain) Stages(img image.Image) []Stage {
	img = Flatten(img)
	all := []Stage{{"picture", img}}
	for _, s := range c {
		img = s.op.run(img, s.args)
		all = append(all, Stage{s.String(), img})
	}
	return all
}

// asColour returns a picture that operations on colours take.
func asColour(img image.Image) *image.NRGBA {
	if c, ok := img.(*image.NRGBA); ok && c.Rect.Min == (image.Point{}) {
		return c
	}
	return Flatten(img)
}

// asGray returns a picture that operations on greys take.
func asGray(img image.Image) *image.Gray {
	if g, ok := img.(*image.Gray); ok && g.Rect.Min == (image.Point{}) && g.Stride == g.Rect.Dx() {
		return g
	}
	return gray(asColour(img))
}
