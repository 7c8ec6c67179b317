// Package net reads the text on a captcha picture with a small convolutional
// network and connectionist temporal classification. It comes with weights that
// were trained on synthetic pictures, is tuned on a few hundred labelled pictures
// of one site, and says how sure it is of what it read. Everything is plain Go.
package net

import (
	"errors"
	"image"
)

// Rules say which texts a picture may show. An answer never breaks them.
type Rules struct {
	Alphabet string // characters of the answers; empty means all that the model knows
	FoldCase bool   // either case of a letter may be drawn; answers are spelled as in Alphabet
	MinLen   int    // shortest text in characters; zero means 1
	MaxLen   int    // longest text in characters; zero means MaxText
}

// MaxText is the longest text in characters that the network can tell.
const MaxText = 16

// Reading is what the network read on one picture.
type Reading struct {
	Text       string
	Confidence float64 // calibrated probability that Text is right, 0 to 1
}

// Sample is a picture with the text on it.
type Sample struct {
	Image image.Image
	Text  string
}

// ErrUnreadable says that no text within the rules fits the picture.
var ErrUnreadable = errors.New("no readable text in the picture")
