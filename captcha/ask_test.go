package captcha

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"dyncrawl"
)

// person answers each question with the next line, after looking at the picture.
type person struct {
	t      *testing.T
	want   []byte // the picture that every question must show
	lines  []string
	answer io.Writer
	said   strings.Builder
	paths  []string
}

func (p *person) Write(b []byte) (int, error) {
	p.said.Write(b)
	if m := regexp.MustCompile(`Open (\S+)`).FindSubmatch(b); m != nil {
		p.paths = append(p.paths, string(m[1]))
		if got, err := os.ReadFile(string(m[1])); err != nil || !bytes.Equal(got, p.want) {
			p.t.Errorf("picture in %s: %d bytes, %v", m[1], len(got), err)
		}
	}
	line := p.lines[0]
	p.lines = p.lines[1:]
	go io.WriteString(p.answer, line+"\n")
	return len(b), nil
}

func TestAsk(t *testing.T) {
	in, answer := io.Pipe()
	p := &person{t: t, want: encode(t, png.Encode), lines: []string{"abc", "K3XY", ""}, answer: answer}
	ask := NewAsk(in, p)
	c := Challenge{Image: p.want, Alphabet: "3KXY", MinLen: 4, MaxLen: 4}

	if a, err := ask.Solve(t.Context(), c); err != nil || a != (Answer{Text: "K3XY", Confidence: 1, Calibrated: true, Solver: "ask"}) {
		t.Errorf("got %v, %v", a, err)
	}
	if !strings.Contains(p.said.String(), `"abc" does not fit: 4 to 4 of the characters 3KXY`) {
		t.Errorf("said %q", p.said.String())
	}
	if a, err := ask.Solve(t.Context(), c); !errors.Is(err, ErrUnreadable) {
		t.Errorf("empty line: got %v, %v", a, err)
	}
	for _, path := range p.paths {
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", path, err)
		}
	}
}

func TestAskWithoutAnybody(t *testing.T) {
	ask := NewAsk(strings.NewReader(""), io.Discard)
	for range 2 {
		_, err := ask.Solve(t.Context(), Challenge{Image: encode(t, png.Encode)})
		if !errors.Is(err, ErrUnreadable) || dyncrawl.HintOf(err) == "" {
			t.Errorf("got %v", err)
		}
	}
}

func TestAskForgetsLateAnswers(t *testing.T) {
	in, answer := io.Pipe()
	ask := NewAsk(in, io.Discard)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := Challenge{Image: encode(t, png.Encode)}
	ask.lines = make(chan string, 1)
	if _, err := ask.ask(ctx, c, ""); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	ask.lines <- "late"
	go io.WriteString(answer, "new\n")
	if a, err := ask.Solve(t.Context(), c); err != nil || a.Text != "new" {
		t.Errorf("got %v, %v", a, err)
	}
}
