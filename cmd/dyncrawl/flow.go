package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dyncrawl/flows"
	"dyncrawl/flows/interchange"
)

func newFlowCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "flow",
		Short: "Import, export and try flow files",
		Args:  noArguments,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newFlowImportCommand(), newFlowExportCommand(), newFlowTryCommand())
	return cmd
}

func newFlowImportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE",
		Short: "Turn a recording of another tool into a flow",
		Long: `Prints the flow that a recording comes down to: of the Chrome DevTools Recorder
(JSON), of Playwright's code generator (JavaScript or Python) or the requests of
a HAR file. What the file is, is seen by its content. What cannot be carried over
is said by line, on standard error and in comments above the flow. Passwords
become secrets.`,
		Example: `  dyncrawl flow import recording.json > shop.yaml
  dyncrawl flow import login.spec.js > login.yaml`,
		Args: exactly(1, "a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			src, err := os.ReadFile(args[0])
			if err != nil {
				return usageError{fmt.Errorf("read recording: %w", err)}
			}
			name, _, _ := strings.Cut(filepath.Base(args[0]), ".")
			flow, notes, err := interchange.Import(name, src)
			tellNotes(cmd.ErrOrStderr(), args[0], notes)
			if err != nil {
				return usageError{err}
			}
			text, err := flow.YAML()
			if err != nil {
				return err
			}
			for _, note := range notes {
				fmt.Fprintf(cmd.OutOrStdout(), "# %s: %s\n", filepath.Base(args[0]), note)
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
}

// tellNotes says what was not carried over.
func tellNotes(w io.Writer, file string, notes []interchange.Note) {
	for _, note := range notes {
		fmt.Fprintf(w, "%s: %s\n", file, note)
	}
}

// exporters are the formats that flows can be written in.
var exporters = map[string]func(*flows.Flow) ([]byte, []interchange.Note, error){
	"devtools":   interchange.DevTools,
	"playwright": interchange.Playwright,
}

func newFlowExportCommand() *cobra.Command {
	var to string
	var vars []string
	cmd := &cobra.Command{
		Use:   "export FILE --to devtools|playwright",
		Short: "Write the steps of a flow for another tool",
		Long: `Prints the login and the steps of the first page of a flow: as JSON for the
Chrome DevTools Recorder, or as a test for Playwright Test. What has no counterpart
there is said by line on standard error, and kept as custom steps or comments, from
which flow import reads it back.`,
		Example: `  dyncrawl flow export shop.yaml --to playwright > shop.spec.js`,
		Args:    exactly(1, "a flow file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			export, ok := exporters[to]
			if !ok {
				return usageError{fmt.Errorf("--to %s: write devtools or playwright", to)}
			}
			overrides, err := parseVars(vars)
			if err != nil {
				return err
			}
			flow, err := loadFlow(args[0], overrides)
			if err != nil {
				return err
			}
			text, notes, err := export(flow)
			tellNotes(cmd.ErrOrStderr(), args[0], notes)
			if err != nil {
				return usageError{err}
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
	addVarFlag(cmd, &vars)
	cmd.Flags().StringVar(&to, "to", "", "what to write it for: `devtools or playwright`")
	return cmd
}
