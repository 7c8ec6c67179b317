package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"dyncrawl/captcha"
)

// errUnread ends solve when a picture was not read.
var errUnread = errors.New("not every picture was read")

func newSolveCommand() *cobra.Command {
	var rules rulesFlags
	var reader solverFlags
	cmd := &cobra.Command{
		Use:   "solve FILE…",
		Short: "Read pictures",
		Long: `Reads pictures and prints a line for each: file, text, confidence and who read
it, with tabs between them. The confidence is the probability that the text is
right, or stands in brackets when nobody has calibrated the reader.`,
		Example: `  dyncrawl captcha solve login.png --alphabet digits --length 6
  dyncrawl captcha solve *.png --model site.model`,
		Args: atLeastOne("a picture"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := rules.challenge("")
			if err != nil {
				return err
			}
			solver, closeSolver, err := reader.open()
			if err != nil {
				return err
			}
			return errors.Join(solveFiles(cmd.Context(), cmd.OutOrStdout(), solver, c, args), closeSolver())
		},
	}
	rules.add(cmd)
	reader.add(cmd)
	return cmd
}

func solveFiles(ctx context.Context, w io.Writer, solver captcha.Solver, c captcha.Challenge, files []string) (err error) {
	for _, file := range files {
		if c.Image, err = os.ReadFile(file); err != nil {
			return usageError{fmt.Errorf("read picture: %w", err)}
		}
		a, problem := solver.Solve(ctx, c)
		switch {
		case errors.Is(problem, captcha.ErrUnreadable):
			fmt.Fprintf(w, "%s\t\t\t\n", file)
			err = errUnread
		case problem != nil:
			return fmt.Errorf("%s: %w", file, problem)
		default:
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", file, a.Text, confidence(a), a.Solver)
		}
	}
	return err
}

// confidence writes an answer's, in brackets when it is no probability.
func confidence(a captcha.Answer) string {
	if a.Calibrated {
		return fmt.Sprintf("%.3f", a.Confidence)
	}
	return fmt.Sprintf("(%.3f)", a.Confidence)
}
