package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dyncrawl/store"
)

func newGraphCommand() *cobra.Command {
	var url, to string
	cmd := &cobra.Command{
		Use:   "graph RUN",
		Short: "Draw the states that a page can show",
		Long: `Draws the states that the exploration of a page has found, with small pictures,
and what leads from one to another. RUN is the store's file, or the name of its
flow; the crawl must have explored the page.`,
		Example: `  dyncrawl graph shop-example --url https://shop.example/ --to html > shop.html
  dyncrawl graph shop-example --url https://shop.example/ --to dot | dot -Tpdf > shop.pdf`,
		Args: exactly(1, "a store"),
		RunE: func(cmd *cobra.Command, args []string) error {
			draw, ok := drawers[to]
			if !ok {
				return usageError{fmt.Errorf("--to %s: write svg, dot or html", to)}
			}
			return withStore(cmd.Context(), args[0], func(s *store.Store) error {
				e, err := s.Exploration(cmd.Context(), url)
				if err != nil {
					return err
				}
				w := bufio.NewWriter(cmd.OutOrStdout())
				defer w.Flush()
				return draw(w, newDrawing(url, e))
			})
		},
	}
	cmd.Flags().StringVar(&url, "url", "", "`URL` of the page")
	cmd.Flags().StringVar(&to, "to", "svg", "what to write: `svg, dot or html`")
	if err := cmd.MarkFlagRequired("url"); err != nil {
		panic(err) // there is no such flag
	}
	return cmd
}

// drawers write a drawing, by the name of the format.
var drawers = map[string]func(io.Writer, *drawing) error{
	"svg":  func(w io.Writer, d *drawing) error { return svgTemplate.Execute(w, d) },
	"dot":  func(w io.Writer, d *drawing) error { return dotTemplate.Execute(w, d) },
	"html": drawHTML,
}
