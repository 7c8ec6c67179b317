package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"dyncrawl/store"
)

func newExportCommand() *cobra.Command {
	var format, typeName, out string
	cmd := &cobra.Command{
		Use:   "export RUN",
		Short: "Write items as CSV or JSON lines",
		Long: `Writes the items of a store. RUN is the store's file, or the name of its flow.
With one item type, or --type, they go to standard output or to the file --out;
otherwise each type goes to a file of its own in the folder --out.

In CSV a text that a spreadsheet would take for a formula gets a ' in front.`,
		Example: `  dyncrawl export renren --to csv --type status > status.csv
  dyncrawl export renren --to jsonl --out items/`,
		Args: exactly(1, "a store"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != string(store.CSV) && format != string(store.JSONL) {
				return usageError{fmt.Errorf("--to %q: write csv or jsonl", format)}
			}
			return withStore(cmd.Context(), args[0], func(s *store.Store) error {
				e := exporter{store: s, format: store.Format(format), stdout: cmd.OutOrStdout()}
				return e.run(cmd.Context(), typeName, out)
			})
		},
	}
	cmd.Flags().StringVar(&format, "to", "jsonl", "`csv or jsonl`")
	cmd.Flags().StringVar(&typeName, "type", "", "only items of this `type`")
	cmd.Flags().StringVar(&out, "out", "", "`file`, or folder for all types; default: standard output")
	return cmd
}

// exporter writes items of a store.
type exporter struct {
	store  *store.Store
	format store.Format
	stdout io.Writer
}

// run writes one type to out, or every type to the folder out.
func (e exporter) run(ctx context.Context, typeName, out string) error {
	types, err := e.store.ItemTypes(ctx)
	if err != nil {
		return err
	}
	if typeName == "" && len(types) == 1 {
		typeName = types[0].Name
	}
	switch {
	case typeName != "" && out == "":
		return e.store.Export(ctx, e.stdout, typeName, e.format)
	case typeName != "":
		return e.toFile(ctx, typeName, out)
	case len(types) == 0:
		return errors.New("the store holds no items")
	case out == "":
		return usageError{errors.New("the store has several item types: choose one with --type, or a folder for all with --out")}
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for _, t := range types {
		if err := e.toFile(ctx, t.Name, filepath.Join(out, t.Name+"."+string(e.format))); err != nil {
			return err
		}
	}
	return nil
}

// toFile writes one type to the file at path, which appears when it is complete.
func (e exporter) toFile(ctx context.Context, typeName, path string) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".export-*")
	if err != nil {
		return fmt.Errorf("export %s: %w", typeName, err)
	}
	defer os.Remove(file.Name()) // fails once the file has its name
	w := bufio.NewWriter(file)
	err = errors.Join(e.store.Export(ctx, w, typeName, e.format), w.Flush(), file.Chmod(0o644), file.Close())
	if err != nil {
		return fmt.Errorf("export %s to %s: %w", typeName, path, err)
	}
	return os.Rename(file.Name(), path)
}
