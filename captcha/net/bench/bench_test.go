package bench

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dyncrawl/captcha/net"
)

func TestOpen(t *testing.T) {
	f, err := Open(filepath.Join("..", "..", "..", "testdata", "captcha", "png-digits.tar"))
	if err != nil {
		t.Fatal(err)
	}
	want := net.Rules{Alphabet: "0123456789", FoldCase: true, MinLen: 6, MaxLen: 6}
	if f.Name != "png-digits" || len(f.Train) != 60 || len(f.Test) != 20 || f.Rules != want {
		t.Errorf("%s: %d and %d pictures, %+v", f.Name, len(f.Train), len(f.Test), f.Rules)
	}
	if b := f.Test[0].Image.Bounds(); b.Dx() != 80 || b.Dy() != 30 {
		t.Errorf("the first picture is %v", b)
	}
	empty := filepath.Join(t.TempDir(), "empty.tar")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(empty); err == nil || !strings.Contains(err.Error(), "no picture in") {
		t.Errorf("an empty archive: %v", err)
	}
}

func TestMeasure(t *testing.T) {
	f, err := Open(filepath.Join("..", "..", "..", "testdata", "captcha", "gd-rect.tar"))
	if err != nil {
		t.Fatal(err)
	}
	f.Test = f.Test[:3]
	m, err := net.Pretrained()
	if err != nil {
		t.Fatal(err)
	}
	row, err := Measure(context.Background(), m, f, Config{Labels: []int{0}})
	if err != nil {
		t.Fatal(err)
	}
	if c := row.Cells[0]; c.Result.Pictures != 3 || c.Each <= 0 || c.Model != m {
		t.Errorf("measured %+v", c)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Measure(ctx, m, f, Config{Labels: []int{0}}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended before it began: %v", err)
	}
}

func TestTable(t *testing.T) {
	cell := func(exact float64) []Cell {
		logins := int(100*exact) / 75 * 200
		return []Cell{
			{Result: net.Evaluation{Exact: exact}, Each: 2 * time.Millisecond},
			{Labels: 100, Result: net.Evaluation{Exact: 1}, Coverage: 0.5, Precision: exact, Tuning: 30 * time.Second, Logins: logins, In: logins * 99 / 100},
		}
	}
	rows := []Row{{"one", 0.5, cell(0.25)}, {"two", -1, cell(0.75)}}
	var b bytes.Buffer
	err := Head(&b, []int{0, 100})
	for _, r := range append(rows, Mean(rows[:1])) {
		err = errors.Join(err, r.Write(&b))
	}
	if err != nil {
		t.Fatal(err)
	}
	want := `| family | plain Tesseract | no labels | ms each | 100 labels | covered | right of those | logins | tuning s | ms each |
|---|---|---|---|---|---|---|---|---|---|
| one | 50.0 | 25.0 | 2.0 | 100.0 | 50.0 | 25.0 | – | 30 | 0.0 |
| two | – | 75.0 | 2.0 | 100.0 | 50.0 | 75.0 | 99.0 | 30 | 0.0 |
| **mean** | 50.0 | 25.0 | 2.0 | 100.0 | 50.0 | 25.0 | – | 30 | 0.0 |
`
	if b.String() != want {
		t.Errorf("table:\n%s", b.String())
	}
}

func TestBins(t *testing.T) {
	readings := []net.Judged{
		{Want: "a", Got: "a", Confidence: 0.95}, {Want: "a", Got: "b", Confidence: 0.95},
		{Want: "a", Got: "a", Confidence: 1}, {Want: "a", Got: "b", Confidence: 0.05},
	}
	bins, miss := Bins(readings)
	if bins[9].Count != 3 || bins[0].Count != 1 || math.Abs(bins[9].Right-2.0/3) > 1e-12 {
		t.Errorf("bins %+v", bins)
	}
	if want := (3*(2.9/3-2.0/3) + 0.05) / 4; math.Abs(miss-want) > 1e-12 {
		t.Errorf("calibration error %g, not %g", miss, want)
	}
	var b bytes.Buffer
	if err := Diagram(&b, "a < b", readings); err != nil {
		t.Fatal(err)
	}
	if bars := elements(t, &b, "circle"); len(bars) != 2 {
		t.Errorf("%d bars in the diagram", len(bars))
	}
}

func TestCurves(t *testing.T) {
	var b bytes.Buffer
	err := Curves(&b, []Curve{
		{Family: "a < b", Points: []Point{{100, 0.5}, {200, 1}}},
		{Family: "other", Points: []Point{{800, 0}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	lines := elements(t, &b, "polyline")
	if len(lines) != 2 || lines[0] != "100.0,240.0 150.0,40.0" || lines[1] != "450.0,440.0" {
		t.Errorf("lines %q", lines)
	}
}

// elements lists the elements of a name, by the points that they have.
func elements(t *testing.T, r io.Reader, name string) (points []string) {
	t.Helper()
	for d := xml.NewDecoder(r); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return points
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == name {
			at := ""
			for _, a := range e.Attr {
				if a.Name.Local == "points" {
					at = a.Value
				}
			}
			points = append(points, at)
		}
	}
}
