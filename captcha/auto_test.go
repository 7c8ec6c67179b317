package captcha

import (
	"context"
	"errors"
	"math"
	"testing"
)

func TestAutoCombines(t *testing.T) {
	sure := func(text string, p float64) Member { return Member{Solver: says{text, p, true, nil}} }
	mute := Member{Solver: says{err: ErrUnreadable}}
	for _, c := range []struct {
		name    string
		members []Member
		text    string
		p       float64
	}{
		{"one alone", []Member{sure("a", 0.6)}, "a", 0.6},
		// 0.6·0.5 against 0.4·0.5·0.1 that both are wrong alike.
		{"two who agree", []Member{sure("a", 0.6), sure("a", 0.5)}, "a", 0.3 / (0.3 + 0.02)},
		// a: 0.6·0.5; b: 0.4·0.5; neither: 0.4·0.5.
		{"two who differ", []Member{sure("b", 0.5), sure("a", 0.6)}, "a", 0.3 / 0.7},
		{"one cannot read", []Member{mute, sure("a", 0.6)}, "a", 0.6},
		{"one who is not calibrated is believed by half", []Member{{Solver: says{"a", 0.8, false, nil}}}, "a", 0.4},
		{"a calibration replaces the confidence", []Member{{says{"a", 0.8, false, nil}, Calibration{[]float64{0.7, 0.9}, []float64{0.2, 0.4}}}}, "a", 0.3},
		{"never quite certain", []Member{sure("a", 1)}, "a", surest},
	} {
		a, err := Auto{c.members}.Solve(t.Context(), Challenge{})
		if err != nil || a.Text != c.text || math.Abs(a.Confidence-c.p) > 1e-9 {
			t.Errorf("%s: got %v, %v; want %s at %.4f", c.name, a, err, c.text, c.p)
		}
	}
}

// counting notes that it was asked.
type counting struct{ asked *int }

func (s counting) Solve(context.Context, Challenge) (Answer, error) {
	*s.asked++
	return Answer{}, ErrUnreadable
}

func TestAutoStopsWhenSure(t *testing.T) {
	asked := 0
	for p, want := range map[float64]int{0.98: 0, 0.9: 1} {
		asked = 0
		if _, err := (Auto{[]Member{{Solver: says{"a", p, true, nil}}, {Solver: counting{&asked}}}}).Solve(t.Context(), Challenge{}); err != nil || asked != want {
			t.Errorf("at %g: asked %d more, want %d; %v", p, asked, want, err)
		}
	}
}

func TestAutoFails(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		members []Member
		want    error
	}{
		{nil, ErrUnreadable},
		{[]Member{{Solver: says{err: ErrUnreadable}}}, ErrUnreadable},
		{[]Member{{Solver: says{err: ErrUnreadable}}, {Solver: says{err: broken}}}, broken},
	} {
		if _, err := (Auto{c.members}).Solve(t.Context(), Challenge{}); !errors.Is(err, c.want) {
			t.Errorf("got %v, want %v", err, c.want)
		}
	}
	if a, err := (Auto{[]Member{{Solver: says{err: broken}}, {Solver: says{text: "a"}}}}).Solve(t.Context(), Challenge{}); a.Text != "a" {
		t.Errorf("a broken reader hides another's answer: %v, %v", a, err)
	}
}

func TestCalibrate(t *testing.T) {
	if Calibrate(make([]Judged, leastJudged-1)).Known() {
		t.Error("few answers calibrate")
	}
	var answers []Judged
	for i := range 40 { // below 0.5 every fourth is right, above three of four
		answers = append(answers, Judged{float64(i) / 40, (i%4 == 0) == (i < 20)})
	}
	c := Calibrate(answers)
	low, high := c.Probability(0.1), c.Probability(0.9)
	if low < 0.1 || low > 0.4 || high < 0.6 || high > 0.9 {
		t.Errorf("0.1 → %.2f, 0.9 → %.2f", low, high)
	}
	for x := 0.0; x < 1; x += 0.01 {
		if c.Probability(x+0.01) < c.Probability(x) {
			t.Errorf("falls at %.2f", x)
		}
	}
	if p := Calibrate(make([]Judged, 30)).Probability(1); math.Abs(p-1.0/32) > 1e-9 {
		t.Errorf("always wrong: %v", p)
	}
}

func TestThreshold(t *testing.T) {
	even := make([]float64, 100)
	for i := range even {
		even[i] = (float64(i) + 0.5) / 100
	}
	if got := Threshold(1, even); got != 0 {
		t.Errorf("wrong answers cost no more than pictures: %v", got)
	}
	// With p even over (0,1) and threshold t: V = 1+V over p<t, and the integral of
	// (1−p)(cost+V) above: t(1+V) + (cost+V)(1−t)²/2 = V, t = (cost−1)/(cost+V).
	for _, cost := range []float64{2, 5, 20} {
		th := Threshold(cost, even)
		v := (cost-1)/th - cost
		if got := th*(1+v) + (cost+v)*(1-th)*(1-th)/2; math.Abs(got-v) > 0.01*v {
			t.Errorf("cost %g: threshold %.3f is worth %.3f, not %.3f", cost, th, got, v)
		}
	}
	if a, b := Threshold(3, even), Threshold(30, even); a >= b {
		t.Errorf("a dearer error has threshold %.3f, a cheap one %.3f", b, a)
	}
	poor := []float64{0.05, 0.06, 0.05, 0.07, 0.06, 0.05, 0.06, 0.05, 0.07, 0.06, 0.05, 0.06, 0.05, 0.07, 0.06, 0.05, 0.06, 0.05, 0.07, 0.06}
	if got := Threshold(5, poor); got > 0.07 {
		t.Errorf("where nothing is read well the threshold is %.3f: nothing would be sent", got)
	}
}
