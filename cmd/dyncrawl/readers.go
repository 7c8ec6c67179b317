package main

import (
	"errors"

	"github.com/spf13/cobra"

	"dyncrawl/captcha"
	"dyncrawl/captcha/site"
)

// readers holds the readers of captchas that start a library, and closes them.
type readers struct{ latin, han *captcha.Tesseract }

func newReaders() *readers {
	return &readers{
		latin: captcha.NewTesseract(captcha.TesseractConfig{}),
		han:   captcha.NewTesseract(captcha.TesseractConfig{Language: "chi_sim"}),
	}
}

// Close frees what the readers hold.
func (r *readers) Close() error { return errors.Join(r.latin.Close(), r.han.Close()) }

// tesseract reads either script.
func (r *readers) tesseract() captcha.Solver { return captcha.ByScript{Latin: r.latin, Han: r.han} }

// general lists the readers for any site, the best first.
func (r *readers) general() []captcha.Member {
	return []captcha.Member{{Solver: captcha.NewGeneral()}, {Solver: r.tesseract()}}
}

// chooseSolver has captchas read, or typed by a person with --ask. Either way the
// store learns from them.
func (j *job) chooseSolver(cmd *cobra.Command, asker *captcha.Ask) error {
	c := site.Config{Store: j.store, Train: site.Trainers(), Typed: j.flags.ask, Log: j.log}
	if !j.flags.ask {
		j.readers = newReaders()
		c.General = j.readers.general()
		j.solver = site.New(c)
		return nil
	}
	if !atTerminal(cmd) {
		return usageError{errors.New("--ask needs a terminal to type at")}
	}
	c.General = []captcha.Member{{Solver: asker}}
	j.solver = site.New(c)
	return nil
}
