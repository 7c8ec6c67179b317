package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"dyncrawl/browser"
	"dyncrawl/flows"
)

// firstLook is how long a step's element may take before its selectors are counted.
const firstLook = 3 * time.Second

// step carries one step out and shows what came of it, as often as the person
// wishes. It is a Runner's OnStep.
func (t *tryout) step(ctx context.Context, s *flows.Step, do func() error) error {
	if t.skip {
		t.skip = false
		fmt.Fprintf(t.w, "%s%s  left out\n", t.indent(), s.Title())
		return nil
	}
	for {
		t.depth++
		err := t.once(ctx, s, do)
		t.depth--
		if errors.Is(err, errQuit) || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if t.in == nil {
			return err
		}
		again, wish := t.ask(ctx, s, err)
		if wish != nil {
			return wish
		}
		if !again {
			return nil
		}
	}
}

func (t *tryout) indent() string { return strings.Repeat("  ", t.depth) }

// once carries the step out and shows what came of it.
func (t *tryout) once(ctx context.Context, s *flows.Step, do func() error) error {
	var found []flows.Match
	var looked error
	if !s.Waits() {
		found, looked = t.runner.Matches(ctx, s, firstLook)
	}
	began := time.Now()
	err := do()
	took := time.Since(began)
	if s.Waits() || err != nil && !anyHit(found) {
		found, looked = t.runner.Matches(ctx, s, 0)
	}
	t.show(ctx, s, took, found, err)
	if looked != nil && err == nil {
		fmt.Fprintf(t.w, "%s  selectors were not counted: %v\n", t.indent(), looked)
	}
	return err
}

func anyHit(found []flows.Match) bool {
	for _, m := range found {
		if m.Hit {
			return true
		}
	}
	return false
}

// show prints what came of a step: a line, and one for each selector.
func (t *tryout) show(ctx context.Context, s *flows.Step, took time.Duration, found []flows.Match, err error) {
	outcome := "ok"
	switch {
	case err == nil:
		t.count.done++
	case !errors.Is(err, t.failure): // else it was that of a step inside
		t.count.failed++
		fallthrough
	default:
		outcome, t.failure = "FAILED", err
	}
	indent := strings.Repeat("  ", t.depth-1)
	fmt.Fprintf(t.w, "%s%-4d %-6s %8s  %s  %s\n", indent, s.Pos.Line, outcome, rounded(took), s.Title(), t.runner.At(ctx))
	for _, m := range found {
		mark := "   "
		if m.Hit {
			mark = "hit"
		}
		fmt.Fprintf(t.w, "%s     %s %4d  %s\n", indent, mark, m.Count, m.Selector)
	}
	if err != nil && t.in != nil {
		fmt.Fprintf(t.w, "%s     %v\n", indent, err)
	}
}

const (
	askText  = "[Enter] go on  [r] repeat  [s] leave the next out  [e] edit  [q] quit: "
	editText = "new selector, or Enter for the whole step in an editor: "
)

// ask has the person say how to go on: again, or with the next step. Its error
// ends the run.
func (t *tryout) ask(ctx context.Context, s *flows.Step, failed error) (again bool, err error) {
	for {
		answer, err := t.line(ctx, askText)
		if err != nil {
			return false, errQuit
		}
		switch answer {
		case "":
			return false, nil
		case "r":
			t.forgive(failed)
			return true, nil
		case "s":
			t.skip = true
			return false, nil
		case "q":
			return false, errQuit
		case "e":
			if err := t.edit(ctx, s); err != nil {
				fmt.Fprintf(t.w, "%v\n", err)
				continue
			}
			t.forgive(failed)
			return true, nil
		}
	}
}

// forgive does not count a failure that is tried again.
func (t *tryout) forgive(failed error) {
	if failed != nil {
		t.count.failed--
	}
}

// line asks for a line. Its error is that of the end of the input.
func (t *tryout) line(ctx context.Context, question string) (string, error) {
	fmt.Fprint(t.w, question)
	type read struct {
		text string
		err  error
	}
	lines := make(chan read, 1)
	go func() {
		text, err := t.in.ReadString('\n')
		lines <- read{text, err}
	}()
	select {
	case r := <-lines:
		return strings.TrimSpace(r.text), r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// edit has the person change the step, and writes it into the flow file.
func (t *tryout) edit(ctx context.Context, s *flows.Step) error {
	answer, err := t.line(ctx, editText)
	if err != nil {
		return errQuit
	}
	flow := t.runner.Flow
	if answer != "" {
		selector, err := browser.ParseSelector(answer)
		if err != nil {
			return err
		}
		return flow.ReplaceSelector(s, selector)
	}
	text, err := flow.StepText(s)
	if err != nil {
		return err
	}
	changed, err := inEditor(ctx, text)
	if err != nil {
		return err
	}
	return flow.ReplaceStep(s, changed)
}

// inEditor has the person change a text in the editor of their choice.
func inEditor(ctx context.Context, text string) (string, error) {
	editor := os.Getenv("EDITOR")
	if editor == "" {
		editor = "vi"
	}
	file, err := os.CreateTemp("", "step-*.yaml")
	if err != nil {
		return "", fmt.Errorf("edit step: %w", err)
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(text + "\n")
	if err := errors.Join(err, file.Close()); err != nil {
		return "", fmt.Errorf("edit step: %w", err)
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", editor+` "$1"`, "sh", file.Name())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("edit step with %s: %w", editor, err)
	}
	changed, err := os.ReadFile(file.Name())
	if err != nil {
		return "", fmt.Errorf("edit step: %w", err)
	}
	return string(changed), nil
}
