// Pretrain makes the general weights of the captcha reader from synthetic
// pictures: see docs/CAPTCHA.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"image"
	"io"
	"os"
	"os/signal"
	"time"

	"dyncrawl/captcha/net"
	"dyncrawl/captcha/net/nn"
	"dyncrawl/captcha/synth"
)

const classes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-*=?"

// The first pictures show plain text; then noise and distortion rise to their full
// strength.
const plain, rising = 20_000, 60_000

// level is the difficulty of picture n.
func level(n uint64) float64 {
	return min(max((float64(n)-plain)/rising, 0), 1)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "pretrain:", err)
		os.Exit(1)
	}
}

func run() error {
	fonts := flag.String("fonts", "/usr/share/fonts", "folder with TrueType and OpenType fonts")
	from := flag.String("from", "", "model to go on from")
	to := flag.String("to", "pretrained.net", "model to write, every few minutes and at the end")
	half := flag.Bool("half", false, "write weights in half precision")
	pictures := flag.Int("pictures", 500_000, "pictures to show")
	seed := flag.Uint64("seed", 1, "seed of generator and weights")
	rate := flag.Float64("rate", 0.002, "rate of the optimiser")
	decay := flag.Float64("decay", 0.3, "share of the run in which the rate falls to zero")
	flag.Parse()

	faces, err := synth.OpenFonts(*fonts)
	if err != nil {
		return err
	}
	groups, files := faces.Count()
	fmt.Printf("%d font files in %d folders, seed %d, inner loops %s\n", files, groups, *seed, nn.Kernel)
	c := net.PretrainConfig{
		Classes: classes, Seed: *seed, Pictures: *pictures, Rate: *rate, Decay: *decay,
		Draw: func(n uint64) (image.Image, string) {
			p := synth.Draw(faces, *seed, n, level(n))
			return p.Image, p.Text
		},
		Progress: reporter(*to, *half),
	}
	if *from != "" {
		if c.Start, err = open(*from); err != nil {
			return err
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	m, err := net.Pretrain(ctx, c)
	if m == nil {
		return err
	}
	return write(*to, m, *half)
}

// reporter prints how far the training is and writes the model so far.
func reporter(to string, half bool) func(int, float64, *net.Model) {
	start := time.Now()
	return func(shown int, loss float64, m *net.Model) {
		fmt.Printf("%9d pictures %7.0f s  loss %.3f\n", shown, time.Since(start).Seconds(), loss)
		if err := write(to, m, half); err != nil {
			fmt.Fprintln(os.Stderr, "pretrain:", err)
		}
	}
}

func open(name string) (*net.Model, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return net.Load(f)
}

// write puts the model beside its place first, so that no half file is left.
func write(name string, m *net.Model, half bool) error {
	f, err := os.Create(name + ".part")
	if err != nil {
		return err
	}
	save := m.Save
	if half {
		save = m.SaveHalf
	}
	if err := writeTo(f, save); err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}

func writeTo(f *os.File, save func(io.Writer) error) error {
	if err := save(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
