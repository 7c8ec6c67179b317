package captcha

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode"
)

func TestCalculate(t *testing.T) {
	for text, want := range map[string]int{
		"3+8=?": 11, "12x3=": 36, "12×3": 36, "9-4=?": 5, "8/2=?": 4, "7÷7=": 1, "0+0": 0, "10 + 2 = ?": 12, "三加八等于": 11,
		"十减二等于几": 8, "二十一乘以三": 63, "3加8等于多少": 11,
	} {
		if got, ok := Calculate(text); !ok || got != want {
			t.Errorf("%s: got %d, %v; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "38", "+3", "3+", "3+8+1", "9/2", "4-9", "8/0", "a+b", "99999+1", "3+=8", "3--1", "三"} {
		if got, ok := Calculate(text); ok {
			t.Errorf("%q: got %d, want none", text, got)
		}
	}
}

// says answers with a text, whatever the picture.
type says struct {
	text       string
	confidence float64
	calibrated bool
	err        error
}

func (s says) Solve(_ context.Context, c Challenge) (Answer, error) {
	if s.err != nil {
		return Answer{}, s.err
	}
	text, ok := c.Spell(s.text)
	if !ok {
		return Answer{}, ErrUnreadable
	}
	return Answer{Text: text, Confidence: s.confidence, Calibrated: s.calibrated, Solver: "says"}, nil
}

func TestArithmeticAnswersSums(t *testing.T) {
	c := Challenge{Arithmetic: true, Alphabet: "abc", MaxLen: 2}
	if a, err := (Arithmetic{says{text: "3+8=?"}}).Solve(t.Context(), c); err != nil || a.Text != "11" || a.Drawn != "3+8=?" {
		t.Errorf("got %v, %v", a, err)
	}
	if _, err := (Arithmetic{says{text: "3+?"}}).Solve(t.Context(), c); !errors.Is(err, ErrUnreadable) {
		t.Errorf("no sum: %v", err)
	}
	if a, err := (Arithmetic{says{text: "ab"}}).Solve(t.Context(), Challenge{}); err != nil || a.Text != "ab" || a.Drawn != "" {
		t.Errorf("no arithmetic: %v, %v", a, err)
	}
	c.Alphabet = "chinese"
	if a, err := (Arithmetic{says{text: "三加八等于几"}}).Solve(t.Context(), c); err != nil || a.Text != "11" {
		t.Errorf("in Chinese: %v, %v", a, err)
	}
}

func TestAlphabets(t *testing.T) {
	for name, size := range map[string]int{"digits": 10, "letters": 52, "lower": 26, "upper": 26, "alphanumeric": 62, "chinese": 500} {
		if got := len([]rune(Alphabet(name))); got != size {
			t.Errorf("%s has %d characters, want %d", name, got, size)
		}
		if err := CheckAlphabet(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if i := strings.IndexFunc(Alphabet("chinese"), func(r rune) bool { return !unicode.Is(unicode.Han, r) }); i >= 0 {
		t.Errorf("chinese has %q", Alphabet("chinese")[i:i+1])
	}
	for _, bad := range []string{"digit1s1", "0123 456", "aba", "a\u200bb"} {
		if err := CheckAlphabet(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}
