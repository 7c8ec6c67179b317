// Command captchabench measures how well the readers of captchas read labelled
// pictures, family by family, and prints a table beside plain Tesseract. A family
// is a .tar file or folder with the folders train and test, each a set of pictures
// as dyncrawl captcha describes them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"dyncrawl/captcha"
)

func main() {
	b := &bench{out: os.Stdout}
	dir := flag.String("dir", "", "folder of the families")
	flag.IntVar(&b.test, "test", 200, "pictures of each family to read")
	flag.IntVar(&b.ocr, "ocr", 50, "pictures of each family to read with Tesseract, which takes a second each")
	flag.BoolVar(&b.curves, "learn", false, "play a site that accepts and rejects, and print how that is learned from")
	flag.Parse()
	if err := b.run(context.Background(), *dir); err != nil {
		fmt.Fprintln(os.Stderr, "captchabench:", err)
		os.Exit(1)
	}
}

// bench is one run of the program.
type bench struct {
	out       io.Writer
	test, ocr int
	curves    bool
	plain     *captcha.Tesseract
	chains    *captcha.Tesseract
}

// column is one way to read a family.
type column struct {
	name   string
	labels int // that it is trained on; 0: none
	solver func(ctx context.Context, labels []captcha.Labelled, rules captcha.Challenge) (captcha.Solver, error)
	slow   bool // reads fewer pictures
}

func (b *bench) columns() []column {
	fixed := func(s captcha.Solver) func(context.Context, []captcha.Labelled, captcha.Challenge) (captcha.Solver, error) {
		return func(context.Context, []captcha.Labelled, captcha.Challenge) (captcha.Solver, error) { return s, nil }
	}
	return []column{
		{"Tesseract", 0, fixed(b.plain), true},
		{"chains + Tesseract", 0, fixed(b.chains), true},
		{"glyphs, 500 labels", 500, trainGlyphs, false},
		{"net, no label", 0, fixed(captcha.NewGeneral()), false},
		{"net, 100 labels", 100, tuneNet, false},
		{"net, 500 labels", 500, tuneNet, false},
	}
}

func trainGlyphs(ctx context.Context, labels []captcha.Labelled, rules captcha.Challenge) (captcha.Solver, error) {
	t, err := captcha.TrainGlyphs(ctx, labels, captcha.TrainConfig{Rules: rules, Seed: 1})
	return t.Model, err
}

func tuneNet(ctx context.Context, labels []captcha.Labelled, rules captcha.Challenge) (captcha.Solver, error) {
	t, err := captcha.TuneNet(ctx, nil, labels, captcha.TrainConfig{Rules: rules, Seed: 1})
	return t.Model, err
}

func (b *bench) run(ctx context.Context, dir string) (err error) {
	families, err := familiesIn(dir)
	if err != nil {
		return err
	}
	if b.curves {
		return b.learn(ctx, families)
	}
	b.plain = captcha.NewTesseract(captcha.TesseractConfig{Plain: true})
	b.chains = captcha.NewTesseract(captcha.TesseractConfig{})
	defer func() { err = errors.Join(err, b.plain.Close(), b.chains.Close()) }()
	columns := b.columns()
	b.head(columns)
	means := make([]mean, len(columns))
	for _, family := range families {
		if err := b.family(ctx, family, columns, means); err != nil {
			return fmt.Errorf("%s: %w", family, err)
		}
	}
	b.row("**mean**", means)
	return nil
}

// familiesIn lists the families of a folder.
func familiesIn(dir string) ([]string, error) {
	if dir == "" {
		return nil, errors.New("which pictures? give -dir: a folder of families (make bench-captcha CAPTCHAS=folder)")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var families []string
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) == ".tar" {
			families = append(families, filepath.Join(dir, e.Name()))
		}
	}
	if len(families) == 0 {
		return nil, fmt.Errorf("%s has no families", dir)
	}
	return families, nil
}

// mean sums the results of a column; coverage is that at 99 % precision.
type mean struct {
	n               int
	exact, coverage float64
	failed          string // why a family has no result
}

func (b *bench) family(ctx context.Context, family string, columns []column, means []mean) error {
	test, err := captcha.ReadSet(family + "/test")
	if err != nil {
		return err
	}
	train, err := captcha.ReadSet(family + "/train")
	if err != nil {
		return err
	}
	rules := captcha.Challenge{Alphabet: test.Alphabet, FoldCase: true}
	rules.MinLen, rules.MaxLen = lengths(train.Pictures)
	results := make([]mean, len(columns))
	for i, c := range columns {
		results[i] = b.measure(ctx, c, train.Pictures, test.Pictures, rules)
		means[i].n += results[i].n
		means[i].exact += results[i].exact
		means[i].coverage += results[i].coverage
	}
	b.row(strings.TrimSuffix(filepath.Base(family), ".tar"), results)
	return nil
}

// lengths is the least and the greatest length of the labels.
func lengths(labels []captcha.Labelled) (least, most int) {
	for i, l := range labels {
		n := len([]rune(l.Text))
		if i == 0 {
			least = n
		}
		least, most = min(least, n), max(most, n)
	}
	return least, most
}

// measure trains, if there is something to train, and reads.
func (b *bench) measure(ctx context.Context, c column, labels, pictures []captcha.Labelled, rules captcha.Challenge) mean {
	solver, err := c.solver(ctx, labels[:min(len(labels), c.labels)], rules)
	if err != nil {
		return mean{failed: err.Error()}
	}
	n := b.test
	if c.slow {
		n = b.ocr
	}
	m, err := captcha.Measure(ctx, solver, pictures[:min(len(pictures), n)], rules)
	if err != nil {
		return mean{failed: err.Error()}
	}
	coverage, _ := m.Coverage(0.99)
	return mean{n: 1, exact: m.Exact(), coverage: coverage}
}

func (b *bench) head(columns []column) {
	fmt.Fprint(b.out, "Whole picture exact, %; in brackets the coverage at 99 % precision.\n\n| family |")
	for _, c := range columns {
		fmt.Fprintf(b.out, " %s |", c.name)
	}
	fmt.Fprintf(b.out, "\n|---|%s\n", strings.Repeat("---|", len(columns)))
}

// row prints results, or the means of sums of them.
func (b *bench) row(name string, results []mean) {
	fmt.Fprintf(b.out, "| %s |", name)
	for _, m := range results {
		if m.n == 0 {
			fmt.Fprint(b.out, " – |")
			continue
		}
		fmt.Fprintf(b.out, " %.1f (%.1f) |", 100*m.exact/float64(m.n), 100*m.coverage/float64(m.n))
	}
	fmt.Fprintln(b.out)
	for _, m := range results {
		if m.failed != "" {
			fmt.Fprintln(os.Stderr, "captchabench:", name+":", m.failed)
		}
	}
}
