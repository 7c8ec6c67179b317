package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl/browser"
	"dyncrawl/sessions"
)

func newSessionImportCommand() *cobra.Command {
	f := &browserFlags{}
	cmd := &cobra.Command{
		Use:   "import NAME FILE",
		Short: "Keep a login of another program",
		Long: `Keeps a login that another program has written: a storage state of Playwright,
cookies as JSON from DevTools or EditThisCookie, a cookies.txt, or the folder of a
Chromium profile. The form is told from the text; - reads standard input. A flow
uses the login whose name is that of its session, or its own. A login that is kept
under the name is not replaced.`,
		Example: `  dyncrawl session import shop storage.json
  curl -c - https://shop.example/login -d @form | dyncrawl session import shop -`,
		Args: exactly(2, "a name and a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			kept, err := sessionNamed(args[0])
			if err != nil {
				return err
			}
			state, form, err := f.readLogin(cmd, args[1])
			if err != nil {
				return err
			}
			if err := importLogin(kept, state); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %d cookies, %d origins from %s\n", args[0], len(state.Cookies), len(state.Origins), form)
			return err
		},
	}
	f.add(cmd)
	return cmd
}

// chromiumProfile is the form of a folder, which only a browser reads.
const chromiumProfile sessions.Format = "chromium"

// readLogin reads a login from a file, from a profile's folder, or from standard input
// when the name is a hyphen.
func (f *browserFlags) readLogin(cmd *cobra.Command, file string) (*browser.State, sessions.Format, error) {
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		state, err := f.readProfile(cmd.Context(), file)
		return state, chromiumProfile, err
	}
	var text []byte
	var err error
	if file == "-" {
		text, err = io.ReadAll(cmd.InOrStdin())
	} else {
		text, err = os.ReadFile(file)
	}
	if err != nil {
		return nil, "", usageError{fmt.Errorf("read login: %w", err)}
	}
	state, form, err := sessions.Decode(text)
	if err != nil {
		err = usageError{err}
	}
	return state, form, err
}

// importLogin keeps a login under a name that is free.
func importLogin(kept *sessions.Session, state *browser.State) error {
	old, err := kept.Read()
	if err != nil {
		return err
	}
	if old != nil {
		return usageError{fmt.Errorf("a session %s is kept already: dyncrawl session remove %s forgets it", kept.Name(), kept.Name())}
	}
	return kept.Write(&sessions.Saved{Made: time.Now(), State: *state})
}

func newSessionExportCommand() *cobra.Command {
	var form string
	f := &browserFlags{}
	cmd := &cobra.Command{
		Use:   "export NAME FILE",
		Short: "Write a login for another program",
		Long: `Writes a kept login for another program, readable: whoever has the file is
logged in as you. It gets mode 0600; - writes to standard output. --to chromium makes
a folder: chromium --user-data-dir=FOLDER begins with the login.`,
		Example: `  dyncrawl session export shop storage.json
  dyncrawl session export shop cookies.txt --to netscape`,
		Args: exactly(2, "a session and a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, saved, err := keptSession(args[0])
			if err != nil {
				return err
			}
			to := sessions.Format(form)
			if to == chromiumProfile {
				return f.writeProfile(cmd.Context(), args[1], &saved.State)
			}
			if !slices.Contains(sessions.Formats, to) {
				return usageError{fmt.Errorf("--to %s: write playwright, netscape, devtools or chromium", form)}
			}
			text, err := sessions.Encode(&saved.State, to)
			if err != nil {
				return err
			}
			if n := len(saved.State.Origins); n > 0 && !to.Holds() {
				fmt.Fprintf(cmd.ErrOrStderr(), "the storage of %d origins is left out: %s has cookies only\n", n, form)
			}
			return writeLogin(cmd.OutOrStdout(), args[1], text)
		},
	}
	cmd.Flags().StringVar(&form, "to", string(sessions.Playwright), "form to write: `playwright, netscape, devtools or chromium`")
	f.add(cmd)
	return cmd
}

func writeLogin(out io.Writer, file string, text []byte) error {
	if file == "-" {
		_, err := out.Write(append(text, '\n'))
		return err
	}
	if err := sessions.ReplaceFile(file, text, 0o600); err != nil {
		return fmt.Errorf("export login: %w", err)
	}
	return nil
}
