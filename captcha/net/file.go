package net

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"dyncrawl/captcha/net/nn"
)

// A model file is
//
//	magic     8 bytes "dcrlnet" and the version
//	length    4 bytes, little endian, of the following JSON object
//	meta      the JSON object: plan, characters, calibration
//	precision 4 bytes: 2 or 4 bytes a weight
//	weights   the arrays of the network in its fixed order, little endian IEEE 754,
//	          the statistics of the norms always in 4 bytes
//	checksum  4 bytes: CRC-32 (IEEE) of all before
const (
	magic    = "dcrlnet"
	version  = 1
	maxMeta  = 1 << 20
	maxModel = 64 << 20
)

// Save writes the model in full precision: Load returns the same numbers.
func (m *Model) Save(w io.Writer) error { return m.save(w, 4) }

// SaveHalf writes the weights in half precision, in half the space. Loading such a
// file and saving it this way again gives the same bytes.
func (m *Model) SaveHalf(w io.Writer) error { return m.save(w, 2) }

func (m *Model) save(w io.Writer, precision int) error {
	var b bytes.Buffer
	b.WriteString(magic)
	b.WriteByte(version)
	head, err := json.Marshal(m.meta)
	if err != nil {
		return fmt.Errorf("write captcha model: %w", err)
	}
	number := func(n int) { b.Write(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
	number(len(head))
	b.Write(head)
	number(precision)
	weights := len(m.network().Params())
	for i, s := range m.state {
		for _, v := range s {
			if precision == 2 && i < weights {
				b.Write(binary.LittleEndian.AppendUint16(nil, toHalf(v)))
			} else {
				b.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(v)))
			}
		}
	}
	number(int(crc32.ChecksumIEEE(b.Bytes())))
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("write captcha model: %w", err)
	}
	return nil
}

// Load reads a model that Save or SaveHalf wrote. It fails on a damaged file and
// on one of another version.
func Load(r io.Reader) (*Model, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxModel+1))
	if err != nil {
		return nil, fmt.Errorf("read captcha model: %w", err)
	}
	m, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("read captcha model: %w", err)
	}
	return m, nil
}

var errShort = errors.New("the file ends early")

func parse(data []byte) (*Model, error) {
	if len(data) > maxModel {
		return nil, fmt.Errorf("the file is larger than %d bytes", maxModel)
	}
	if len(data) < len(magic)+1 || string(data[:len(magic)]) != magic {
		return nil, errors.New("the file is no captcha model")
	}
	if v := data[len(magic)]; v != version {
		return nil, fmt.Errorf("the file has version %d, this program reads version %d", v, version)
	}
	body, sum, ok := splitNumber(data, len(data)-4)
	if !ok {
		return nil, errShort
	}
	if got := crc32.ChecksumIEEE(body); got != sum {
		return nil, fmt.Errorf("the file is damaged: its checksum is %08x, it says %08x", got, sum)
	}
	return parseBody(body[len(magic)+1:])
}

// splitNumber returns what is before the number at a place, and the number.
func splitNumber(data []byte, at int) ([]byte, uint32, bool) {
	if at < 0 || len(data) < at+4 {
		return nil, 0, false
	}
	return data[:at], binary.LittleEndian.Uint32(data[at:]), true
}

func parseBody(body []byte) (*Model, error) {
	_, length, ok := splitNumber(body, 0)
	if !ok || length > maxMeta || len(body) < int(length)+8 {
		return nil, errShort
	}
	m := &Model{}
	if err := json.Unmarshal(body[4:4+length], &m.meta); err != nil {
		return nil, fmt.Errorf("its description: %w", err)
	}
	if err := m.meta.check(); err != nil {
		return nil, err
	}
	_, precision, _ := splitNumber(body, int(length)+4)
	return m, m.parseWeights(body[length+8:], int(precision))
}

// check refuses a plan that this program could not run.
func (m meta) check() error {
	if m.Plan.Classes != len([]rune(m.Classes))+1 {
		return fmt.Errorf("it has %d characters for %d classes", len([]rune(m.Classes)), m.Plan.Classes)
	}
	if m.Plan.Channels != inputChannels || m.Plan.Height != inputHeight {
		return fmt.Errorf("its input is %d×%d, this program's %d×%d", m.Plan.Channels, m.Plan.Height, inputChannels, inputHeight)
	}
	return m.Plan.Check()
}

// parseWeights fills the arrays, whose lengths follow from the plan.
func (m *Model) parseWeights(data []byte, precision int) error {
	if precision != 2 && precision != 4 {
		return fmt.Errorf("its weights have %d bytes, not 2 or 4", precision)
	}
	n := nn.NewNet(m.meta.Plan, nil)
	weights := len(n.Params())
	for i, s := range n.State() {
		size := 4
		if i < weights {
			size = precision
		}
		if len(data) < size*len(s) {
			return errShort
		}
		for j := range s {
			if size == 2 {
				s[j] = fromHalf(binary.LittleEndian.Uint16(data[2*j:]))
			} else {
				s[j] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*j:]))
			}
		}
		data = data[size*len(s):]
		m.state = append(m.state, s)
	}
	if len(data) != 0 {
		return fmt.Errorf("%d bytes too many", len(data))
	}
	return nil
}

// toHalf rounds to IEEE 754 half precision, to the nearest, ties to even; what is
// too large becomes the largest number.
func toHalf(v float32) uint16 {
	b := math.Float32bits(v)
	sign := uint16(b >> 16 & 0x8000)
	abs := b & 0x7fffffff
	switch {
	case abs > 0x7f800000:
		return sign | 0x7e00
	case abs >= 0x477ff000: // rounds beyond 65504
		return sign | 0x7bff
	case abs < 0x38800000: // below 2^-14: a multiple of 2^-24
		return sign | uint16(math.RoundToEven(float64(math.Float32frombits(abs))*(1<<24)))
	}
	abs += 0xfff + abs>>13&1
	return sign | uint16((abs-0x38000000)>>13)
}

// fromHalf widens a half precision number, exactly.
func fromHalf(h uint16) float32 {
	sign, exponent, fraction := uint32(h&0x8000)<<16, uint32(h>>10&31), uint32(h&0x3ff)
	switch exponent {
	case 0:
		v := float32(fraction) / (1 << 24)
		return math.Float32frombits(math.Float32bits(v) | sign)
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}
