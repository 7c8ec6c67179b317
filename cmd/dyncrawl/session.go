package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

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
