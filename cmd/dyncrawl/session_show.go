package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl/browser"
	"dyncrawl/sessions"
)

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
