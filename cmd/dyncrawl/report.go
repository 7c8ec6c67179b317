package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl/store"
	"dyncrawl/tier"
)

func newReportCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Report on how a crawl was done",
		Args:  noArguments,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTiersCommand())
	return cmd
}

func newTiersCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "tiers RUN",
		Short: "Tell which pages were had without a browser, and why",
		Long: `Lists the shapes of URLs: how their pages are visited, how many pages came which
way, how many cheap visits the browser has judged and how many of them brought
the same, and which way was given up and why. RUN is the store's file, or the
name of its flow.`,
		Example: `  dyncrawl report tiers shop`,
		Args:    exactly(1, "a store"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(cmd.Context(), args[0], func(s *store.Store) error {
				w := bufio.NewWriter(cmd.OutOrStdout())
				defer w.Flush()
				return reportTiers(cmd.Context(), w, s)
			})
		},
	}
}

// shapeReport is what is told of one shape.
type shapeReport struct {
	decision string
	pages    map[string]int64 // by tier
	evidence tier.Evidence
}

func reportTiers(ctx context.Context, w io.Writer, s *store.Store) error {
	counts, err := s.WayCounts(ctx)
	if err != nil {
		return err
	}
	shapes, err := s.Shapes(ctx)
	if err != nil {
		return err
	}
	if len(counts) == 0 && len(shapes) == 0 {
		fmt.Fprintln(w, "every page was rendered: the flow does not say render: auto or http")
		return nil
	}
	reports, order := map[string]*shapeReport{}, []string(nil)
	report := func(key string) *shapeReport {
		if reports[key] == nil {
			reports[key] = &shapeReport{decision: string(tier.Browser), pages: map[string]int64{}}
			order = append(order, key)
		}
		return reports[key]
	}
	for _, shape := range shapes {
		r := report(shape.Key)
		r.decision = shape.Decision
		if err := json.Unmarshal(shape.Evidence, &r.evidence); err != nil {
			return fmt.Errorf("read evidence for %s: %w", shape.Key, err)
		}
	}
	for _, c := range counts {
		report(c.Shape).pages[c.Tier] = c.Pages
	}
	for _, key := range order {
		reports[key].print(w, key)
	}
	return nil
}

func (r *shapeReport) print(w io.Writer, key string) {
	fmt.Fprintf(w, "%s\n  decision %s", key, r.decision)
	if trying := r.evidence.Trying(); trying != "" && string(trying) != r.decision && r.evidence.Version > 0 {
		fmt.Fprintf(w, ", trying %s", trying)
	}
	fmt.Fprintf(w, "; pages: %d browser, %d http, %d api\n", r.pages[string(tier.Browser)], r.pages[string(tier.HTTP)], r.pages[string(tier.API)])
	if r.evidence.FromFlow {
		fmt.Fprintln(w, "  the flow's api rule serves as its template")
	}
	for _, t := range []tier.Tier{tier.HTTP, tier.API} {
		if n := r.evidence.Tally[t]; n.Judged > 0 {
			fmt.Fprintf(w, "  %s: %d judged, %d agreed (%.1f %%), %d of them not at first look\n",
				t, n.Judged, n.Agreed, 100*float64(n.Agreed)/float64(n.Judged), n.Volatile)
		}
	}
	for _, d := range r.evidence.Demotions {
		verb := "given up"
		if d.Repeat {
			verb = "demoted"
		}
		fmt.Fprintf(w, "  %s %s %s: %s", d.At.Format(time.DateTime), d.Tier, verb, d.Reason)
		if d.URL != "" {
			fmt.Fprintf(w, " at %s", d.URL)
		}
		fmt.Fprintln(w)
	}
}
