package site_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"dyncrawl/captcha"
	"dyncrawl/captcha/site"
	"dyncrawl/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// oracle knows the texts of pictures; those that it is told to get wrong come out
// with their first character in every place.
type oracle struct {
	texts      map[string]string
	wrong      map[string]bool
	confidence float64
}

func (o oracle) Solve(_ context.Context, c captcha.Challenge) (captcha.Answer, error) {
	text, ok := o.texts[string(c.Image)]
	if !ok {
		return captcha.Answer{}, captcha.ErrUnreadable
	}
	if o.wrong[text] {
		text = strings.Repeat(text[:1], len(text))
	}
	return captcha.Answer{Text: text, Confidence: o.confidence, Calibrated: true, Solver: "oracle"}, nil
}

// shapes are the digits that the pictures of these tests show, row by row. They are
// as small as can be: with the race detector every pixel of a training counts.
var shapes = map[rune][]string{
	'0': {"###", "# #", "# #", "# #", "###"},
	'1': {" # ", " # ", " # ", " # ", " # "},
	'4': {"# #", "# #", "###", "  #", "  #"},
	'7': {"###", "  #", "  #", "  #", "  #"},
}

// drawn is a picture of a text, in ink of the given grey.
func drawn(t *testing.T, text string, ink uint8) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 2+5*len(text), 9))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	for i, r := range text {
		for y, row := range shapes[r] {
			for x, c := range row {
				if c == '#' {
					img.SetGray(2+5*i+x, 2+y, color.Gray{Y: ink})
				}
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// digits are 40 labelled pictures of two digits, and the oracle of them.
func digits(t *testing.T) (pictures []captcha.Labelled, o oracle) {
	t.Helper()
	o = oracle{texts: map[string]string{}, wrong: map[string]bool{}, confidence: 0.7}
	const known = "0147"
	for i := range 40 {
		text := string([]byte{known[i%4], known[i/4%4]})
		p := captcha.Labelled{Image: drawn(t, text, uint8(i)), Text: text}
		pictures = append(pictures, p)
		o.texts[string(p.Image)] = text
	}
	return pictures, o
}

func ask(p captcha.Labelled) captcha.Challenge {
	return captcha.Challenge{Image: p.Image, Alphabet: "digits", Site: "a.example", MinLen: 2, MaxLen: 2}
}

func open(t *testing.T, file string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{Path: file})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// reader returns a reader over a store, and what closes both.
func reader(t *testing.T, file string, solver captcha.Solver, train ...site.Trainer) (*site.Reader, func()) {
	t.Helper()
	s := open(t, file)
	r := site.New(site.Config{
		Store: s, General: []captcha.Member{{Solver: solver}}, Train: train, Log: slog.New(slog.DiscardHandler),
	})
	return r, func() {
		if err := errors.Join(r.Close(), s.Close()); err != nil {
			t.Error(err)
		}
	}
}

func TestNoPictureIsAnsweredTwice(t *testing.T) {
	pictures, o := digits(t)
	file := filepath.Join(t.TempDir(), "a.db")
	r, end := reader(t, file, o)
	if a, err := r.Solve(t.Context(), ask(pictures[0])); a.Text != pictures[0].Text || err != nil {
		t.Errorf("the first time: %v, %v", a, err)
	}
	refuse(t, r, pictures[0])
	other := ask(pictures[0])
	other.Site = "b.example"
	if _, err := r.Solve(t.Context(), other); err != nil {
		t.Errorf("another site's picture: %v", err)
	}
	end()
	r, end = reader(t, file, o)
	refuse(t, r, pictures[0])
	end()
}

func refuse(t *testing.T, r *site.Reader, p captcha.Labelled) {
	t.Helper()
	if a, err := r.Solve(t.Context(), ask(p)); !errors.Is(err, captcha.ErrAnswered) || !errors.Is(err, captcha.ErrUnreadable) {
		t.Errorf("again: %v, %v", a, err)
	}
}

func TestDoubtfulAnswersAreNotSent(t *testing.T) {
	pictures, o := digits(t)
	o.confidence = 0.3
	file := filepath.Join(t.TempDir(), "a.db")
	r, end := reader(t, file, o)
	c := ask(pictures[0])
	c.WrongCost = 20
	if a, err := r.Solve(t.Context(), c); !errors.Is(err, captcha.ErrDoubtful) || !errors.Is(err, captcha.ErrUnreadable) {
		t.Errorf("got %v, %v", a, err)
	}
	c.WrongCost = 0
	if a, err := r.Solve(t.Context(), c); a.Text != pictures[0].Text || err != nil {
		t.Errorf("when nothing is at stake: %v, %v", a, err)
	}
	end()
}

func TestOutcomesAreKept(t *testing.T) {
	pictures, o := digits(t)
	file := filepath.Join(t.TempDir(), "a.db")
	r, end := reader(t, file, o)
	for i, v := range []captcha.Verdict{captcha.Accepted, captcha.Rejected, captcha.Unknown} {
		a, err := r.Solve(t.Context(), ask(pictures[i]))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Judge(t.Context(), ask(pictures[i]), a, v); err != nil {
			t.Fatal(err)
		}
	}
	unread := ask(pictures[3])
	unread.Image = pictures[3].Image[:len(pictures[3].Image)-1]
	if _, err := r.Solve(t.Context(), unread); !errors.Is(err, captcha.ErrUnreadable) {
		t.Errorf("got %v", err)
	}
	end()
	s := open(t, file)
	defer s.Close()
	kept, err := s.Captchas(t.Context(), "a.example")
	if err != nil || len(kept) != 4 {
		t.Fatalf("kept %d, %v", len(kept), err)
	}
	for i, want := range []string{store.CaptchaAccepted, store.CaptchaRejected, store.CaptchaSent, store.CaptchaSeen} {
		if kept[i].Outcome != want {
			t.Errorf("picture %d is %s, want %s", i, kept[i].Outcome, want)
		}
	}
}

func TestSumsAreLabelledAsDrawn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.db")
	r, end := reader(t, file, oracle{texts: map[string]string{"sum": "3+8=?"}, confidence: 0.9})
	c := captcha.Challenge{Image: []byte("sum"), Arithmetic: true, Site: "a.example"}
	a, err := r.Solve(t.Context(), c)
	if err != nil || a.Text != "11" {
		t.Fatalf("got %v, %v", a, err)
	}
	if err := r.Judge(t.Context(), c, a, captcha.Accepted); err != nil {
		t.Fatal(err)
	}
	end()
	s := open(t, file)
	defer s.Close()
	if kept, err := s.Captchas(t.Context(), ""); err != nil || len(kept) != 1 || kept[0].Text != "3+8=?" {
		t.Errorf("kept %v, %v", kept, err)
	}
}

// trainer makes a model of glyphs from what it is given, once change has had a hand
// in the labels.
func trainer(change func([]captcha.Labelled)) site.Trainer {
	return func(ctx context.Context, _ *captcha.Model, labels []captcha.Labelled, rules captcha.Challenge) (*captcha.Model, error) {
		change(labels)
		t, err := captcha.TrainGlyphs(ctx, labels, captcha.TrainConfig{Rules: rules})
		return t.Model, err
	}
}

// answerAll has all pictures answered and judged by their labels.
func answerAll(t *testing.T, r *site.Reader, pictures []captcha.Labelled) {
	t.Helper()
	for _, p := range pictures {
		a, err := r.Solve(t.Context(), ask(p))
		if err != nil {
			t.Fatal(err)
		}
		v := captcha.Rejected
		if a.Text == p.Text {
			v = captcha.Accepted
		}
		if err := r.Judge(t.Context(), ask(p), a, v); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLearnsFromWhatTheSiteAccepts(t *testing.T) {
	pictures, o := digits(t)
	o.wrong["01"], o.wrong["47"] = true, true
	for _, c := range []struct {
		name   string
		change func([]captcha.Labelled)
		said   string
	}{
		{"a better model is taken", func([]captcha.Labelled) {}, "captcha model replaced"},
		{"a worse one is not", func(labels []captcha.Labelled) {
			for i := range labels {
				labels[i].Text = strings.NewReplacer("0", "1", "1", "4", "4", "7", "7", "0").Replace(labels[i].Text)
			}
		}, "captcha model kept"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "a.db")
			s, said := open(t, file), make(news, 1)
			r := site.New(site.Config{
				Store: s, General: []captcha.Member{{Solver: o}}, Train: []site.Trainer{trainer(c.change)}, Log: slog.New(said),
			})
			answerAll(t, r, pictures[:34])
			if got := <-said; got != c.said {
				t.Errorf("said %q, want %q", got, c.said)
			}
			if err := errors.Join(r.Close(), s.Close()); err != nil {
				t.Fatal(err)
			}
			wantReader(t, file, pictures[34], c.said == "captcha model replaced")
		})
	}
}

// wantReader checks, in a new process as it were, whether the site's own model reads.
func wantReader(t *testing.T, file string, p captcha.Labelled, own bool) {
	t.Helper()
	r, end := reader(t, file, oracle{})
	defer end()
	a, err := r.Solve(t.Context(), ask(p))
	switch {
	case own && (err != nil || a.Text != p.Text || a.Solver != "glyphs"):
		t.Errorf("got %v, %v; want %s of the site's own model", a, err, p.Text)
	case !own && !errors.Is(err, captcha.ErrUnreadable):
		t.Errorf("got %v, %v; want nobody to read it", a, err)
	}
}

// news is a log handler that hands on what is said about the model of a site.
type news chan string

func (n news) Enabled(context.Context, slog.Level) bool { return true }
func (n news) WithAttrs([]slog.Attr) slog.Handler       { return n }
func (n news) WithGroup(string) slog.Handler            { return n }
func (n news) Handle(_ context.Context, r slog.Record) error {
	if strings.HasPrefix(r.Message, "captcha model ") && r.Message != "captcha model not made" {
		select {
		case n <- r.Message:
		default:
		}
	}
	return nil
}
