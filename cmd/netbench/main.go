// Netbench measures the captcha network on families of labelled pictures and
// prints a table: see docs/CAPTCHA.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"dyncrawl/captcha/net"
	"dyncrawl/captcha/net/bench"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "netbench:", err)
		os.Exit(1)
	}
}

func run() error {
	file := flag.String("model", "", "model to start from; empty means the one that comes with the program")
	labels := flag.String("labels", "0,100,500", "numbers of labels to tune on, with commas")
	passes := flag.Int("passes", 0, "pictures to show in a tuning; 0 chooses by the number of labels")
	diagram := flag.String("diagram", "", "SVG file for the reliability diagram of the last number of labels")
	flag.Parse()
	c := bench.Config{Passes: *passes, Clock: processor, Progress: report}
	for _, n := range strings.Split(*labels, ",") {
		count, err := strconv.Atoi(n)
		if err != nil {
			return fmt.Errorf("read -labels %q: %w", *labels, err)
		}
		c.Labels = append(c.Labels, count)
	}
	m, err := open(*file)
	if err != nil {
		return err
	}
	var families []bench.Family
	for _, name := range flag.Args() {
		f, err := bench.Open(name)
		if err != nil {
			return err
		}
		families = append(families, f)
	}
	return measure(m, families, c, *diagram)
}

func measure(m *net.Model, families []bench.Family, c bench.Config, diagram string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	rows, err := bench.Measure(ctx, m, families, c)
	if printed := bench.Table(os.Stdout, rows); err == nil {
		err = printed
	}
	if err != nil || diagram == "" {
		return err
	}
	var readings []net.Judged
	for _, r := range rows {
		readings = append(readings, r.Cells[len(r.Cells)-1].Result.Readings...)
	}
	f, err := os.Create(diagram)
	if err != nil {
		return err
	}
	title := fmt.Sprintf("%d families, %d labels", len(rows), c.Labels[len(c.Labels)-1])
	if err := bench.Diagram(f, title, readings); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// report prints a measurement as soon as it is there.
func report(family string, c bench.Cell) {
	fmt.Fprintf(os.Stderr, "%-14s %3d labels: exact %5.1f, character %5.1f, covered %5.1f right of those %5.1f, tuning %4.0f s, %5.1f ms each\n",
		family, c.Labels, 100*c.Result.Exact, 100*c.Result.Character, 100*c.Coverage, 100*c.Precision,
		c.Tuning.Seconds(), float64(c.Each.Microseconds())/1000)
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
