package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl"
	"dyncrawl/demo"
	"dyncrawl/store"
)

// errDiffers ends a comparison that found differences.
var errDiffers = errors.New("the store differs from the truth")

func newCompareCommand() *cobra.Command {
	var base string
	cmd := &cobra.Command{
		Use:   "compare SITE RUN",
		Short: "Hold what was crawled against a practice site's truth",
		Long: `Reads /_truth/SITE.json and holds each item type of the store against the list
there that has all of its fields. Every record must be there once, no more.`,
		Example: `  dyncrawl demo compare renren renren.db`,
		Args:    exactly(2, "a site and a store"),
		RunE: func(cmd *cobra.Command, args []string) error {
			truth, err := fetchTruth(cmd.Context(), base, args[0])
			if err != nil {
				return err
			}
			return withStore(cmd.Context(), args[1], func(s *store.Store) error {
				return compare(cmd.Context(), cmd.OutOrStdout(), s, truth)
			})
		},
	}
	cmd.Flags().StringVar(&base, "base", "", "`URL` of the practice sites; default: sites made afresh with the usual seed")
	return cmd
}

// truthLists are the records of a site by the name of their list.
type truthLists map[string][]map[string]any

// fetchTruth reads the truth from the sites at base, or from sites of its own.
func fetchTruth(ctx context.Context, base, site string) (truthLists, error) {
	if base == "" {
		server, err := startPractice("127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer server.Close()
		base = "http://" + server.addr
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/_truth/"+site+".json", nil)
	if err != nil {
		return nil, usageError{err}
	}
	res, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("read the truth: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, usageError{fmt.Errorf("read the truth of %q: the practice sites answered %s", site, res.Status)}
	}
	var lists map[string]json.RawMessage
	if err := json.NewDecoder(res.Body).Decode(&lists); err != nil {
		return nil, fmt.Errorf("read the truth: %w", err)
	}
	truth := truthLists{}
	for name, raw := range lists {
		var records []map[string]any
		if json.Unmarshal(raw, &records) == nil { // lists of plain values are no records
			truth[name] = records
		}
	}
	return truth, nil
}

// compare prints a line for each item type and fails when one differs.
func compare(ctx context.Context, w io.Writer, s *store.Store, truth truthLists) error {
	types, err := s.ItemTypes(ctx)
	if err != nil {
		return err
	}
	var differs error
	for _, typ := range types {
		name, ok := truth.listFor(typ)
		if !ok {
			return usageError{fmt.Errorf("the truth has no list with all the fields of %s", typ.Name)}
		}
		missing, extra, found, err := difference(ctx, s, typ, truth[name])
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%-10s %6d of %d right, %d missing, %d too many or wrong\n", typ.Name, found, len(truth[name]), len(missing), len(extra))
		if len(missing)+len(extra) > 0 {
			differs = errDiffers
			printFew(w, "missing ", missing)
			printFew(w, "too many", extra)
		}
	}
	return differs
}

// listFor returns the list whose records have all the fields of typ.
func (t truthLists) listFor(typ dyncrawl.ItemType) (string, bool) {
	best, fewest := "", 0
	for name, records := range t {
		if len(records) == 0 || !hasFields(records[0], typ) {
			continue
		}
		if best == "" || len(records[0]) < fewest || len(records[0]) == fewest && name < best {
			best, fewest = name, len(records[0])
		}
	}
	return best, best != ""
}

func hasFields(record map[string]any, typ dyncrawl.ItemType) bool {
	return !slices.ContainsFunc(typ.Fields, func(f dyncrawl.Field) bool {
		_, ok := record[f.Name]
		return !ok
	})
}

// difference returns the records that only one side has, and how many both have.
func difference(ctx context.Context, s *store.Store, typ dyncrawl.ItemType, records []map[string]any) (missing, extra []string, found int, err error) {
	want := map[string]int{}
	for _, record := range records {
		values := make([]any, len(typ.Fields))
		for i, f := range typ.Fields {
			values[i] = record[f.Name]
		}
		want[canonical(typ, values)]++
	}
	for row, err := range s.Items(ctx, typ) {
		if err != nil {
			return nil, nil, 0, err
		}
		text := canonical(typ, row.Values)
		if want[text] > 0 {
			want[text]--
			found++
		} else {
			extra = append(extra, text)
		}
	}
	for text, n := range want {
		for range n {
			missing = append(missing, text)
		}
	}
	slices.Sort(missing)
	return missing, extra, found, nil
}

// canonical writes values so that equal ones of store and truth give equal texts.
func canonical(typ dyncrawl.ItemType, values []any) string {
	parts := make([]string, len(values))
	for i, v := range values {
		if text, ok := v.(string); ok && typ.Fields[i].Kind == dyncrawl.Date {
			if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
				v = at.UTC().Format(time.RFC3339)
			}
		}
		if v == nil {
			v = ""
		}
		encoded, _ := json.Marshal(v)
		parts[i] = typ.Fields[i].Name + "=" + string(encoded)
	}
	return strings.Join(parts, " ")
}

func printFew(w io.Writer, label string, texts []string) {
	for i, text := range texts {
		if i == 3 {
			fmt.Fprintf(w, "  %s …\n", label)
			return
		}
		fmt.Fprintf(w, "  %s %s\n", label, text)
	}
}

// startPractice serves practice sites with the usual seed at addr.
func startPractice(addr string) (*practice, error) {
	sites, err := demo.New(demo.Config{})
	if err != nil {
		return nil, err
	}
	return listenPractice(addr, sites)
}
