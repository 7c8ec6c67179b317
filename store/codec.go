package store

import (
	"bytes"
	"errors"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// maxBody bounds what a damaged blob may unpack to.
const maxBody = 256 << 20

// codec packs bodies. It is safe for concurrent use.
type codec struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

func newCodec() (*codec, error) {
	enc, encErr := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	dec, decErr := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBody))
	return &codec{enc, dec}, errors.Join(encErr, decErr)
}

// pack compresses b; nothing stays nothing (NULL).
func (c *codec) pack(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return c.enc.EncodeAll(b, nil)
}

func (c *codec) unpack(b []byte) ([]byte, error) {
	if len(b) == 0 {
		return nil, nil
	}
	return c.dec.DecodeAll(bytes.Clone(b), nil)
}

// clean makes s fit for a text column: valid UTF-8 without NUL.
func clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
