// Command dyncrawl crawls sites that only exist after JavaScript has run and
// somebody has logged in. `dyncrawl help` lists what it can do.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"dyncrawl"
)

// version is set by the linker: -X main.version=1.2.3.
var version = "dev"

func main() {
	if os.Getpid() == 1 {
		os.Exit(runAsInit())
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes the command line and returns the exit code.
func run(args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop, cancel := interrupts(context.Background(), errOut)
	defer cancel()
	root := newRoot(stop)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if err != nil {
		printError(errOut, err)
	}
	return exitCode(err)
}

// newRoot returns the command tree. stop is closed at the first interrupt.
func newRoot(stop <-chan struct{}) *cobra.Command {
	root := &cobra.Command{
		Use:   "dyncrawl",
		Short: "Crawl sites that need JavaScript and a login",
		Long: `dyncrawl renders pages in Chromium, logs in, clicks through them as a flow
file says, and keeps pages, AJAX answers and typed items in one SQLite file.

Try it on the built-in practice sites:   dyncrawl run flows/renren.yaml
Look at any page:                        dyncrawl fetch https://example.org --text`,
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArguments,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },

		SuggestionsMinimumDistance: 2,
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usageError{fmt.Errorf("%w (%s --help lists the flags)", err, cmd.CommandPath())}
	})
	root.AddCommand(
		newFetchCommand(), newInspectCommand(), newRecordCommand(),
		newValidateCommand(), newSchemaCommand(), newFlowCommand(),
		newShowCommand(), newGraphCommand(), newReportCommand(), newExportCommand(),
		newTortureCommand(), newDoctorCommand(), newCaptchaCommand(), newSessionCommand(),
	)
	for _, cmd := range root.Commands() {
		endAt(stop, cmd)
	}
	root.AddCommand(newRunCommand(stop), newCrawlCommand(stop), newDemoCommand(stop))
	return root
}

// printError writes err and, where the user can do something, what to do.
func printError(w io.Writer, err error) {
	fmt.Fprintln(w, "dyncrawl:", err)
	if hint := dyncrawl.HintOf(err); hint != "" {
		fmt.Fprintln(w, "hint:", hint)
	}
}
