package captcha_test

import (
	"testing"

	"dyncrawl/captcha"
)

func TestTries(t *testing.T) {
	tries := captcha.NewTries(2)
	costs := ""
	for looks := 1; tries.Left(); looks++ {
		c := captcha.Challenge{WrongCost: 3}
		tries.Look(&c)
		costs += string(rune('0' + int(c.WrongCost)))
		if looks == 5 {
			if left := tries.Send(); left != 1 {
				t.Errorf("%d answers are left of two, one sent", left)
			}
		}
	}
	// Six pictures; with two answers to send, the last two are not passed over. One of
	// the two is sent, so the last picture is for the other.
	if costs != "333300" {
		t.Errorf("wrong answers cost %s", costs)
	}
}
