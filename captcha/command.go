package captcha

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// CommandConfig configures NewCommand.
type CommandConfig struct {
	Program string        // program to run, found as a shell finds it
	Args    []string      //
	Timeout time.Duration // how long it may take for a picture. Zero means 30 s
}

// Command reads with any program: it gets the picture on standard input and
// writes the answer to standard output, one line. Empty output or exit code 1
// mean that it cannot read the picture.
type Command struct{ cfg CommandConfig }

// NewCommand returns a solver that runs a program for each picture.
func NewCommand(cfg CommandConfig) *Command {
	cfg.Timeout = cmp.Or(cfg.Timeout, 30*time.Second)
	return &Command{cfg}
}

// maxAnswer is how much of the program's output is read, in bytes.
const maxAnswer = 1 << 10

// Solve implements Solver. The confidence is 1 and not calibrated.
func (s *Command) Solve(ctx context.Context, c Challenge) (Answer, error) {
	if _, err := check(c.Image); err != nil {
		return Answer{}, failure(err, pictureHint)
	}
	out, err := s.run(ctx, c.Image)
	if err != nil {
		return Answer{}, err
	}
	if text, ok := c.Spell(out); ok {
		return Answer{Text: text, Confidence: 1, Solver: "command"}, nil
	}
	return Answer{}, failure(fmt.Errorf("read captcha with %s: %w: its answer %.40q is not %s",
		s.cfg.Program, ErrUnreadable, out, c.Rules()), "try another picture")
}

// run runs the program and returns the first line of its output.
func (s *Command) run(ctx context.Context, picture []byte) (string, error) {
	bounded, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	out, complaint := &limited{}, &limited{}
	cmd := exec.CommandContext(bounded, s.cfg.Program, s.cfg.Args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(picture), out, complaint
	cmd.WaitDelay = time.Second // a child of the program may hold its output open
	err := cmd.Run()
	if ctx.Err() != nil {
		return "", fmt.Errorf("read captcha with %s: %w", s.cfg.Program, ctx.Err())
	}
	var exit *exec.ExitError
	switch {
	case bounded.Err() != nil:
		err = fmt.Errorf("read captcha with %s: no answer within %s", s.cfg.Program, s.cfg.Timeout)
	case errors.As(err, &exit) && exit.ExitCode() == 1:
		err = fmt.Errorf("read captcha with %s: %w", s.cfg.Program, ErrUnreadable)
	case err != nil:
		err = fmt.Errorf("read captcha with %s: %w: %s", s.cfg.Program, err, strings.TrimSpace(complaint.String()))
	}
	if err != nil {
		return "", failure(err, "the program gets a picture on standard input and writes the text on it to standard output")
	}
	line, _, _ := strings.Cut(strings.TrimSpace(out.String()), "\n")
	return line, nil
}

// limited keeps the beginning of what is written to it. It embeds no buffer: that
// would read from the program itself, without a limit.
type limited struct{ kept []byte }

// Write implements io.Writer; what is too much is dropped.
func (l *limited) Write(p []byte) (int, error) {
	l.kept = append(l.kept, p[:min(len(p), maxAnswer-len(l.kept))]...)
	return len(p), nil
}

func (l *limited) String() string { return string(l.kept) }
