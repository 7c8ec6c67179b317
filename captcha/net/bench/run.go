package bench

import (
	"context"
	"fmt"
	"io"
	"time"

	"dyncrawl/captcha/net"
)

// Config says what is measured.
type Config struct {
	Labels   []int                       // how many labels to tune on; zero stands for the model as it comes
	Seed     uint64                      // of the tuning
	Passes   int                         // pictures shown in a tuning; zero means what net.Tune chooses
	Clock    func() time.Duration        // processor time used so far; nil means wall time
	Progress func(family string, c Cell) // called after every measurement; may be nil
}

// Cell is one measurement.
type Cell struct {
	Labels    int
	Result    net.Evaluation
	Tuning    time.Duration // how long the tuning took
	Threshold float64       // of the confidence, for 99 % precision on pictures held back from tuning; 0 without tuning
	Coverage  float64       // share of the test pictures above the threshold
	Precision float64       // share of those that were read right
	Each      time.Duration // time a picture
}

// Row is the measurements of one family, one for each of Config.Labels.
type Row struct {
	Family string
	Cells  []Cell
}

// wanted is the precision that the threshold aims at.
const wanted = 0.99

// Measure tunes m on each family and reads the test pictures.
func Measure(ctx context.Context, m *net.Model, families []Family, c Config) ([]Row, error) {
	if c.Clock == nil {
		start := time.Now()
		c.Clock = func() time.Duration { return time.Since(start) }
	}
	var rows []Row
	for _, f := range families {
		row := Row{Family: f.Name}
		for _, labels := range c.Labels {
			cell, err := c.measure(ctx, m, f, labels)
			if err != nil {
				return rows, fmt.Errorf("measure captcha family %s with %d labels: %w", f.Name, labels, err)
			}
			row.Cells = append(row.Cells, cell)
			if c.Progress != nil {
				c.Progress(f.Name, cell)
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (c Config) measure(ctx context.Context, m *net.Model, f Family, labels int) (Cell, error) {
	cell := Cell{Labels: labels}
	if labels > 0 {
		start := c.Clock()
		tuned, err := net.Tune(ctx, m, f.Train[:min(labels, len(f.Train))], net.TuneConfig{Rules: f.Rules, Seed: c.Seed, Passes: c.Passes})
		if err != nil {
			return cell, err
		}
		m, cell.Tuning = tuned.Model, c.Clock()-start
		cell.Threshold = net.Threshold(tuned.Readings, wanted)
	}
	start := c.Clock()
	var err error
	if cell.Result, err = net.Evaluate(ctx, m, f.Test, f.Rules); err != nil {
		return cell, err
	}
	cell.Each = (c.Clock() - start) / time.Duration(len(f.Test))
	if labels > 0 {
		cell.Coverage, cell.Precision = cell.Result.Coverage(cell.Threshold)
	}
	return cell, nil
}

// Table writes the rows and their means as a table in Markdown.
func Table(w io.Writer, rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	out := "| family |"
	rule := "|---|"
	for _, c := range rows[0].Cells {
		if c.Labels == 0 {
			out, rule = out+" no labels | ms each |", rule+"---|---|"
			continue
		}
		out += fmt.Sprintf(" %d labels | covered | right of those | tuning s | ms each |", c.Labels)
		rule += "---|---|---|---|---|"
	}
	out += "\n" + rule + "\n"
	for _, r := range append(rows, mean(rows)) {
		out += "| " + r.Family + " |"
		for _, c := range r.Cells {
			out += c.columns()
		}
		out += "\n"
	}
	_, err := io.WriteString(w, out)
	return err
}

func (c Cell) columns() string {
	each := fmt.Sprintf(" %.1f |", float64(c.Each.Microseconds())/1000)
	exact := fmt.Sprintf(" %.1f |", 100*c.Result.Exact)
	if c.Labels == 0 {
		return exact + each
	}
	return exact + fmt.Sprintf(" %.1f | %.1f | %.0f |", 100*c.Coverage, 100*c.Precision, c.Tuning.Seconds()) + each
}

// mean averages the columns.
func mean(rows []Row) Row {
	m := Row{Family: "**mean**", Cells: make([]Cell, len(rows[0].Cells))}
	n := len(rows)
	for i := range m.Cells {
		for _, r := range rows {
			c, to := r.Cells[i], &m.Cells[i]
			to.Labels = c.Labels
			to.Result.Exact += c.Result.Exact / float64(n)
			to.Coverage += c.Coverage / float64(n)
			to.Precision += c.Precision / float64(n)
			to.Tuning += c.Tuning / time.Duration(n)
			to.Each += c.Each / time.Duration(n)
		}
	}
	return m
}
