package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"dyncrawl"
	"dyncrawl/store"
)

func newShowCommand() *cobra.Command {
	var items, page, rejects string
	var html bool
	var limit int
	cmd := &cobra.Command{
		Use:   "show RUN",
		Short: "Show what a store holds",
		Long: `Shows what a store holds: pages, items, runs, and what was not crawled and why.
RUN is the store's file, or the name of its flow. It may be looked at while a
crawl is running.`,
		Example: `  dyncrawl show renren
  dyncrawl show renren --items status --limit 5
  dyncrawl show renren --page "http://127.0.0.1:8700/renren/profile?id=1"`,
		Args: exactly(1, "a store"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(cmd.Context(), args[0], func(s *store.Store) error {
				w := bufio.NewWriter(cmd.OutOrStdout())
				defer w.Flush()
				switch {
				case items != "":
					return showItems(cmd.Context(), w, s, items, limit)
				case rejects != "":
					return showRejects(cmd.Context(), w, s, rejects, limit)
				case page != "":
					return showPage(cmd.Context(), w, s, page, html)
				}
				return showStore(cmd.Context(), w, s)
			})
		},
	}
	cmd.Flags().StringVar(&items, "items", "", "list the items of this `type`")
	cmd.Flags().StringVar(&rejects, "rejects", "", "list the invalid items of this `type` with their reasons")
	cmd.Flags().StringVar(&page, "page", "", "tell what is kept of the page at this `URL`")
	cmd.Flags().BoolVar(&html, "html", false, "with --page: print the rendered DOM that is kept")
	cmd.Flags().IntVar(&limit, "limit", 20, "list at most so many items; 0 lists all")
	return cmd
}

// withStore opens the store that name stands for, for reading.
func withStore(ctx context.Context, name string, do func(*store.Store) error) error {
	path := name
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) || filepath.Ext(path) == ".yaml" {
		path = strings.TrimSuffix(filepath.Base(name), ".yaml") + ".db"
	}
	s, err := store.Open(ctx, store.Config{Path: path, ReadOnly: true})
	if err != nil {
		return err
	}
	err = do(s)
	if errors.Is(err, store.ErrNotFound) {
		err = usageError{err}
	}
	return errors.Join(err, s.Close())
}

// showStore gives an overview.
func showStore(ctx context.Context, w io.Writer, s *store.Store) error {
	counts, err := s.Counts(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %d pages, %d AJAX answers, %d links\n", s.Path(), counts.Pages, counts.Exchanges, counts.Links)
	for _, item := range counts.Items {
		fmt.Fprintf(w, "  %-12s %7d items", item.Type, item.Stored)
		if item.Rejected > 0 {
			fmt.Fprintf(w, ", %d invalid (--rejects %s tells why)", item.Rejected, item.Type)
		}
		fmt.Fprintln(w)
	}
	if err := showRuns(ctx, w, s); err != nil {
		return err
	}
	failures, err := s.Failures(ctx)
	for _, f := range failures {
		fmt.Fprintf(w, "%s: %d × %s, e.g. %s", f.State, f.URLs, f.Class, f.Example)
		if f.Error != "" {
			fmt.Fprintf(w, ": %s", firstLine(f.Error))
		}
		fmt.Fprintln(w)
	}
	return err
}

func showRuns(ctx context.Context, w io.Writer, s *store.Store) error {
	runs, err := s.Runs(ctx)
	for _, r := range runs {
		took, outcome := "–", "running, or ended without a word"
		if !r.Ended.IsZero() {
			took, outcome = r.Ended.Sub(r.Started).Round(100*time.Millisecond).String(), r.Outcome
		}
		fmt.Fprintf(w, "run %d: %s, %s, %s, %s\n", r.ID, r.Flow, r.Started.Format(time.DateTime), took, firstLine(outcome))
	}
	return err
}

// showItems lists items as name: value lines.
func showItems(ctx context.Context, w io.Writer, s *store.Store, typeName string, limit int) error {
	typ, err := s.ItemType(ctx, typeName)
	if err != nil {
		return err
	}
	n := 0
	for row, err := range s.Items(ctx, typ) {
		if err != nil {
			return err
		}
		if n++; limit > 0 && n > limit {
			fmt.Fprintln(w, "…")
			return nil
		}
		fmt.Fprintln(w, itemLine(typ, row))
	}
	return nil
}

func itemLine(typ dyncrawl.ItemType, row store.Row) string {
	parts := make([]string, len(typ.Fields))
	for i, f := range typ.Fields {
		parts[i] = f.Name + "=" + shorten(valueText(row.Values[i]), 60)
	}
	return strings.Join(parts, " ")
}

// valueText writes a value as JSON, with & and the like as they are.
func valueText(value any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func showRejects(ctx context.Context, w io.Writer, s *store.Store, typeName string, limit int) error {
	rejects, err := s.Rejects(ctx)
	n := 0
	for _, r := range rejects {
		if r.Type != typeName {
			continue
		}
		if n++; limit > 0 && n > limit {
			fmt.Fprintln(w, "…")
			break
		}
		fmt.Fprintf(w, "%s\n  %s\n", strings.Join(r.Reasons, "; "), shorten(string(r.Fields), 200))
	}
	return err
}

// showPage tells what is kept of one page, or prints its DOM.
func showPage(ctx context.Context, w io.Writer, s *store.Store, url string, html bool) error {
	p, err := s.Page(ctx, url)
	if err != nil {
		return err
	}
	if html {
		_, err := fmt.Fprintln(w, p.HTML)
		return err
	}
	fmt.Fprintf(w, "%s\n  final URL  %s\n  status     %d %s\n  title      %s\n  fetched    %s, settled after %s, %s in all\n  html       %d bytes, sha256 %s\n",
		p.URL, p.FinalURL, p.Status, p.ContentType, p.Title, p.FetchedAt.Format(time.DateTime), p.Timing.Settled, p.Timing.Total, len(p.HTML), p.Hash)
	if p.Partial != "" {
		fmt.Fprintf(w, "  partial    %s\n", p.Partial)
	}
	for _, x := range p.Exchanges {
		fmt.Fprintf(w, "  %s %s %s → %d, %d bytes\n", x.Kind, x.Method, x.URL, x.Status, len(x.Body))
	}
	for _, l := range p.Links {
		fmt.Fprintf(w, "  link %s (%s) %s\n", l.URL, l.Source, l.Text)
	}
	return nil
}

// shorten cuts text to at most n characters.
func shorten(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n-1]) + "…"
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
