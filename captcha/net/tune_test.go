package net_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"

	"dyncrawl/captcha/net"
)

// weights is a model as a file.
func weights(t *testing.T, m *net.Model) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestTuneRepeats tunes for a moment and expects the same weights from the same
// seed, other ones from another, and a count of what was held back.
func TestTuneRepeats(t *testing.T) {
	f, m := family(t, "png-digits"), pretrained(t)
	tune := func(seed uint64) net.Tuned {
		tuned, err := net.Tune(context.Background(), m, f.Train[:12], net.TuneConfig{Rules: f.Rules, Seed: seed, Passes: 16})
		if err != nil {
			t.Fatal(err)
		}
		return tuned
	}
	first, again, other := tune(1), tune(1), tune(2)
	if !bytes.Equal(weights(t, first.Model), weights(t, again.Model)) {
		t.Error("the same seed gives other weights")
	}
	if bytes.Equal(weights(t, first.Model), weights(t, other.Model)) {
		t.Error("another seed gives the same weights")
	}
	if first.Held != 2 || len(first.Readings) != 2 || first.After < first.Before {
		t.Errorf("held back %d, read %d, %g before and %g after", first.Held, len(first.Readings), first.Before, first.After)
	}
	if got := first.Model.Alphabet(); got != "0123456789" {
		t.Errorf("the tuned model knows %q", got)
	}
}

// TestTuneGrows expects characters that the model does not know to be added. They are
// in every text, so that the model that is tuned reads none right as it is.
func TestTuneGrows(t *testing.T) {
	f := family(t, "png-digits")
	samples := append([]net.Sample(nil), f.Train[:12]...)
	for i := range samples {
		samples[i].Text += "中文"
	}
	tuned, err := net.Tune(context.Background(), pretrained(t), samples, net.TuneConfig{Passes: 16})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range "0中文" {
		if !strings.ContainsRune(tuned.Model.Alphabet(), r) {
			t.Errorf("the tuned model knows %q, not %c", tuned.Model.Alphabet(), r)
		}
	}
}

func TestTuneFails(t *testing.T) {
	f, m := family(t, "png-digits"), pretrained(t)
	if _, err := net.Tune(context.Background(), m, f.Train[:3], net.TuneConfig{}); !errors.Is(err, net.ErrFewSamples) {
		t.Errorf("three samples: %v", err)
	}
	_, err := net.Tune(context.Background(), m, f.Train[:12], net.TuneConfig{Rules: net.Rules{Alphabet: "abc"}})
	if err == nil || !strings.Contains(err.Error(), f.Train[0].Text[:1]) && !strings.Contains(err.Error(), "is not in the alphabet") {
		t.Errorf("labels outside the alphabet: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := net.Tune(ctx, m, f.Train[:12], net.TuneConfig{}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended before it began: %v", err)
	}
}

// BenchmarkTune measures what showing a picture costs, in processor time.
func BenchmarkTune(b *testing.B) {
	const passes, shown = 160, 160 * 14 / 10 // four tenths are shown again with those held back
	f, m := family(b, "gochi-digit"), pretrained(b)
	start := cpu(b)
	for b.Loop() {
		if _, err := net.Tune(context.Background(), m, f.Test[:12], net.TuneConfig{Rules: f.Rules, Passes: passes}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(1000*(cpu(b)-start)/float64(b.N)/shown, "cpu-ms/picture")
}

// cpu is the processor time that was used so far, in seconds.
func cpu(b *testing.B) float64 {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
