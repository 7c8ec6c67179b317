package captcha

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// sumAlphabet has the characters that sums on pictures are written with.
const (
	sumAlphabet = "0123456789+-*/xX×÷=?"
	hanDigits   = "零一二三四五六七八九十"
	hanSums     = hanDigits + "加减乘除以等于上去几多少"
)

// Arithmetic answers pictures of sums by means of a solver that reads what is
// written on them. Other challenges go to the solver as they are.
type Arithmetic struct{ Solver Solver }

// Solve implements Solver.
func (a Arithmetic) Solve(ctx context.Context, c Challenge) (Answer, error) {
	if !c.Arithmetic {
		return a.Solver.Solve(ctx, c)
	}
	answer, err := a.Solver.Solve(ctx, c.AsDrawn())
	if err != nil {
		return Answer{}, err
	}
	value, ok := Calculate(answer.Text)
	if !ok {
		return Answer{}, failure(fmt.Errorf("calculate %q: %w", answer.Text, ErrUnreadable), "try another picture")
	}
	answer.Drawn, answer.Text = answer.Text, strconv.Itoa(value)
	return answer, nil
}

// AsDrawn is the challenge to read what stands on the picture: of a sum the sum
// itself, in place of its value.
func (c Challenge) AsDrawn() Challenge {
	if !c.Arithmetic {
		return c
	}
	han := hasHan(Alphabet(c.Alphabet))
	c.Arithmetic, c.MinLen, c.MaxLen, c.FoldCase = false, 3, 12, false
	c.Alphabet = sumAlphabet
	if han {
		c.Alphabet += hanSums
	}
	return c
}

// Calculate returns the value of a sum of two numbers, such as "3+8=?", "12×3=" or
// "三加八等于"; false when the text is none, or the value is negative or no whole
// number.
func Calculate(text string) (value int, ok bool) {
	sum := strings.NewReplacer(" ", "", "×", "*", "x", "*", "X", "*", "÷", "/",
		"加上", "+", "加", "+", "减去", "-", "减", "-", "乘以", "*", "乘", "*", "除以", "/", "除", "/", "等于", "=").Replace(text)
	sum, _, _ = strings.Cut(strings.TrimRight(sum, "?几多少"), "=")
	at := strings.IndexAny(sum, "+-*/")
	if at < 0 {
		return 0, false
	}
	a, okA := number(sum[:at])
	b, okB := number(sum[at+1:])
	if !okA || !okB {
		return 0, false
	}
	return combine(a, b, sum[at])
}

func combine(a, b int, sign byte) (int, bool) {
	switch sign {
	case '+':
		return a + b, true
	case '-':
		return a - b, a >= b
	case '*':
		return a * b, true
	}
	return a / max(b, 1), b > 0 && a%b == 0
}

// number reads a number of up to four digits, or a Chinese one below a hundred.
func number(text string) (int, bool) {
	if n, err := strconv.Atoi(text); err == nil && len(text) <= 4 && n >= 0 {
		return n, text[0] != '+' && text[0] != '-'
	}
	tens, units, hasTen := strings.Cut(text, "十")
	if !hasTen {
		return hanDigit(text)
	}
	n, ok := 1, true
	if tens != "" {
		n, ok = hanDigit(tens)
	}
	if units == "" {
		return 10 * n, ok
	}
	unit, okUnit := hanDigit(units)
	return 10*n + unit, ok && okUnit
}

// hanDigit reads one Chinese digit.
func hanDigit(text string) (int, bool) {
	for value, r := range []rune(hanDigits)[:10] {
		if text == string(r) {
			return value, true
		}
	}
	return 0, false
}
