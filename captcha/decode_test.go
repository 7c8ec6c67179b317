package captcha

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"testing"
)

func encode(t *testing.T, to func(io.Writer, image.Image) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := to(&b, image.NewGray(image.Rect(0, 0, 6, 4))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pngOf declares a size and has no pixels.
func pngOf(w, h uint32) []byte {
	header := append([]byte("IHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)...)
	header = append(header, 8, 0, 0, 0, 0)
	b := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), header...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(header))
}

func TestDecodeFormats(t *testing.T) {
	for name, to := range map[string]func(io.Writer, image.Image) error{
		"png":  png.Encode,
		"jpeg": func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) },
		"gif":  func(w io.Writer, m image.Image) error { return gif.Encode(w, m, &gif.Options{NumColors: 2}) },
	} {
		views, err := Views(encode(t, to))
		if err != nil || len(views) != 1 || views[0].Bounds().Dx() != 6 || views[0].Bounds().Dy() != 4 {
			t.Errorf("%s: got %v, %v; want 6×4", name, views, err)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	whole := encode(t, png.Encode)
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"nothing", nil, "not PNG, JPEG or GIF"},
		{"TIFF", []byte("II*\x00\x08\x00\x00\x00"), "not PNG, JPEG or GIF"},
		{"WebP", []byte("RIFF\x00\x00\x00\x00WEBPVP8 "), "not PNG, JPEG or GIF"},
		{"a page", []byte("<!doctype html>"), "not PNG, JPEG or GIF"},
		{"huge header", pngOf(1<<15, 1<<15), "over 4000000 pixels"},
		{"overflowing header", pngOf(1<<30, 1<<30), "dimension overflow"},
		{"one pixel row too many", pngOf(2000, 2001), "over 4000000 pixels"},
		{"no pixels", pngOf(2000, 2000), "decode picture"},
		{"truncated", whole[:len(whole)-20], "decode picture"},
		{"header cut", whole[:12], "header"},
		{"too many bytes", append(bytes.Clone(whole), make([]byte, maxBytes)...), "bytes are more than"},
	}
	for _, test := range tests {
		if _, err := Views(test.data); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got error %v, want %q", test.name, err, test.want)
		}
	}
}
