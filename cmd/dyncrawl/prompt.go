package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dyncrawl/record"
)

// prompter asks the person at the terminal.
type prompter struct {
	in       *bufio.Reader
	out      io.Writer
	terminal bool
}

func newPrompter(cmd *cobra.Command) *prompter {
	file, ok := cmd.InOrStdin().(*os.File)
	return &prompter{bufio.NewReader(cmd.InOrStdin()), cmd.ErrOrStderr(), ok && term.IsTerminal(int(file.Fd()))}
}

// errWindowClosed ends a recording whose window was closed too early.
var errWindowClosed = errors.New("the window was closed before Enter was pressed here: the session went with it")

// enter waits for a line; closed says that the window is gone.
func (p *prompter) enter(ctx context.Context, closed <-chan struct{}) error {
	read := make(chan error, 1)
	go func() {
		_, err := p.in.ReadString('\n')
		read <- err
	}()
	select {
	case err := <-read:
		return err
	case <-closed:
		return errWindowClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// seed asks for the names of the secrets that hold the seeds of one-time codes;
// without a terminal nobody is known to have one.
func (p *prompter) seed(session string) func(field string) string {
	return func(field string) string {
		if !p.terminal {
			return ""
		}
		proposal := record.SecretName(session, "seed")
		fmt.Fprintf(p.out, "%s took a one-time code. With the seed that an authenticator app is set up with, the flow makes\n"+
			"the codes by itself. Name of the secret for the seed, or - if you have none [%s]: ", cmp.Or(field, "a field"), proposal)
		line, err := p.in.ReadString('\n')
		if err != nil || strings.TrimSpace(line) == "-" {
			return ""
		}
		return cmp.Or(strings.TrimSpace(line), proposal)
	}
}

// secret asks for the names of secrets; without a terminal they have those that
// are proposed.
func (p *prompter) secret(session string) func(kind, field string) string {
	return func(kind, field string) string {
		if !p.terminal {
			return ""
		}
		proposal := record.SecretName(session, kind)
		fmt.Fprintf(p.out, "name of the secret for %s (%s) [%s]: ", cmp.Or(field, "a field"), kind, proposal)
		line, err := p.in.ReadString('\n')
		if err != nil {
			return proposal
		}
		return cmp.Or(strings.TrimSpace(line), proposal)
	}
}
