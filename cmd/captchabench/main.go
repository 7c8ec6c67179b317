// Captchabench measures the captcha reader on families of labelled pictures.
package main

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"dyncrawl/captcha/net"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "captchabench:", err)
		os.Exit(1)
	}
}

// family is one archive: train and test pictures and the alphabet.
type family struct {
	name        string
	train, test []net.Sample
	rules       net.Rules
}

func run() error {
	file := flag.String("model", "", "model to start from; empty means the one that comes with the program")
	labels := flag.Int("labels", 0, "labels to tune on")
	shows := flag.Int("passes", 0, "pictures to show")
	flag.Parse()
	m, err := model(*file)
	if err != nil {
		return err
	}
	sum := 0.0
	for _, name := range flag.Args() {
		f, err := open(name)
		if err != nil {
			return err
		}
		use := m
		if *labels > 0 {
			start := cpu()
			tuned, err := net.Tune(context.Background(), m, f.train[:*labels], net.TuneConfig{Rules: f.rules, Passes: *shows, Progress: func(p net.Progress) {
				fmt.Printf("  %6d of %d  %5.0f s loss %.3f held %.3f\n", p.Shown, p.Passes, cpu()-start, p.Loss, p.Held)
			}})
			if err != nil {
				return err
			}
			use = tuned.Model
			th := net.Threshold(tuned.Held, 0.99)
			fmt.Printf("  before %.3f after %.3f threshold %.3f\n", tuned.Before, tuned.After, th)
		}
		start := cpu()
		e, err := net.Evaluate(context.Background(), use, f.test, f.rules)
		e.Mean = time.Duration((cpu() - start) / float64(len(f.test)) * 1e9)
		if err != nil {
			return err
		}
		cov, prec := e.Coverage(0.95)
		fmt.Printf("%-14s exact %5.1f  char %5.1f  cov95 %5.1f at %5.1f  %v\n", f.name, 100*e.Exact, 100*e.Character, 100*cov, 100*prec, e.Mean)
		sum += e.Exact
	}
	fmt.Printf("mean %.1f\n", 100*sum/float64(flag.NArg()))
	return nil
}

func model(file string) (*net.Model, error) {
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

// open reads a family's archive: train/ and test/ with PNG files and labels.tsv, and
// alphabet.txt.
func open(name string) (family, error) {
	f := family{name: strings.TrimSuffix(filepath.Base(name), ".tar")}
	files, err := untar(name)
	if err != nil {
		return f, err
	}
	f.rules = net.Rules{Alphabet: strings.TrimSpace(string(files["alphabet.txt"])), FoldCase: true}
	if f.train, err = samples(files, "train"); err == nil {
		f.test, err = samples(files, "test")
	}
	if err != nil {
		return f, fmt.Errorf("read %s: %w", name, err)
	}
	f.rules.MinLen, f.rules.MaxLen = net.MaxText, 1
	for _, s := range f.train {
		n := len([]rune(s.Text))
		f.rules.MinLen, f.rules.MaxLen = min(f.rules.MinLen, n), max(f.rules.MaxLen, n)
	}
	return f, nil
}

func untar(name string) (map[string][]byte, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	files := map[string][]byte{}
	for r := tar.NewReader(in); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		if files[path.Clean(h.Name)], err = io.ReadAll(r); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
	}
}

func samples(files map[string][]byte, folder string) ([]net.Sample, error) {
	var all []net.Sample
	for line := range strings.Lines(string(files[folder+"/labels.tsv"])) {
		name, text, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if !ok {
			return nil, fmt.Errorf("%s/labels.tsv: %q is no file, tab and text", folder, line)
		}
		picture, err := png.Decode(bytes.NewReader(files[folder+"/"+name]))
		if err != nil {
			return nil, fmt.Errorf("%s/%s: %w", folder, name, err)
		}
		all = append(all, net.Sample{Image: picture, Text: text})
	}
	return all, nil
}

// cpu is the processor time that was used so far, in seconds.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
