// Command bench measures what a page costs: a bare loop over the DevTools
// protocol, and dyncrawl with each driver and tier, on the same pages in the
// same run. docs/BENCHMARKS.md tells how to read its table.
package main

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"text/tabwriter"

	"dyncrawl"
	"dyncrawl/browser/chrome"
	"dyncrawl/demo"
	"dyncrawl/store"
)

//go:embed bench.yaml
var flow embed.FS

// ready is the element that a page of the bench site shows when it is complete.
const ready = "h1"

func main() {
	b := &bench{out: os.Stdout}
	flag.StringVar(&b.kind, "kind", demo.BenchAJAX, "`kind` of pages: plain, static, ajax or mixed")
	flag.IntVar(&b.pages, "pages", 300, "pages of the site")
	flag.IntVar(&b.tabs, "tabs", 4, "tabs open at the same time")
	flag.IntVar(&b.rounds, "rounds", 3, "rounds; the table shows the median of each row")
	flag.StringVar(&b.only, "only", "", "rows to run, parted by commas; default: all")
	flag.StringVar(&b.dyncrawl, "dyncrawl", "bin/dyncrawl", "`path` of the program")
	floorAt := flag.String("floor", "", "crawl the pages at this base `URL` with the bare loop and end")
	lean := flag.Bool("lean", false, "with -floor: in a browser as lean as dyncrawl's")
	flag.Parse()
	var err error
	if *floorAt != "" {
		err = runFloor(*floorAt, *lean, b)
	} else {
		err = b.run(context.Background())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// runFloor is the bare loop, in a process of its own so that it can be measured
// like the others.
func runFloor(base string, lean bool, b *bench) error {
	urls := make([]string, b.pages)
	for id := range urls {
		urls[id] = fmt.Sprintf("%s/bench/%s/p/%d", base, b.kind, id)
	}
	right, err := floor(context.Background(), chrome.Config{Lean: lean, KeepFrames: lean}, urls, b.tabs, ready)
	fmt.Println(right)
	return err
}

// bench is one run of the program.
type bench struct {
	out      *os.File
	kind     string
	pages    int
	tabs     int
	rounds   int
	only     string
	dyncrawl string

	base     string
	requests atomic.Int64
	visits   atomic.Int64 // requests for pages
	truth    map[int64]demo.BenchItem
	dir      string
}

// row is one way to crawl the site.
type row struct {
	name    string
	render  string // of the flow; empty: the bare loop
	driver  string
	explore bool
}

// leanFloor is the bare loop in a browser that is told to load no pictures and
// what else makes dyncrawl's browser cheap.
const leanFloor = "lean floor"

var rows = []row{
	{name: "floor"},
	{name: leanFloor},
	{name: "chromedp", render: "browser", driver: "chromedp"},
	{name: "explore", render: "browser", driver: "chromedp", explore: true},
	{name: "rod", render: "browser", driver: "rod"},
	{name: "http", render: "http", driver: "chromedp"},
	{name: "auto", render: "auto", driver: "chromedp"},
}

// result is what one crawl took and brought.
type result struct {
	cost
	requests int64
	right    int
	total    int
}

func (b *bench) run(ctx context.Context) (err error) {
	if b.dir, err = os.MkdirTemp("", "dyncrawl-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	stop, err := b.serve()
	if err != nil {
		return err
	}
	defer stop()
	results := make(map[string][]result)
	for round := range b.rounds {
		for _, r := range b.chosen() {
			one, err := b.measure(ctx, r)
			if err != nil {
				return fmt.Errorf("%s: %w", r.name, err)
			}
			fmt.Fprintf(os.Stderr, "round %d: %s %.1f s\n", round+1, r.name, one.wall.Seconds())
			results[r.name] = append(results[r.name], one)
		}
	}
	return b.print(results)
}

func (b *bench) chosen() []row {
	if b.only == "" {
		return rows
	}
	names := strings.Split(b.only, ",")
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return !slices.Contains(names, r.name) })
}

// serve serves the site from this process, whose own processor time counts for
// nobody.
func (b *bench) serve() (stop func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	site := demo.NewBench(b.pages)
	b.truth = make(map[int64]demo.BenchItem)
	for _, item := range site.Items() {
		b.truth[int64(item.ID)] = item
	}
	b.base = "http://" + listener.Addr().String()
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.requests.Add(1)
		if strings.Contains(r.URL.Path, "/p/") {
			b.visits.Add(1)
		}
		site.ServeHTTP(w, r)
	})}
	go server.Serve(listener)
	return server.Close, nil
}

func (b *bench) measure(ctx context.Context, r row) (result, error) {
	if r.render == "" {
		return b.measureFloor(ctx, r.name)
	}
	flowFile, db := filepath.Join(b.dir, "bench.yaml"), filepath.Join(b.dir, "bench.db")
	text, err := flow.ReadFile("bench.yaml")
	if err != nil {
		return result{}, err
	}
	text = append(text, "\nrender: "+r.render+"\n"...)
	if r.explore {
		text = append(text, "explore: on\n"...)
	}
	if err := os.WriteFile(flowFile, text, 0o644); err != nil {
		return result{}, err
	}
	args := []string{"run", flowFile, "--fresh", "--store", db, "--tabs", fmt.Sprint(b.tabs),
		"--driver", r.driver, "--var", "base=" + b.base + "/bench/" + b.kind}
	one, err := b.observe(r.name, exec.CommandContext(ctx, b.dyncrawl, args...))
	if err != nil {
		return one, err
	}
	one.right, one.total, err = b.check(ctx, db)
	return one, err
}

func (b *bench) measureFloor(ctx context.Context, name string) (result, error) {
	self, err := os.Executable()
	if err != nil {
		return result{}, err
	}
	args := []string{"-floor", b.base, "-kind", b.kind, "-pages", fmt.Sprint(b.pages), "-tabs", fmt.Sprint(b.tabs), fmt.Sprintf("-lean=%t", name == leanFloor)}
	var out strings.Builder
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Stdout = &out
	one, err := b.observe(name, cmd)
	fmt.Sscan(out.String(), &one.right)
	one.total = b.pages
	return one, err
}

func (b *bench) observe(name string, cmd *exec.Cmd) (result, error) {
	before, visits := b.requests.Load(), b.visits.Load()
	g := &growth{out: os.Stderr, name: name, done: func() int { return int(b.visits.Load() - visits) }}
	var errors strings.Builder
	cmd.Stderr = &errors
	c, err := measure(cmd, g)
	if err != nil {
		err = fmt.Errorf("%w: %s", err, errors.String())
	}
	return result{cost: c, requests: b.requests.Load() - before}, err
}

// check holds the items of the store against the truth.
func (b *bench) check(ctx context.Context, path string) (right, total int, err error) {
	s, err := store.Open(ctx, store.Config{Path: path, ReadOnly: true})
	if err != nil {
		return 0, 0, err
	}
	defer s.Close()
	typ, err := s.ItemType(ctx, "item")
	if err != nil {
		return 0, 0, err
	}
	for record, err := range s.Items(ctx, typ) {
		if err != nil {
			return 0, 0, err
		}
		total++
		if b.isRight(typ, record) {
			right++
		}
	}
	return right, max(total, b.pages), nil
}

func (b *bench) isRight(typ dyncrawl.ItemType, row store.Row) bool {
	fields := make(map[string]any)
	for i, field := range typ.Fields {
		fields[field.Name] = row.Values[i]
	}
	id, _ := fields["id"].(int64)
	want, ok := b.truth[id]
	return ok && want.Is(fields)
}

// print writes the medians as a Markdown table, each beside its ratio to the
// first row, usually the floor, of the same round.
func (b *bench) print(results map[string][]result) error {
	fmt.Fprintf(b.out, "%d %s pages, %d tabs, median of %d rounds; × is the ratio to the row %s\n\n", b.pages, b.kind, b.tabs, b.rounds, b.chosen()[0].name)
	w := tabwriter.NewWriter(b.out, 0, 0, 1, ' ', 0)
	fmt.Fprintln(w, "| row\t| pages/s\t| ×\t| CPU ms/page\t| ×\t| peak MiB\t| requests\t| items right\t|")
	fmt.Fprintln(w, "|---\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|")
	first := results[b.chosen()[0].name]
	for _, r := range b.chosen() {
		all := results[r.name]
		rate := median(all, func(_ int, one result) float64 { return float64(b.pages) / one.wall.Seconds() })
		cpu := median(all, func(_ int, one result) float64 { return one.cpu.Seconds() * 1000 / float64(b.pages) })
		last := all[len(all)-1]
		fmt.Fprintf(w, "| %s\t| %.1f\t| %s\t| %.1f\t| %s\t| %.0f\t| %d\t| %d/%d\t|\n", r.name,
			rate, ratio(all, first, func(x, f result) float64 { return f.wall.Seconds() / x.wall.Seconds() }),
			cpu, ratio(all, first, func(x, f result) float64 { return x.cpu.Seconds() / f.cpu.Seconds() }),
			median(all, func(_ int, one result) float64 { return float64(one.peak) / (1 << 20) }),
			last.requests, last.right, last.total)
	}
	return w.Flush()
}

// ratio returns the median of the ratios to the first row of the same round.
func ratio(all, first []result, of func(x, first result) float64) string {
	return fmt.Sprintf("%.2f", median(all, func(i int, one result) float64 { return of(one, first[i]) }))
}

func median(all []result, of func(i int, one result) float64) float64 {
	var values []float64
	for i, one := range all {
		values = append(values, of(i, one))
	}
	slices.Sort(values)
	return values[len(values)/2]
}
