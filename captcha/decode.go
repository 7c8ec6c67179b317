package captcha

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
)

// Limits on pictures, checked before any pixel is decoded.
const (
	maxBytes  = 2 << 20
	maxPixels = 4_000_000
)

// format is one kind of picture. Formats are told apart here and not by package
// image, whose list holds whatever any imported package registered.
type format struct {
	magic  string
	suffix string // of file names
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

func formats() []format {
	return []format{
		{"\x89PNG\r\n\x1a\n", ".png", png.DecodeConfig, png.Decode},
		{"\xff\xd8\xff", ".jpg", jpeg.DecodeConfig, jpeg.Decode},
		{"GIF8", ".gif", gif.DecodeConfig, gif.Decode},
	}
}

func formatOf(data []byte) (format, bool) {
	for _, f := range formats() {
		if bytes.HasPrefix(data, []byte(f.magic)) {
			return f, true
		}
	}
	return format{}, false
}

// Views decodes a picture of unknown origin: PNG, JPEG or GIF of at most 2 MiB and
// 4 megapixels. An animated GIF has two views, as its text may lie in what is dark
// in any frame or in what lasts; other pictures have one.
func Views(data []byte) ([]image.Image, error) {
	f, err := check(data)
	if err != nil {
		return nil, err
	}
	if f.suffix == ".gif" && animated(data) {
		return frames(data)
	}
	img, err := f.decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decode picture: %w", err)
	}
	return []image.Image{img}, nil
}

// check recognises the format and holds the picture against the limits.
func check(data []byte) (format, error) {
	if len(data) > maxBytes {
		return format{}, fmt.Errorf("decode picture: %d bytes are more than %d", len(data), maxBytes)
	}
	f, ok := formatOf(data)
	if !ok {
		return format{}, fmt.Errorf("decode picture: not PNG, JPEG or GIF (%d bytes, beginning %.8q)", len(data), data)
	}
	c, err := f.config(bytes.NewReader(data))
	if err != nil {
		return format{}, fmt.Errorf("decode picture's header: %w", err)
	}
	if c.Width <= 0 || c.Height <= 0 || c.Width > maxPixels/c.Height {
		return format{}, fmt.Errorf("decode picture: %d×%d is empty or over %d pixels", c.Width, c.Height, maxPixels)
	}
	return f, nil
}
