package bench

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Head writes the head of a table in Markdown for rows with these numbers of labels.
func Head(w io.Writer, labels []int) error {
	out := "| family | plain Tesseract |"
	columns := 2
	for _, n := range labels {
		if n == 0 {
			out += " no labels | ms each |"
			columns += 2
			continue
		}
		out += fmt.Sprintf(" %d labels | covered | right of those | logins | tuning s | ms each |", n)
		columns += 6
	}
	_, err := fmt.Fprintf(w, "%s\n|%s\n", out, strings.Repeat("---|", columns))
	return err
}

// Write writes the row as a line of the table: shares in percent, times of the
// clock.
func (r Row) Write(w io.Writer) error {
	out := "| " + r.Family + " |" + percent(r.Plain)
	for _, c := range r.Cells {
		out += percent(c.Result.Exact)
		if c.Labels > 0 {
			out += percent(c.Coverage) + percent(c.Precision) + percent(c.in()) + fmt.Sprintf(" %.0f |", c.Tuning.Seconds())
		}
		out += fmt.Sprintf(" %.1f |", float64(c.Each.Microseconds())/1000)
	}
	_, err := fmt.Fprintln(w, out)
	return err
}

// percent is a column; what was not measured is negative.
func percent(share float64) string {
	if share < 0 {
		return " – |"
	}
	return fmt.Sprintf(" %.1f |", 100*share)
}

// in is the share of the logins that succeeded; negative without any.
func (c Cell) in() float64 {
	if c.Logins == 0 {
		return -1
	}
	return float64(c.In) / float64(c.Logins)
}

// Mean averages rows of the same columns.
func Mean(rows []Row) Row {
	m := Row{Family: "**mean**", Cells: make([]Cell, len(rows[0].Cells))}
	n := len(rows)
	for _, r := range rows {
		m.Plain += r.Plain / float64(n)
	}
	for i := range m.Cells {
		to := &m.Cells[i]
		for _, r := range rows {
			c := r.Cells[i]
			to.Labels = c.Labels
			to.Result.Exact += c.Result.Exact / float64(n)
			to.Coverage += c.Coverage / float64(n)
			to.Precision += c.Precision / float64(n)
			to.Logins += c.Logins
			to.In += c.In
			to.Tuning += c.Tuning / time.Duration(n)
			to.Each += c.Each / time.Duration(n)
		}
	}
	return m
}
