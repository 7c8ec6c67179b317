package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"dyncrawl/demo"
	"dyncrawl/flows"
)

func newValidateCommand() *cobra.Command {
	var vars []string
	cmd := &cobra.Command{
		Use:   "validate FILE...",
		Short: "Check flow files",
		Long: `Checks flow files without opening a browser: keys, types, selectors, URL
patterns, expressions, variables and references. Every problem is listed with
its file, line and column. Exit code 2 when there is one.`,
		Args: atLeastOne("a flow file"),
		RunE: func(cmd *cobra.Command, files []string) error {
			overrides, err := parseVars(vars)
			if err != nil {
				return err
			}
			for _, file := range files {
				flow, err := loadFlow(file, overrides)
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: ok (%s)\n", file, describeFlow(flow))
			}
			return nil
		},
	}
	addVarFlag(cmd, &vars)
	return cmd
}

func newSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of flow files",
		Long: `Prints the JSON Schema of flow files, for completion and checking in editors.
Save it beside your flows and begin each with the line

  # yaml-language-server: $schema=flow.schema.json`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			schema, err := flows.Schema()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\n", schema)
			return err
		},
	}
}

func addVarFlag(cmd *cobra.Command, vars *[]string) {
	cmd.Flags().StringArrayVar(vars, "var", nil, "set a variable of the flow, as `name=value`; may be repeated")
}

// parseVars reads name=value pairs.
func parseVars(pairs []string) (flows.Vars, error) {
	vars := flows.Vars{}
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			return nil, usageError{fmt.Errorf("--var %s: write name=value", pair)}
		}
		vars[name] = value
	}
	return vars, nil
}

// loadFlow reads a flow file; what is wrong in it is a usage error.
func loadFlow(file string, overrides flows.Vars) (*flows.Flow, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, usageError{fmt.Errorf("read flow: %w", err)}
	}
	if _, given := overrides[flows.DemoVar]; !given && flows.UsesDemo(src) {
		overrides[flows.DemoVar] = "http://" + demo.Addr
	}
	flow, err := flows.Parse(file, src, overrides)
	if err != nil {
		return nil, usageError{err}
	}
	return flow, nil
}

// describeFlow says in a few words what a flow consists of.
func describeFlow(f *flows.Flow) string {
	types := make([]string, 0, len(f.Extract))
	for _, t := range f.ItemTypes() {
		types = append(types, t.Name)
	}
	words := []string{fmt.Sprintf("%d start entries", len(f.Start)), fmt.Sprintf("%d page rules", len(f.Pages))}
	if len(types) > 0 {
		words = append(words, "items: "+strings.Join(types, ", "))
	}
	if f.Session != nil {
		words = append(words, "logs in")
	}
	return strings.Join(words, "; ")
}

// noArguments refuses arguments, with the nearest command if there is one.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	text := fmt.Sprintf("%s has no %q", cmd.CommandPath(), args[0])
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		text += fmt.Sprintf("; did you mean %q?", near[0])
	}
	return usageError{fmt.Errorf("%s (%s --help tells more)", text, cmd.CommandPath())}
}

// atLeastOne demands arguments and says of what.
func atLeastOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usageError{fmt.Errorf("%s needs %s (%s --help tells more)", cmd.CommandPath(), what, cmd.CommandPath())}
		}
		return nil
	}
}

// exactly demands n arguments and says of what.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usageError{fmt.Errorf("%s needs %s, %d arguments were given (%s --help tells more)", cmd.CommandPath(), what, len(args), cmd.CommandPath())}
		}
		return nil
	}
}
