package captcha

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"runtime"
	"strings"
	"sync"

	"github.com/otiai10/gosseract/v2"

	"dyncrawl/captcha/prep"
)

// TesseractConfig configures NewTesseract.
type TesseractConfig struct {
	Language string // language data to read with. Empty means "eng"
	Parallel int    // pictures read at once. Zero means one per core
	Plain    bool   // read pictures as they are, for comparison
}

// Tesseract reads upright, separate characters with the Tesseract library: each
// picture is cleaned in several ways, and the readings vote.
//
// The confidence of an answer is its share of the votes times their mean
// confidence. It is not calibrated.
//
// Tesseract runs several threads a picture, which is slower on pictures this
// small: start the process with OMP_THREAD_LIMIT=1. Starting it takes about
// 0.1 s, in which gosseract swallows what others write to standard error.
type Tesseract struct {
	language string
	chains   []chain
	slots    chan *gosseract.Client // one entry per allowed client; nil until first used
	start    sync.Mutex             // held while a client starts: gosseract redirects the process's stderr meanwhile
}

// NewTesseract returns a solver that starts Tesseract when it is first asked.
// Close it when no Solve is running any more.
func NewTesseract(cfg TesseractConfig) *Tesseract {
	t := &Tesseract{language: cfg.Language, chains: chains()}
	if cfg.Plain {
		t.chains = []chain{{"plain", nil}}
	}
	if t.language == "" {
		t.language = "eng"
	}
	n := cfg.Parallel
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	t.slots = make(chan *gosseract.Client, n)
	for range n {
		t.slots <- nil
	}
	return t
}

// Close frees what the library holds. It waits for running reads.
func (t *Tesseract) Close() error {
	var first error
	for range cap(t.slots) {
		if c := <-t.slots; c != nil {
			if err := c.Close(); first == nil {
				first = err
			}
		}
	}
	return first
}

// Version starts the library and returns its version. The error says what to
// install.
func (t *Tesseract) Version(ctx context.Context) (string, error) {
	c, err := t.take(ctx)
	if err != nil {
		return "", err
	}
	defer t.give(c)
	return c.Version(), nil
}

// Solve implements Solver.
func (t *Tesseract) Solve(ctx context.Context, c Challenge) (answer Answer, err error) {
	defer rescue("tesseract", &err)
	views, err := Views(c.Image)
	if err != nil {
		return Answer{}, failure(err, pictureHint)
	}
	client, err := t.take(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer t.give(client)
	all, err := t.ballot(ctx, client, c, views)
	if err != nil {
		return Answer{}, classed(ctx, err)
	}
	if a, ok := all.winner(); ok {
		a.Solver = "tesseract"
		return a, nil
	}
	return Answer{}, failure(fmt.Errorf("read captcha with tesseract: %w", ErrUnreadable),
		"try another picture, or let a person answer")
}

// classed leaves the end of ctx to the caller's own class.
func classed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return failure(err, "dyncrawl doctor checks Tesseract")
}

// take waits for a client and starts it if it is new.
func (t *Tesseract) take(ctx context.Context) (*gosseract.Client, error) {
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for tesseract: %w", ctx.Err())
	case c := <-t.slots:
		if c != nil {
			return c, nil
		}
	}
	c, err := t.open()
	if err != nil {
		t.slots <- nil
		return nil, err
	}
	return c, nil
}

func (t *Tesseract) give(c *gosseract.Client) { t.slots <- c }

// open starts a client. The library starts lazily, so an empty page is read.
func (t *Tesseract) open() (*gosseract.Client, error) {
	t.start.Lock()
	defer t.start.Unlock()
	c := gosseract.NewClient()
	c.Languages = []string{t.language}
	c.Variables = map[gosseract.SettableVariable]string{
		gosseract.DEBUG_FILE:                           os.DevNull,
		gosseract.SettableVariable("user_defined_dpi"): "300",
	}
	if _, err := read(c, prep.MustParse("pad=32").Apply(image.NewGray(image.Rect(0, 0, 1, 1)))); err != nil {
		c.Close()
		return nil, failure(fmt.Errorf("start tesseract for language %q: %w", t.language, err),
			fmt.Sprintf("install Tesseract and its language data: apt-get install tesseract-ocr tesseract-ocr-%s",
				strings.ReplaceAll(t.language, "_", "-")))
	}
	return c, nil
}

// ballot lets every chain vote on every view of the picture.
func (t *Tesseract) ballot(ctx context.Context, client *gosseract.Client, c Challenge, views []image.Image) (all votes, err error) {
	if err := client.SetWhitelist(c.shapes()); err != nil {
		return nil, fmt.Errorf("set tesseract's whitelist: %w", err)
	}
	for _, chain := range t.chains {
		for _, view := range views {
			v, ok, err := poll(ctx, client, c, chain.ops.Apply(prep.Flatten(view)))
			if err != nil {
				return nil, fmt.Errorf("read captcha after %q: %w", chain.name, err)
			}
			if ok {
				all = append(all, v)
			}
		}
	}
	return all, nil
}

// poll reads the picture as a line and, when that breaks the challenge's rules,
// as a word. It reports whether either keeps them.
func poll(ctx context.Context, client *gosseract.Client, c Challenge, g *image.Gray) (vote, bool, error) {
	for _, mode := range []string{"7", "8"} { // Tesseract's numbers for line and word
		if err := ctx.Err(); err != nil {
			return vote{}, false, err
		}
		// gosseract's SetPageSegMode is undone when the library starts.
		if err := client.SetVariable("tessedit_pageseg_mode", mode); err != nil {
			return vote{}, false, fmt.Errorf("set tesseract's page mode: %w", err)
		}
		v, err := read(client, g)
		if err != nil {
			return vote{}, false, err
		}
		if text, ok := c.Spell(v.text); ok {
			return vote{text, v.confidence}, true, nil
		}
	}
	return vote{}, false, nil
}

// read returns all that Tesseract sees on the picture as one vote, its
// confidence the mean over the characters.
func read(client *gosseract.Client, g *image.Gray) (vote, error) {
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&file, g); err != nil {
		return vote{}, err
	}
	if err := client.SetImageFromBytes(file.Bytes()); err != nil {
		return vote{}, err
	}
	boxes, err := client.GetBoundingBoxes(gosseract.RIL_SYMBOL)
	if err != nil {
		return vote{}, err
	}
	var text strings.Builder
	var sum float64
	for _, b := range boxes {
		text.WriteString(b.Word)
		sum += b.Confidence / 100
	}
	return vote{text.String(), sum / float64(max(len(boxes), 1))}, nil
}
