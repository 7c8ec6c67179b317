package main

import (
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"dyncrawl/crawl"
	"dyncrawl/flows"
)

// logEvery is the time between progress lines where there is no terminal.
const logEvery = 10 * time.Second

// display shows the progress: one line that is rewritten on a terminal, a log
// line now and then otherwise.
type display struct {
	w        io.Writer
	terminal bool
	log      *slog.Logger
	width    int // of the line that stands there
	logged   time.Time
}

func newDisplay(w io.Writer, terminal bool, log *slog.Logger) *display {
	return &display{w: w, terminal: terminal, log: log, logged: time.Now()}
}

// progress shows p.
func (d *display) progress(p crawl.Progress) {
	if d.terminal {
		d.rewrite(progressLine(p))
		return
	}
	if time.Since(d.logged) < logEvery {
		return
	}
	d.logged = time.Now()
	d.log.Info("progress", "done", p.Frontier.Done, "queued", p.Frontier.Queued, "failed", p.Frontier.Failed,
		"skipped", p.Frontier.Skipped, "pages_per_second", p.PerSec, "tabs", p.Tabs)
}

// progressLine is the line on a terminal.
func progressLine(p crawl.Progress) string {
	left := "–"
	if p.Left > 0 {
		left = p.Left.Round(time.Second).String()
	}
	return fmt.Sprintf("%s  %.1f pages/s  done %d  queued %d  failed %d  skipped %d  tabs %d/%d  left %s",
		p.Elapsed.Round(time.Second), p.PerSec, p.Frontier.Done, p.Frontier.Queued,
		p.Frontier.Failed, p.Frontier.Skipped, p.Frontier.Leased, p.Tabs, left)
}

// rewrite replaces the line that stands on the terminal.
func (d *display) rewrite(line string) {
	pad := max(d.width-len(line), 0)
	fmt.Fprintf(d.w, "\r%s%s", line, strings.Repeat(" ", pad))
	d.width = len(line)
}

// clear removes the line from the terminal.
func (d *display) clear() {
	if d.terminal && d.width > 0 {
		d.rewrite("")
		fmt.Fprint(d.w, "\r")
	}
}

// printSummary tells what came of a run and what to look at next.
func printSummary(w io.Writer, flow *flows.Flow, s crawl.Summary) {
	fmt.Fprintf(w, "%d pages in %s", s.Pages, s.Elapsed.Round(100*time.Millisecond))
	if s.Elapsed > 0 {
		fmt.Fprintf(w, " (%.1f a second)", float64(s.Pages)/s.Elapsed.Seconds())
	}
	fmt.Fprintf(w, "; %d done in all, %d queued, %d failed, %d skipped\n",
		s.Frontier.Done, s.Frontier.Queued+s.Frontier.Leased, s.Frontier.Failed, s.Frontier.Skipped)
	for _, item := range s.Items {
		printItemCount(w, item)
	}
	for reason, n := range s.Partial {
		fmt.Fprintf(w, "  %d pages are not complete: %s\n", n, reason)
	}
	printExplored(w, s.Explored)
	for _, t := range s.Traps {
		fmt.Fprintf(w, "  trap: %s leads to ever more of its kind and to nothing new: %d links were not followed\n", t.Pages, t.Left)
	}
	if s.Copies > 0 {
		fmt.Fprintf(w, "  %d pages are copies: their HTML is that of another page\n", s.Copies)
	}
	for _, f := range s.Failures {
		fmt.Fprintf(w, "  failed: %d × %s, e.g. %s\n", f.URLs, f.Class, f.Example)
		if f.Error != "" {
			fmt.Fprintf(w, "    %s\n", strings.ReplaceAll(f.Error, "\n", "\n    "))
		}
		if f.Hint != "" {
			fmt.Fprintf(w, "    hint: %s\n", f.Hint)
		}
	}
	fmt.Fprintf(w, "look at it:  dyncrawl show %s    dyncrawl export %s --to jsonl\n", flow.StorePath(), flow.StorePath())
}

// printExplored tells what was done to pages to see what they can show.
func printExplored(w io.Writer, e crawl.Explored) {
	if e.Pages == 0 {
		return
	}
	fmt.Fprintf(w, "  explored: %d pages, %d states, %d events, %d things left alone\n", e.Pages, e.States, e.Events, e.Refused)
	if e.Usual > 0 {
		fmt.Fprintf(w, "    %d controls in headers, menus and footers were left out: the same came of them on other pages\n", e.Usual)
	}
	for _, limit := range slices.Sorted(maps.Keys(e.Limits)) {
		fmt.Fprintf(w, "    %d pages were cut short: %s\n", e.Limits[limit], limit)
	}
}

// printItemCount tells how many items of a type came, and what they lack.
func printItemCount(w io.Writer, c crawl.ItemCount) {
	fmt.Fprintf(w, "  %-12s %6d taken", c.Type, c.Taken)
	if c.Rejected > 0 {
		fmt.Fprintf(w, ", %d of them invalid (kept in item_rejects with the reason)", c.Rejected)
	}
	fmt.Fprintln(w)
	if c.Pages > 0 && c.Taken == 0 {
		fmt.Fprintf(w, "    its rule was applied to %d pages and found nothing: has the site changed?\n", c.Pages)
	}
	if len(c.Empty) > 0 {
		fmt.Fprintf(w, "    no %s has %s: has the site changed?\n", c.Type, strings.Join(c.Empty, ", "))
	}
}
