package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl/captcha"
	"dyncrawl/captcha/prep"
)

// worstShown is how many pictures a sheet of the worst has, and confusionsShown
// how many lines the table of confusions.
const (
	worstShown      = 40
	confusionsShown = 12
)

func newEvalCommand() *cobra.Command {
	var rules rulesFlags
	var reader solverFlags
	var precision float64
	var worst string
	cmd := &cobra.Command{
		Use:   "eval SET",
		Short: "Measure how well labelled pictures are read",
		Long: `Reads labelled pictures and tells how many were right as a whole, how many
characters were, how many pictures can be answered at a precision, the threshold
taken from other pictures of the set, the time a picture takes, and which
characters were taken for which. The labels must not have been trained on.`,
		Example: `  dyncrawl captcha eval site.tar/test --model site.model --solver model
  dyncrawl captcha eval pictures --solver tesseract --worst worst.png`,
		Args: exactly(1, "a set of labelled pictures"),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := readSet(args[0])
			if err != nil {
				return err
			}
			c, err := rules.challenge(set.Alphabet)
			if err != nil {
				return err
			}
			solver, closeSolver, err := reader.open()
			if err != nil {
				return err
			}
			m, err := captcha.Measure(cmd.Context(), solver, set.Pictures, c)
			if err = errors.Join(err, closeSolver()); err != nil {
				return err
			}
			printMeasurement(cmd.OutOrStdout(), m, precision)
			if wrong := m.Worst(); worst != "" && len(wrong) > 0 {
				return writeWorst(worst, wrong)
			}
			return nil
		},
	}
	rules.add(cmd)
	reader.add(cmd)
	cmd.Flags().Float64Var(&precision, "precision", 0.99, "`share` of the answers that must be right for the coverage")
	cmd.Flags().StringVar(&worst, "worst", "", "save a sheet of the wrong readings, the surest first, as this PNG `file`; none where all is right")
	return cmd
}

func printMeasurement(w io.Writer, m captcha.Measurement, precision float64) {
	coverage, reached := m.Coverage(precision)
	fmt.Fprintf(w, "pictures       %d\nexact          %.1f %%\nper character  %.1f %%\n", len(m), 100*m.Exact(), 100*m.Character())
	fmt.Fprintf(w, "coverage       %.1f %% at %.1f %% precision (%.1f %% asked for)\n", 100*coverage, 100*reached, 100*precision)
	fmt.Fprintf(w, "time           %s a picture\n", m.Mean().Round(100*time.Microsecond))
	confusions := m.Confusions()
	for i, c := range confusions[:min(len(confusions), confusionsShown)] {
		if i == 0 {
			fmt.Fprintln(w, "confusions     truth → read, times")
		}
		fmt.Fprintf(w, "               %s → %s  %d\n", orNothing(c.Want), orNothing(c.Got), c.Count)
	}
}

// orNothing stands for a character that is not there.
func orNothing(text string) string {
	if text == "" {
		return "∅"
	}
	return text
}

// writeWorst saves pictures with what they were and what they were taken for.
func writeWorst(file string, wrong []captcha.Reading) error {
	var stages []prep.Stage
	for _, r := range wrong[:min(len(wrong), worstShown)] {
		views, err := captcha.Views(r.Image)
		if err != nil {
			return err
		}
		stages = append(stages, prep.Stage{Name: fmt.Sprintf("%s>%s %.2f", r.Text, r.Got, r.Confidence), Picture: views[0]})
	}
	return writePNG(file, prep.Sheet(stages))
}
