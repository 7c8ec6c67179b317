package net

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dyncrawl/captcha/net/nn"
)

// random returns an untrained model.
func random(classes string, seed uint64) *Model {
	p := plan(len([]rune(classes)) + 1)
	return newModel(meta{Plan: p, Classes: classes}, nn.NewNet(p, rand.New(rand.NewPCG(seed, 1))))
}

func TestSaveAndLoad(t *testing.T) {
	m := random("0123中", 1)
	m.meta.Calibration = calibration{0.7, -0.2}
	var full, half, again bytes.Buffer
	if err := m.Save(&full); err != nil {
		t.Fatal(err)
	}
	loaded, err := Load(&full)
	if err != nil {
		t.Fatal(err)
	}
	if loaded.Alphabet() != "0123中" || loaded.meta.Calibration != m.meta.Calibration {
		t.Errorf("loaded %+v", loaded.meta)
	}
	for i, s := range m.state {
		for j, v := range s {
			if loaded.state[i][j] != v {
				t.Fatalf("array %d, value %d: %g became %g", i, j, v, loaded.state[i][j])
			}
		}
	}
	if err := m.SaveHalf(&half); err != nil {
		t.Fatal(err)
	}
	first := bytes.Clone(half.Bytes())
	if loaded, err = Load(&half); err != nil {
		t.Fatal(err)
	}
	if err := loaded.SaveHalf(&again); err != nil || !bytes.Equal(first, again.Bytes()) {
		t.Errorf("half precision changes when it is written again (%v)", err)
	}
}

func TestLoadBroken(t *testing.T) {
	var b bytes.Buffer
	if err := random("01", 1).SaveHalf(&b); err != nil {
		t.Fatal(err)
	}
	good := b.Bytes()
	changed := func(at int, to byte) []byte {
		c := bytes.Clone(good)
		c[at] = to
		return c
	}
	for _, c := range []struct {
		name, want string
		data       []byte
	}{
		{"empty", "no captcha model", nil},
		{"other", "no captcha model", []byte("GIF89a, and then some")},
		{"version", "has version 9, this program reads version 1", changed(7, 9)},
		{"damaged", "is damaged", changed(len(good)/2, good[len(good)/2]^1)},
		{"cut", "is damaged", good[:len(good)-1000]},
		{"very short", "is damaged", good[:16]},
	} {
		if _, err := Load(bytes.NewReader(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestHalf(t *testing.T) {
	for _, c := range []struct {
		v    float32
		want uint16
	}{
		{0, 0}, {1, 0x3c00}, {-2, 0xc000}, {65504, 0x7bff}, {1e9, 0x7bff}, {1.0 / (1 << 24), 1},
		{1 + 1.0/2048, 0x3c00}, {1 + 3.0/2048, 0x3c02}, {float32(math.Inf(-1)), 0xfbff},
	} {
		if got := toHalf(c.v); got != c.want {
			t.Errorf("%g is %04x, not %04x", c.v, got, c.want)
		}
	}
	for h := range 1 << 16 {
		if v := fromHalf(uint16(h)); h>>10&31 != 31 && toHalf(v) != uint16(h) {
			t.Fatalf("%04x widens to %g, which narrows to %04x", h, v, toHalf(v))
		}
	}
}
