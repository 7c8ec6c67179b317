package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"dyncrawl/captcha"
)

func newCaptchaCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "captcha",
		Short: "Read picture captchas, and train what reads them",
		Long: `Reads pictures with a few characters on them, as simple login forms show, and
trains readers on labelled ones. It is for sites that you own or may crawl.
reCAPTCHA, hCaptcha, Turnstile, sliders and the like are left to people.

A set of pictures is a folder, or a folder in a .tar file (site.tar/train), with
labels.tsv, a line "file, tab, text" for each labelled picture, and perhaps
alphabet.txt, the characters that occur.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newSolveCommand(), newTrainCommand(), newEvalCommand(), newLabelCommand(),
		newCollectCommand(), newPreprocessCommand())
	return cmd
}

// rulesFlags say what is known about the text on the pictures.
type rulesFlags struct {
	alphabet      string
	length        string
	caseSensitive bool
	arithmetic    bool
}

func (f *rulesFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.alphabet, "alphabet", "", "the `characters` that occur, or one of digits, letters, lower, upper, alphanumeric, chinese; default: those of the set, else digits and letters")
	flags.StringVar(&f.length, "length", "", "number of characters: a `number`, or two as in 4-6; default: any")
	flags.BoolVar(&f.caseSensitive, "case-sensitive", false, "small letters are told from capital ones")
	flags.BoolVar(&f.arithmetic, "arithmetic", false, "the pictures show sums such as 3+8=?, whose values are the answers")
}

// challenge returns the rules; alphabet is the set's own, which the flag replaces.
func (f *rulesFlags) challenge(alphabet string) (captcha.Challenge, error) {
	if f.alphabet != "" {
		alphabet = f.alphabet
	}
	if err := captcha.CheckAlphabet(alphabet); err != nil {
		return captcha.Challenge{}, usageError{fmt.Errorf("--alphabet: %w", err)}
	}
	c := captcha.Challenge{Alphabet: alphabet, FoldCase: !f.caseSensitive, Arithmetic: f.arithmetic}
	if f.length == "" {
		return c, nil
	}
	low, high, isRange := strings.Cut(f.length, "-")
	if !isRange {
		high = low
	}
	var err1, err2 error
	c.MinLen, err1 = strconv.Atoi(low)
	c.MaxLen, err2 = strconv.Atoi(high)
	if err1 != nil || err2 != nil || c.MinLen < 1 || c.MaxLen < c.MinLen {
		return c, usageError{fmt.Errorf("--length %s: write a number, or two as in 4-6", f.length)}
	}
	return c, nil
}

// solverFlags choose what reads.
type solverFlags struct {
	solver  string
	model   string
	command string
}

func (f *solverFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.solver, "solver", "auto", "what reads: `auto, model, net, tesseract or command`")
	flags.StringVar(&f.model, "model", "", "`file` of a trained model; auto asks it first")
	flags.StringVar(&f.command, "command", "", "`program` that reads: it gets a picture on standard input and writes the text to standard output")
}

// open returns the chosen solver and what closes it.
func (f *solverFlags) open() (captcha.Solver, func() error, error) {
	readers := newReaders()
	solver, err := f.choose(readers)
	if err != nil {
		return nil, nil, errors.Join(err, readers.Close())
	}
	return captcha.Arithmetic{Solver: solver}, readers.Close, nil
}

func (f *solverFlags) choose(r *readers) (captcha.Solver, error) {
	switch f.solver {
	case "auto":
		members := r.general()
		if f.model != "" {
			m, err := readModel(f.model)
			if err != nil {
				return nil, err
			}
			members = append([]captcha.Member{{Solver: m}}, members...)
		}
		return captcha.Auto{Members: members}, nil
	case "model":
		return readModel(f.model)
	case "net":
		return captcha.NewGeneral(), nil
	case "tesseract":
		return r.tesseract(), nil
	case "command":
		words := strings.Fields(f.command)
		if len(words) == 0 {
			return nil, usageError{errors.New("--solver command needs --command: the program that reads")}
		}
		return captcha.NewCommand(captcha.CommandConfig{Program: words[0], Args: words[1:]}), nil
	}
	return nil, usageError{fmt.Errorf("--solver %s: write auto, model, net, tesseract or command", f.solver)}
}

func readModel(file string) (*captcha.Model, error) {
	if file == "" {
		return nil, usageError{errors.New("--solver model needs --model: a file that captcha train wrote")}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, usageError{fmt.Errorf("read model: %w", err)}
	}
	m, err := captcha.LoadModel(data)
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w", file, err)}
	}
	return m, nil
}

// readSet reads labelled pictures; what is wrong with them is a usage error.
func readSet(name string) (captcha.Set, error) {
	set, err := captcha.ReadSet(name)
	if err != nil {
		return set, usageError{err}
	}
	if len(set.Pictures) == 0 {
		return set, usageError{fmt.Errorf("%s has no labelled pictures; dyncrawl captcha label %s adds labels", name, name)}
	}
	return set, nil
}
