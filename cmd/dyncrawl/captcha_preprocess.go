package main

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"dyncrawl/captcha"
	"dyncrawl/captcha/prep"
)

func newPreprocessCommand() *cobra.Command {
	var ops, sheet, out string
	cmd := &cobra.Command{
		Use:   "preprocess IMG",
		Short: "Show what preprocessing does to a picture",
		Long: `Runs operations over a picture, one after another, and saves a sheet with every
step side by side, or the result. An operation is written NAME=ARGUMENT:ARGUMENT;
the arguments shown are the defaults.

` + operationList(),
		Example: `  dyncrawl captcha preprocess login.png --ops distance,otsu,despeckle=20,cut=5 --sheet steps.png`,
		Args:    exactly(1, "a picture"),
		RunE: func(_ *cobra.Command, args []string) error {
			chain, err := prep.Parse(ops)
			if err != nil {
				return usageError{err}
			}
			if sheet == "" && out == "" {
				return usageError{errors.New("captcha preprocess needs --sheet or --out: where to save")}
			}
			data, err := os.ReadFile(args[0])
			if err != nil {
				return usageError{fmt.Errorf("read picture: %w", err)}
			}
			views, err := captcha.Views(data)
			if err != nil {
				return usageError{fmt.Errorf("%s: %w", args[0], err)}
			}
			return preprocess(chain, views[0], sheet, out)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&ops, "ops", "distance,otsu", "`operations`, with commas between them")
	flags.StringVar(&sheet, "sheet", "", "save all steps side by side as this PNG `file`")
	flags.StringVar(&out, "out", "", "save the result as this PNG `file`")
	return cmd
}

// preprocess saves the steps, the result, or both.
func preprocess(chain prep.Chain, img image.Image, sheet, out string) error {
	stages := chain.Stages(img)
	if sheet != "" {
		if err := writePNG(sheet, prep.Sheet(stages)); err != nil {
			return err
		}
	}
	if out == "" {
		return nil
	}
	return writePNG(out, stages[len(stages)-1].Picture)
}

func writePNG(file string, img image.Image) error {
	f, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("write picture: %w", err)
	}
	err = png.Encode(f, img)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write picture: %w", err)
	}
	return nil
}

// operationList describes the operations, a line each.
func operationList() string {
	var b strings.Builder
	for _, op := range prep.Operations() {
		fmt.Fprintf(&b, "  %-18s %s\n", op.Usage, op.About)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
