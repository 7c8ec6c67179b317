package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"dyncrawl/captcha"
	"dyncrawl/captcha/terminal"
)

func newLabelCommand() *cobra.Command {
	var rules rulesFlags
	var mode string
	cmd := &cobra.Command{
		Use:   "label DIR",
		Short: "Type the texts of pictures",
		Long: `Shows the pictures of a folder that have no label yet, one after another, and
adds what is typed to labels.tsv. An empty line leaves a picture out; the end of
input (Ctrl-D) ends.`,
		Example: `  dyncrawl captcha label pictures --alphabet digits --length 6`,
		Args:    exactly(1, "a folder of pictures"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := rules.challenge("")
			if err != nil {
				return err
			}
			show := terminal.Mode(mode)
			switch show {
			case "auto":
				show = terminal.Detect(os.Getenv)
			case terminal.Kitty, terminal.Sixel, terminal.Blocks:
			default:
				return usageError{fmt.Errorf("--show %s: write auto, kitty, sixel or blocks", mode)}
			}
			pictures, err := captcha.Unlabelled(args[0])
			if err != nil {
				return usageError{err}
			}
			l := labeller{args[0], c.AsDrawn(), show, bufio.NewScanner(cmd.InOrStdin()), cmd.OutOrStdout()}
			return l.label(pictures)
		},
	}
	rules.add(cmd)
	cmd.Flags().StringVar(&mode, "show", "auto", "how to show pictures: `auto, kitty, sixel or blocks`")
	return cmd
}

// labeller asks a person for the texts of pictures.
type labeller struct {
	dir   string
	rules captcha.Challenge
	show  terminal.Mode
	in    *bufio.Scanner
	out   io.Writer
}

func (l *labeller) label(pictures []captcha.Labelled) error {
	added := 0
	for i, p := range pictures {
		views, err := captcha.Views(p.Image)
		if err != nil {
			fmt.Fprintf(l.out, "%s left out: %v\n", p.Name, err)
			continue
		}
		for _, view := range views {
			if err := terminal.Show(l.out, view, l.show); err != nil {
				return err
			}
		}
		text, ok := l.ask(fmt.Sprintf("%d/%d %s: ", i+1, len(pictures), p.Name))
		if !ok {
			break
		}
		if text == "" {
			continue
		}
		if err := captcha.AddLabel(l.dir, p.Name, text); err != nil {
			return err
		}
		added++
	}
	fmt.Fprintf(l.out, "%d labels added\n", added)
	return l.in.Err()
}

// ask returns a text within the rules, nothing for an empty line, and false at the
// end of input.
func (l *labeller) ask(question string) (string, bool) {
	for {
		fmt.Fprint(l.out, question)
		if !l.in.Scan() {
			fmt.Fprintln(l.out)
			return "", false
		}
		typed := strings.TrimSpace(l.in.Text())
		if typed == "" {
			return "", true
		}
		if text, ok := l.rules.Spell(typed); ok {
			return text, true
		}
		fmt.Fprintf(l.out, "%q does not fit: %s\n", typed, l.rules.Rules())
	}
}
