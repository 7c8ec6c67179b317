// Command captchabench measures how well captchas are read: families of labelled
// pictures with the network, as it comes and tuned on labels, beside plain
// Tesseract; or how a site is learned from its own yes and no. A family is a .tar
// file as captcha/net/bench reads it. See docs/CAPTCHA.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"dyncrawl/captcha"
	"dyncrawl/captcha/net"
	"dyncrawl/captcha/net/bench"
)

func main() {
	var o options
	flag.StringVar(&o.dir, "dir", "", "folder of families, beside those named")
	flag.StringVar(&o.labels, "labels", "0,100,500", "numbers of labels to tune on, with commas")
	flag.IntVar(&o.passes, "passes", 0, "pictures to show in a tuning; 0 chooses by the number of labels")
	flag.StringVar(&o.model, "model", "", "model to start from; empty means the one that comes with the program")
	flag.IntVar(&o.ocr, "ocr", 50, "pictures of each family to read with Tesseract, which takes a second each")
	flag.StringVar(&o.diagram, "diagram", "", "SVG file for the reliability diagram of the last number of labels")
	flag.StringVar(&o.learn, "learn", "", "play sites that accept and reject, and draw into this SVG file how they are learned")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := o.run(ctx, os.Stdout, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "captchabench:", err)
		os.Exit(1)
	}
}

// options are the program's flags.
type options struct {
	dir, labels, model, diagram, learn string
	passes, ocr                        int
}

func (o options) run(ctx context.Context, out io.Writer, families []string) error {
	if o.dir != "" {
		more, err := filepath.Glob(filepath.Join(o.dir, "*.tar"))
		if err != nil {
			return err
		}
		families = append(families, more...)
	}
	if len(families) == 0 {
		return errors.New("which pictures? name families, or a folder of them with -dir (make bench-captcha CAPTCHAS=folder)")
	}
	if o.learn != "" {
		return learn(ctx, out, families, o.learn)
	}
	return o.measure(ctx, out, families)
}

// measure prints the table, a line as soon as it is there.
func (o options) measure(ctx context.Context, out io.Writer, families []string) error {
	c := bench.Config{Passes: o.passes, Clock: processor}
	for _, text := range strings.Split(o.labels, ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("read -labels %q: %w", o.labels, err)
		}
		c.Labels = append(c.Labels, n)
	}
	m, err := open(o.model)
	if err != nil {
		return err
	}
	if err := bench.Head(out, c.Labels); err != nil {
		return err
	}
	var rows []bench.Row
	for _, family := range families {
		row, err := o.row(ctx, m, family, c)
		if err = errors.Join(err, row.Write(out)); err != nil {
			return err
		}
		rows = append(rows, row)
	}
	if err := bench.Mean(rows).Write(out); err != nil || o.diagram == "" {
		return err
	}
	return drawReliability(o.diagram, rows)
}

// row measures a family with every reader.
func (o options) row(ctx context.Context, m *net.Model, family string, c bench.Config) (bench.Row, error) {
	f, err := bench.Open(family)
	if err != nil {
		return bench.Row{}, err
	}
	row, err := bench.Measure(ctx, m, f, c)
	if err != nil {
		return row, err
	}
	test, err := captcha.ReadSet(family + "/test")
	if err != nil {
		return row, err
	}
	rules := challenge(f.Rules)
	if row.Plain, err = plain(ctx, test.Pictures[:min(o.ocr, len(test.Pictures))], rules); err != nil {
		return row, err
	}
	for i := range row.Cells {
		if cell := &row.Cells[i]; cell.Labels > 0 {
			if cell.In, cell.Logins, err = logins(ctx, cell.Model, test.Pictures, rules); err != nil {
				return row, err
			}
		}
	}
	return row, nil
}

// challenge is what the rules of a family mean for all readers.
func challenge(r net.Rules) captcha.Challenge {
	return captcha.Challenge{Alphabet: r.Alphabet, FoldCase: r.FoldCase, MinLen: r.MinLen, MaxLen: r.MaxLen}
}

// plain is the share of pictures that plain Tesseract reads right; negative without
// pictures.
func plain(ctx context.Context, pictures []captcha.Labelled, rules captcha.Challenge) (share float64, err error) {
	if len(pictures) == 0 {
		return -1, nil
	}
	t := captcha.NewTesseract(captcha.TesseractConfig{Plain: true})
	defer func() { err = errors.Join(err, t.Close()) }()
	m, err := captcha.Measure(ctx, t, pictures, rules)
	return m.Exact(), err
}

// drawReliability draws the readings with the last number of labels.
func drawReliability(file string, rows []bench.Row) error {
	var readings []net.Judged
	labels := 0
	for _, r := range rows {
		last := r.Cells[len(r.Cells)-1]
		labels = last.Labels
		readings = append(readings, last.Result.Readings...)
	}
	return writeFile(file, func(w io.Writer) error {
		return bench.Diagram(w, fmt.Sprintf("%d families, %d labels", len(rows), labels), readings)
	})
}

func writeFile(file string, write func(io.Writer) error) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

func open(file string) (*net.Model, error) {
	if file == "" {
		return net.Pretrained()
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return net.Load(f)
}

// processor is the processor time used so far: other programs do not count.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
