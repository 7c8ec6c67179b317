package flows

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
)

// Ask has a person answer a question.
type Ask struct {
	Question string            `yaml:"question,short" late:"" doc:"What to ask."`
	Selector browser.Selectors `yaml:"selector" doc:"The field that the answer is typed into."`
	As       string            `yaml:"as" doc:"Keep the answer as this variable instead."`
}

// Validate checks that the answer goes somewhere.
func (a *Ask) Validate() error {
	switch {
	case a.Question == "":
		return errors.New("ask needs a question")
	case (len(a.Selector) == 0) == (a.As == ""):
		return errors.New("ask needs either selector, the field for the answer, or as, the variable for it")
	}
	return nil
}

// Receive waits for a code or a link that comes another way, such as by mail.
type Receive struct {
	File     string            `yaml:"file" late:"" doc:"A file that will hold it, relative to the current folder. One that is older than the login does not count. It is removed once it was read."`
	Command  []string          `yaml:"command,list" late:"" doc:"A program with its arguments that prints it; run again, without a shell, until it succeeds. DYNCRAWL_SINCE tells it when the login began."`
	Match    string            `yaml:"match" doc:"A regular expression (RE2); its first group, or all of it, is the code or link. Default: the whole text, for open the first link."`
	Selector browser.Selectors `yaml:"selector" doc:"The field that the code is typed into."`
	Open     bool              `yaml:"open" doc:"It is a link: open it."`
	As       string            `yaml:"as" doc:"Keep it as this variable instead."`
}

// Validate checks that there is one source, one use and a pattern that can be read.
func (c *Receive) Validate() error {
	uses := 0
	for _, used := range []bool{len(c.Selector) > 0, c.Open, c.As != ""} {
		if used {
			uses++
		}
	}
	switch {
	case (c.File == "") == (len(c.Command) == 0):
		return errors.New("receive needs either file or command")
	case uses != 1:
		return errors.New("receive needs one of selector, open and as: what to do with what comes")
	}
	if _, err := regexp.Compile(c.Match); err != nil {
		return fmt.Errorf("receive: match: %w", err)
	}
	return nil
}

// receivePause is the time between two looks.
const receivePause = time.Second

// firstLink finds a link in a mail.
const firstLink = `https?://[^\s"'<>]+`

// ask has a person answer and uses the answer.
func (r *Runner) ask(ctx context.Context, a *Ask) error {
	question, err := r.expand(a.Question)
	if err != nil {
		return err
	}
	answer, err := r.askPerson(ctx, question)
	if err != nil {
		return err
	}
	return r.put(ctx, answer, a.Selector, a.As)
}

// askPerson returns what a person answers.
func (r *Runner) askPerson(ctx context.Context, question string) (string, error) {
	if r.Ask == nil {
		return "", &dyncrawl.Error{
			Class: dyncrawl.ClassNeedsHuman, Err: fmt.Errorf("ask %q: there is nobody to answer", question),
			Hint: "run it in a terminal, or let a file or a program give the answer: receive: {file: …} or {command: …}",
		}
	}
	return r.Ask(ctx, question)
}

// put types what came into the field, or keeps it as a variable.
func (r *Runner) put(ctx context.Context, text string, field browser.Selectors, as string) error {
	r.keepSecret(text)
	if as != "" {
		r.define(as, text)
		return nil
	}
	return r.with(ctx, field, func(e *browser.Element, ctx context.Context) error { return r.typeSecret(ctx, e, text) })
}

// receive waits for a code or a link and uses it.
func (r *Runner) receive(ctx context.Context, c *Receive) error {
	match := cmp.Or(c.Match, `(?s)^\s*(.+?)\s*$`)
	if c.Match == "" && c.Open {
		match = firstLink
	}
	pattern, err := regexp.Compile(match)
	if err != nil {
		return err
	}
	text, err := r.arrival(ctx, c, pattern)
	if err != nil {
		return err
	}
	if !c.Open {
		return r.put(ctx, text, c.Selector, c.As)
	}
	r.keepSecret(text)
	if err := r.pin().allow(text); err != nil {
		return fmt.Errorf("the link was not opened: %w", err)
	}
	if err := r.Tab.Goto(ctx, text); err != nil {
		return r.mask().Error(err)
	}
	return r.Tab.Settle(ctx, r.Settle)
}

// arrival returns what the file or the command gives, as soon as it fits.
func (r *Runner) arrival(ctx context.Context, c *Receive, pattern *regexp.Regexp) (string, error) {
	var last error
	for {
		text, err := r.fetchOnce(ctx, c)
		if err == nil {
			if found := pattern.FindStringSubmatch(text); found != nil {
				return found[min(1, len(found)-1)], nil
			}
			err = errors.New("what came does not match")
		}
		last = err
		if sleep(ctx, receivePause) != nil {
			return "", fmt.Errorf("nothing came from %s: %w", c.source(), last)
		}
	}
}

func (c *Receive) source() string {
	if c.File != "" {
		return c.File
	}
	return c.Command[0]
}

// fetchOnce reads the file, and removes it then, or runs the command.
func (r *Runner) fetchOnce(ctx context.Context, c *Receive) (string, error) {
	if c.File == "" {
		return r.runHook(ctx, c.Command)
	}
	file, err := r.expand(c.File)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return "", err
	case info.ModTime().Before(r.began.Truncate(time.Second)):
		return "", errors.New("the file is older than the login")
	}
	text, err := os.ReadFile(file)
	if err == nil && len(bytes.TrimSpace(text)) > 0 {
		err = os.Remove(file)
	}
	return string(text), err
}

// runHook runs a program of the user's and returns what it prints.
func (r *Runner) runHook(ctx context.Context, args []string) (string, error) {
	expanded := make([]string, len(args))
	for i, arg := range args {
		var err error
		if expanded[i], err = r.expand(arg); err != nil {
			return "", err
		}
	}
	cmd := exec.CommandContext(ctx, expanded[0], expanded[1:]...)
	cmd.Env = append(os.Environ(), "DYNCRAWL_SINCE="+r.began.UTC().Format(time.RFC3339))
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	return string(out), err
}
