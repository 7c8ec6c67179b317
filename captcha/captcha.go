// Package captcha reads simple image captchas: a few characters on a picture,
// asked before a login on a site that the user owns or may crawl. It says so
// when it cannot read one. It reads no sliders and no third-party challenges.
package captcha

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"dyncrawl"
)

// alphanumeric is the alphabet of a challenge that names none.
const alphanumeric = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Challenge is one picture and what is known about the text on it. The more is
// known, the better it is read: an answer that breaks a rule is never given.
type Challenge struct {
	Image    []byte // PNG, JPEG or GIF, whose frames are combined; at most 2 MiB and 4 megapixels
	Alphabet string // the characters that may occur, or a name that Alphabet knows; empty means Latin letters and digits
	MinLen   int    // shortest text in characters; zero means 1
	MaxLen   int    // longest text in characters; zero means any
	FoldCase bool   // the site takes either case; answers are spelled as in Alphabet, in lower case where it is empty

	Arithmetic bool    // the picture shows a sum such as "3+8=?" and the answer is its value; Alphabet and lengths are then not used
	Site       string  // whose picture it is; empty means nobody's: nothing is kept of it
	WrongCost  float64 // what a wrong answer costs the asker, counted in fresh pictures; zero: nothing, any answer is welcome
}

// Answer is what a solver read.
type Answer struct {
	Text       string  // characters of the alphabet only, never empty
	Drawn      string  // what stands on the picture, where that is not Text
	Confidence float64 // from 0 to 1; the probability that Text is right, if Calibrated; else it only orders answers of one solver
	Calibrated bool    // Confidence was held against labelled pictures of this kind
	Solver     string  // who read it, such as "tesseract"
}

// Solver reads a challenge. Solve returns an error that wraps ErrUnreadable
// when it has no answer within the challenge's rules; its class is
// dyncrawl.ClassCaptcha unless ctx ended. Solvers may be used by several
// goroutines at once.
type Solver interface {
	Solve(ctx context.Context, c Challenge) (Answer, error)
}

// ErrUnreadable says that a solver has no answer for a picture. Another
// picture of the same site may well be read.
var ErrUnreadable = errors.New("no readable text in the picture")

// ErrDoubtful says that an answer is less probable than it would have to be for
// what a wrong one costs. It comes with ErrUnreadable.
var ErrDoubtful = errors.New("too doubtful to be sent")

// ErrAnswered says that this very picture was answered before. It comes with
// ErrUnreadable.
var ErrAnswered = errors.New("the picture was answered before")

// pictureHint says what to do about something that is no picture.
const pictureHint = "the captcha step's selector must match the picture itself"

// failure classes err and says what the user can do about it.
func failure(err error, hint string) error {
	return &dyncrawl.Error{Class: dyncrawl.ClassCaptcha, Err: err, Hint: hint}
}

// Spell spells text as the challenge wants it and reports whether it keeps the
// rules. White space is no part of an answer.
func (c Challenge) Spell(text string) (string, bool) {
	var out []rune
	for _, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		s, ok := c.spellRune(r)
		if !ok {
			return "", false
		}
		out = append(out, s)
	}
	return string(out), len(out) >= max(c.MinLen, 1) && (c.MaxLen == 0 || len(out) <= c.MaxLen)
}

// spellRune returns r, or its other case where case is folded, if the alphabet has it.
func (c Challenge) spellRune(r rune) (rune, bool) {
	alphabet := c.alphabet()
	if strings.ContainsRune(alphabet, r) {
		return r, true
	}
	if !c.FoldCase {
		return 0, false
	}
	for _, s := range []rune{unicode.ToLower(r), unicode.ToUpper(r)} {
		if strings.ContainsRune(alphabet, s) {
			return s, true
		}
	}
	return 0, false
}

// alphabet lists the characters that answers are spelled with.
func (c Challenge) alphabet() string {
	switch {
	case c.Alphabet != "":
		return Alphabet(c.Alphabet)
	case c.FoldCase:
		return strings.TrimRightFunc(alphanumeric, unicode.IsUpper)
	}
	return alphanumeric
}

// Rules says in words which answers are allowed.
func (c Challenge) Rules() string {
	length := fmt.Sprintf("at least %d", max(c.MinLen, 1))
	if c.MaxLen > 0 {
		length = fmt.Sprintf("%d to %d", max(c.MinLen, 1), c.MaxLen)
	}
	return length + " of the characters " + c.alphabet()
}

// shapes lists the characters that may be drawn: with folded case a picture may
// show either.
func (c Challenge) shapes() string {
	a := c.alphabet()
	if !c.FoldCase {
		return a
	}
	var b strings.Builder
	for _, r := range a + strings.ToLower(a) + strings.ToUpper(a) {
		if !strings.ContainsRune(b.String(), r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}
