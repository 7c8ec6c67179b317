package bench

import (
	"context"
	"fmt"
	"time"

	"dyncrawl/captcha/net"
)

// Config says what is measured.
type Config struct {
	Labels []int                // how many labels to tune on; zero stands for the model as it comes
	Seed   uint64               // of the tuning
	Passes int                  // pictures shown in a tuning; zero means what net.Tune chooses
	Clock  func() time.Duration // processor time used so far; nil means wall time
}

// Cell is one measurement.
type Cell struct {
	Labels    int
	Model     *net.Model // that read
	Result    net.Evaluation
	Tuning    time.Duration // how long the tuning took
	Threshold float64       // of the confidence, for 99 % precision on pictures held back from tuning; 0 without tuning
	Coverage  float64       // share of the test pictures above the threshold
	Precision float64       // share of those that were read right
	Each      time.Duration // time a picture
	Logins    int           // tried with the test pictures; whoever logs in says how many
	In        int           // of them that succeeded
}

// Row is what is known of one family.
type Row struct {
	Family string
	Plain  float64 // share that plain Tesseract read right; negative when it was not asked
	Cells  []Cell  // one for each of Config.Labels
}

// wanted is the precision that the threshold aims at.
const wanted = 0.99

// Measure tunes m on a family's labels and reads its test pictures, for each number
// of labels.
func Measure(ctx context.Context, m *net.Model, f Family, c Config) (Row, error) {
	if c.Clock == nil {
		start := time.Now()
		c.Clock = func() time.Duration { return time.Since(start) }
	}
	row := Row{Family: f.Name, Plain: -1}
	for _, labels := range c.Labels {
		cell, err := c.measure(ctx, m, f, labels)
		if err != nil {
			return row, fmt.Errorf("measure captcha family %s with %d labels: %w", f.Name, labels, err)
		}
		row.Cells = append(row.Cells, cell)
	}
	return row, nil
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
	cell.Model, cell.Each = m, (c.Clock()-start)/time.Duration(len(f.Test))
	if labels > 0 {
		cell.Coverage, cell.Precision = cell.Result.Coverage(cell.Threshold)
	}
	return cell, nil
}
