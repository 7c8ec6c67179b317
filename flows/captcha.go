package flows

import (
	"errors"
	"fmt"

	"dyncrawl/browser"
	"dyncrawl/captcha"
)

// Captcha reads a picture captcha.
type Captcha struct {
	Image    browser.Selectors `yaml:"image" doc:"The picture: an image, a canvas, or an element with a background."`
	Into     browser.Selectors `yaml:"into" doc:"The field that takes the answer."`
	Submit   browser.Selectors `yaml:"submit" doc:"The button that sends the form. Default: Enter in the field."`
	Rejected *Condition        `yaml:"rejected" doc:"What the page shows after a wrong answer."`
	Accepted *Condition        `yaml:"accepted" doc:"What the page shows after a right answer, whatever else was wrong. Default: the picture is gone."`
	Refresh  browser.Selectors `yaml:"refresh" doc:"What gives another picture when this one cannot be read. Default: reload the page."`
	Before   []Step            `yaml:"before" doc:"Steps run before each try, such as filling the form again."`
	MaxTries int               `yaml:"max_tries" doc:"At most so many answers are sent. Default 5."`
	Alphabet string            `yaml:"alphabet" doc:"The characters that occur, or one of digits, letters, lower, upper, alphanumeric, chinese. Default: digits and letters."`
	MinLen   int               `yaml:"min_length" doc:"Least number of characters. Default: unknown."`
	MaxLen   int               `yaml:"max_length" doc:"Greatest number of characters. Default: unknown."`

	CaseSensitive bool     `yaml:"case_sensitive" doc:"The site tells small letters from capital ones. Default: it does not."`
	Arithmetic    bool     `yaml:"arithmetic" doc:"The picture shows a sum such as 3+8=?, and its value is asked for. Default: it does not."`
	WrongCost     *float64 `yaml:"wrong_cost" doc:"What a wrong answer costs, counted in fresh pictures: the more, the more pictures are passed over until one is clear enough. Default 3."`
}

// defaultWrongCost is what a wrong answer costs, in fresh pictures.
const defaultWrongCost = 3

// Validate checks that the required keys are there.
func (c *Captcha) Validate() error {
	switch {
	case len(c.Image) == 0:
		return errors.New("captcha needs image: the selector of the picture")
	case len(c.Into) == 0:
		return errors.New("captcha needs into: the selector of the field")
	case c.Rejected == nil:
		return errors.New("captcha needs rejected: what the page shows after a wrong answer")
	case c.MaxLen != 0 && c.MinLen > c.MaxLen:
		return errors.New("captcha: min_length is greater than max_length")
	}
	if err := captcha.CheckAlphabet(c.Alphabet); err != nil {
		return fmt.Errorf("captcha: alphabet: %w", err)
	}
	return nil
}

// challenge is a picture with what the step says about it.
func (c *Captcha) challenge(site string, picture []byte) captcha.Challenge {
	cost := float64(defaultWrongCost)
	if c.WrongCost != nil {
		cost = *c.WrongCost
	}
	return captcha.Challenge{
		Image: picture, Alphabet: c.Alphabet, MinLen: c.MinLen, MaxLen: c.MaxLen,
		FoldCase: !c.CaseSensitive, Arithmetic: c.Arithmetic, Site: site, WrongCost: cost,
	}
}
