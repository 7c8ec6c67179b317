package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl/browser"
	"dyncrawl/sessions"
)

func newSessionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "session",
		Short: "Look after kept logins",
		Long: `Lists, shows, checks, imports and exports the logins that are kept in
.dyncrawl/sessions below the current folder, encrypted. The key is a file in your
folder for settings, made when a login is first kept; ` + sessions.KeyVariable + ` names
another one: an age identity itself, file:PATH, or keyring.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newSessionListCommand(), newSessionShowCommand(), newSessionImportCommand(), newSessionExportCommand(),
		newSessionCheckCommand(), newSessionRemoveCommand(), newSessionUnlockCommand(),
	)
	return cmd
}

func newSessionListCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the kept logins",
		Long: `Lists the kept logins: name, flow and account, age, when the first cookie ends
that the login rests on, and when it was last seen to hold.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return listSessions(cmd.OutOrStdout(), sessionFolder(), time.Now())
		},
	}
}

// listSessions writes a line for each login. One that cannot be read has the reason
// in its line, and is an error in the end.
func listSessions(w io.Writer, folder sessions.Folder, now time.Time) error {
	names, err := folder.Names()
	if err != nil {
		return err
	}
	if len(names) == 0 {
		_, err := fmt.Fprintln(w, "no login is kept in", folder.Dir)
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tFLOW\tACCOUNT\tAGE\tEXPIRES\tCHECKED")
	var failed error
	for _, name := range names {
		saved, err := folder.Session(name).Read()
		if err != nil {
			failed = err
			fmt.Fprintf(table, "%s\t(%v)\n", name, errors.Unwrap(err))
			continue
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", name, cmp.Or(saved.Flow, "-"), cmp.Or(saved.Account, "-"),
			ageText(saved.Made, now), expiryText(saved.Expiry(), now), agoText(saved.Checked, now))
	}
	return errors.Join(table.Flush(), failed)
}

// ageText writes how long ago something was, roughly.
func ageText(at, now time.Time) string {
	switch d := now.Sub(at); {
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(max(d, 0).Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh", int(d.Hours()))
	default:
		return fmt.Sprintf("%dd", int(d.Hours()/24))
	}
}

func agoText(at, now time.Time) string {
	if at.IsZero() {
		return "never"
	}
	return ageText(at, now) + " ago"
}

func expiryText(at, now time.Time) string {
	switch {
	case at.IsZero():
		return "with the browser"
	case at.Before(now):
		return "expired"
	}
	return "in " + ageText(now, at)
}

func newSessionShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show NAME",
		Short: "Show what a kept login consists of",
		Long:  `Shows what a kept login consists of: cookies and storage by name, never their values.`,
		Args:  exactly(1, "a session"),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, saved, err := keptSession(args[0])
			if err != nil {
				return err
			}
			return showSession(cmd.OutOrStdout(), saved, time.Now())
		},
	}
}

func showSession(w io.Writer, s *sessions.Saved, now time.Time) error {
	fmt.Fprintf(w, "flow     %s\naccount  %s\nmade     %s\nchecked  %s\nexpires  %s\n", cmp.Or(s.Flow, "-"), cmp.Or(s.Account, "-"),
		agoText(s.Made, now), agoText(s.Checked, now), expiryText(s.Expiry(), now))
	if s.Check.URL != "" {
		fmt.Fprintf(w, "check    %s shows %s\n", s.Check.URL, strings.Join(s.Check.Selectors, ", "))
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "\n%d cookies\n", len(s.State.Cookies))
	for _, c := range s.State.Cookies {
		fmt.Fprintf(table, "  %s\t%s%s\t%s\t%s\n", c.Name, c.Domain, c.Path, cookieEnd(c, now), cookieMarks(c, s.Essential))
	}
	fmt.Fprintf(table, "\n%d origins\n", len(s.State.Origins))
	for _, o := range s.State.Origins {
		fmt.Fprintf(table, "  %s\tlocalStorage %d\tsessionStorage %d\tdatabases %d", o.Origin, len(o.LocalStorage), len(o.SessionStorage), o.Databases())
		if o.Unsaved > 0 {
			fmt.Fprintf(table, "\t%d entries that cannot be kept", o.Unsaved)
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

func cookieEnd(c browser.Cookie, now time.Time) string {
	if c.Expires <= 0 {
		return expiryText(time.Time{}, now)
	}
	return expiryText(time.Unix(int64(c.Expires), 0), now)
}

// cookieMarks names what is special about a cookie.
func cookieMarks(c browser.Cookie, essential []string) string {
	var marks []string
	for mark, holds := range map[string]bool{
		"HttpOnly": c.HTTPOnly, "Secure": c.Secure, "SameSite=" + c.SameSite: c.SameSite != "",
		"partitioned by " + c.Partition: c.Partition != "", "of the login": slices.Contains(essential, c.Name),
	} {
		if holds {
			marks = append(marks, mark)
		}
	}
	slices.Sort(marks)
	return strings.Join(marks, ", ")
}

// sessionNamed returns the session, whether it is kept or not.
func sessionNamed(name string) (*sessions.Session, error) {
	if err := sessions.CheckName(name); err != nil {
		return nil, usageError{err}
	}
	return sessionFolder().Session(name), nil
}

// keptSession returns a session that is kept, and what is kept.
func keptSession(name string) (*sessions.Session, *sessions.Saved, error) {
	kept, err := sessionNamed(name)
	if err != nil {
		return nil, nil, err
	}
	saved, err := kept.Read()
	if err == nil && saved == nil {
		err = usageError{fmt.Errorf("no session is named %s (dyncrawl session list lists them)", name)}
	}
	return kept, saved, err
}

func newSessionRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "remove NAME…",
		Short: "Forget kept logins",
		Long:  `Forgets kept logins. The sites are not told: a login that somebody copied stays valid.`,
		Args:  atLeastOne("a session"),
		RunE: func(_ *cobra.Command, args []string) error {
			names, err := sessionFolder().Names()
			if err != nil {
				return err
			}
			for _, name := range args {
				if !slices.Contains(names, name) {
					return usageError{fmt.Errorf("no session is named %s (dyncrawl session list lists them)", name)}
				}
			}
			for _, name := range args {
				if err := sessionFolder().Session(name).Remove(); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func newSessionUnlockCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "unlock NAME",
		Short: "Break a lock that was left behind",
		Long: `Removes the lock of a session that a process has left behind. While one logs in,
others wait: the lock of a process that lives is not broken.`,
		Args: exactly(1, "a session"),
		RunE: func(_ *cobra.Command, args []string) error {
			kept, err := sessionNamed(args[0])
			if err != nil {
				return err
			}
			return kept.Unlock()
		},
	}
}

func newSessionImportCommand() *cobra.Command {
	f := &browserFlags{}
	cmd := &cobra.Command{
		Use:   "import NAME FILE",
		Short: "Keep a login of another program",
		Long: `Keeps a login that another program has written: a storage state of Playwright,
cookies as JSON from DevTools or EditThisCookie, a cookies.txt, or the folder of a
Chromium profile. The form is told from the text; - reads standard input. A flow uses the login whose name is that of
its session, or its own. A login that is kept under the name is not replaced.`,
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
