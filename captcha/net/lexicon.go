package net

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"dyncrawl/captcha/net/nn"
)

// lexicon maps the network's classes, one for each character shape, to the symbols
// of an alphabet: several shapes may mean the same symbol, and some none.
type lexicon struct {
	symbols []rune // of the alphabet; symbol i+1 stands for symbols[i], 0 is the blank
	class   []int  // symbol of each class, -1 for a class that must not occur
	index   map[rune]int
}

// newLexicon restricts classes to rules. It fails when no class is left.
func newLexicon(classes []rune, rules Rules) (*lexicon, error) {
	l := &lexicon{class: make([]int, len(classes)+1), index: map[rune]int{}}
	alphabet := rules.alphabet(classes)
	for _, r := range alphabet {
		if _, seen := l.index[r]; !seen {
			l.symbols = append(l.symbols, r)
			l.index[r] = len(l.symbols)
		}
	}
	known := 0
	for i, r := range classes {
		l.class[i+1] = -1
		if s, ok := l.symbol(r, rules.FoldCase); ok {
			l.class[i+1] = s
			known++
		}
	}
	if known == 0 {
		return nil, fmt.Errorf("%w: the model knows none of the characters %q", ErrUnreadable, alphabet)
	}
	return l, nil
}

// alphabet is the set of characters that answers are spelled with.
func (r Rules) alphabet(classes []rune) string {
	if r.Alphabet != "" || !r.FoldCase {
		if r.Alphabet == "" {
			return string(classes)
		}
		return r.Alphabet
	}
	return strings.ToLower(string(classes))
}

// symbol finds the symbol that a shape means.
func (l *lexicon) symbol(r rune, fold bool) (int, bool) {
	s, ok := l.index[r]
	if !ok && fold {
		if s, ok = l.index[unicode.ToLower(r)]; !ok {
			s, ok = l.index[unicode.ToUpper(r)]
		}
	}
	return s, ok
}

// labels spells a text in symbols; ok is false when a character is not in the
// alphabet.
func (l *lexicon) labels(to []int, text string, fold bool) (labels []int, ok bool) {
	to = to[:0]
	for _, r := range text {
		s, ok := l.symbol(r, fold)
		if !ok {
			return nil, false
		}
		to = append(to, s)
	}
	return to, true
}

// width is the number of symbols, the blank counted.
func (l *lexicon) width() int { return len(l.symbols) + 1 }

// posterior sets steps to the log probabilities of the symbols at one step, and
// probs to the probabilities of the classes, given the network's scores. Classes that must not occur have none.
func (l *lexicon) posterior(steps []float64, probs []float32, scores []float32) {
	top := float32(math.Inf(-1))
	for i, v := range scores {
		if l.class[i] >= 0 {
			top = max(top, v)
		}
	}
	clear(steps)
	var sum float64
	for i, v := range scores {
		probs[i] = 0
		if s := l.class[i]; s >= 0 {
			p := math.Exp(float64(v - top))
			probs[i] = float32(p)
			steps[s] += p
			sum += p
		}
	}
	scale := float32(1 / sum)
	for i := range probs {
		probs[i] *= scale
	}
	for s, p := range steps {
		steps[s] = math.Log(max(p/sum, tiniest))
	}
}

// tiniest bounds probabilities away from zero, whose logarithm has no value.
const tiniest = 1e-12

// gradient sets d to the gradient of the loss for the scores of one step: share is
// the probability that the step belongs to each symbol, given the text.
func (l *lexicon) gradient(d []float32, probs []float32, steps, share []float64, factor float32) {
	for i, p := range probs {
		d[i] = 0
		if s := l.class[i]; s >= 0 {
			d[i] = factor * p * float32(1-share[s]*math.Exp(-steps[s]))
		}
	}
}

// sheet is the scores of one picture turned into symbols.
type sheet struct {
	steps []float64 // rows of width log probabilities
	probs []float32 // rows of class probabilities
	width int
}

// set fills the sheet from picture n of the network's output.
func (s *sheet) set(l *lexicon, scores *nn.Tensor, n, length int) {
	s.width = l.width()
	classes := scores.C
	if cap(s.steps) < length*s.width {
		s.steps = make([]float64, length*s.width)
	}
	s.steps = s.steps[:length*s.width]
	s.probs = growFloats(s.probs, length*classes)
	for t := range length {
		row := scores.Data[(n*scores.W+t)*classes:][:classes]
		l.posterior(s.steps[t*s.width:][:s.width], s.probs[t*classes:][:classes], row)
	}
}
