package captcha

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

// Ask lets a person answer. Make one with NewAsk, and only where somebody sits
// in front of the terminal.
type Ask struct {
	out   io.Writer
	in    io.Reader
	turn  chan struct{} // holds one token: one question at a time
	start sync.Once
	lines chan string // closed at the end of in
}

// NewAsk returns a solver that writes its questions to out and reads answers
// from in, one a line. From the first question on in belongs to it.
func NewAsk(in io.Reader, out io.Writer) *Ask {
	a := &Ask{in: in, out: out, turn: make(chan struct{}, 1), lines: make(chan string)}
	a.turn <- struct{}{}
	return a
}

// errNobody says that the answers have ended.
var errNobody = errors.New("nobody answers: the input has ended")

// Solve saves the picture as a temporary file, says where it lies and waits for
// an answer that keeps the challenge's rules; an empty line gives the picture
// up. The file is gone when Solve returns. The confidence is 1.
func (a *Ask) Solve(ctx context.Context, c Challenge) (Answer, error) {
	if _, err := check(c.Image); err != nil {
		return Answer{}, failure(err, pictureHint)
	}
	select {
	case <-ctx.Done():
		return Answer{}, fmt.Errorf("ask for a captcha: %w", ctx.Err())
	case <-a.turn:
	}
	defer func() { a.turn <- struct{}{} }()
	path, err := save(c.Image)
	if err != nil {
		return Answer{}, failure(fmt.Errorf("save captcha picture: %w", err), "the folder for temporary files must be writable")
	}
	defer os.Remove(path)
	return a.ask(ctx, c, path)
}

func (a *Ask) ask(ctx context.Context, c Challenge, path string) (Answer, error) {
	a.start.Do(func() { go a.read() })
	a.forget()
	fmt.Fprintf(a.out, "A captcha needs a person. Open %s\nText on the picture (empty for another one): ", path)
	for {
		line, err := a.line(ctx)
		if err != nil {
			return Answer{}, err
		}
		if text, ok := c.Spell(line); ok {
			return Answer{Text: text, Confidence: 1, Calibrated: true, Solver: "ask"}, nil
		}
		if line == "" {
			return Answer{}, failure(fmt.Errorf("ask for a captcha: %w", ErrUnreadable), "try another picture")
		}
		fmt.Fprintf(a.out, "%q does not fit: %s. Again: ", line, c.Rules())
	}
}

// Question puts a question of another kind and returns what is typed, without the
// space around it.
func (a *Ask) Question(ctx context.Context, question string) (string, error) {
	select {
	case <-ctx.Done():
		return "", fmt.Errorf("ask %q: %w", question, ctx.Err())
	case <-a.turn:
	}
	defer func() { a.turn <- struct{}{} }()
	a.start.Do(func() { go a.read() })
	a.forget()
	fmt.Fprintf(a.out, "%s: ", question)
	select {
	case <-ctx.Done():
		return "", fmt.Errorf("ask %q: nobody answered: %w", question, ctx.Err())
	case line, ok := <-a.lines:
		if !ok {
			return "", failure(fmt.Errorf("ask %q: %w", question, errNobody), "run it in a terminal")
		}
		return strings.TrimSpace(line), nil
	}
}

// read hands on lines until the input ends. A read from a terminal cannot be
// taken back, so one goroutine does it for all questions.
func (a *Ask) read() {
	defer close(a.lines)
	for s := bufio.NewScanner(a.in); s.Scan(); {
		a.lines <- s.Text()
	}
}

// forget drops a line that came too late for the question before.
func (a *Ask) forget() {
	select {
	case <-a.lines:
	default:
	}
}

func (a *Ask) line(ctx context.Context) (string, error) {
	select {
	case <-ctx.Done():
		return "", fmt.Errorf("ask for a captcha: %w", ctx.Err())
	case line, ok := <-a.lines:
		if !ok {
			return "", failure(fmt.Errorf("ask for a captcha: %w: %w", ErrUnreadable, errNobody), "run it in a terminal")
		}
		return line, nil
	}
}

// save writes the picture to a temporary file that only the user may read.
func save(picture []byte) (path string, err error) {
	format, _ := formatOf(picture)
	f, err := os.CreateTemp("", "dyncrawl-captcha-*"+format.suffix)
	if err != nil {
		return "", err
	}
	_, err = f.Write(picture)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
	}
	return f.Name(), err
}
