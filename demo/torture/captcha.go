package torture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"math/rand/v2"
	"net/http"
)

// captchaLoop shows a form with a captcha of the kind that the path names, and takes
// no answer.
func captchaLoop(s *Site, w http.ResponseWriter, r *request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!DOCTYPE html>\n<title>captcha</title>\n")
	if r.Method == http.MethodPost {
		s.hit("/captcha answers " + r.rest)
		fmt.Fprint(w, "<p class=wrong>wrong</p>\n")
	}
	fmt.Fprintf(w, "<form method=post><img src=\"/picture-of/%s?%d\"><input id=answer name=answer><button>send</button></form>\n",
		r.rest, rand.Uint64())
}

// captchaPicture answers with a picture of the kind that the path names.
func captchaPicture(_ *Site, w http.ResponseWriter, r *request) {
	switch r.rest {
	case "loop":
		w.Header().Set("Content-Type", "image/png")
		png.Encode(w, noise(120, 40))
	case "dot":
		w.Header().Set("Content-Type", "image/png")
		png.Encode(w, noise(1, 1))
	case "film":
		w.Header().Set("Content-Type", "image/gif")
		film(w)
	case "huge":
		w.Header().Set("Content-Type", "image/png")
		w.Write(hugePicture())
	}
}

// inks are the colours of the pictures.
var inks = color.Palette{color.White, color.Black}

// noise is a picture of blots, another one each time.
func noise(width, height int) *image.Paletted {
	m := image.NewPaletted(image.Rect(0, 0, width, height), inks)
	for range width * height / 100 {
		x, y := rand.IntN(width), rand.IntN(height)
		for i := range 25 {
			m.SetColorIndex(x+i%5, y+i/5, 1)
		}
	}
	return m
}

// film is an animation of blots.
func film(w io.Writer) {
	all := &gif.GIF{}
	for range 30 {
		all.Image = append(all.Image, noise(120, 40))
		all.Delay = append(all.Delay, 5)
	}
	gif.EncodeAll(w, all)
}

// hugePicture is black, and 20,000 pixels wide and high; its file is small.
func hugePicture() []byte {
	const side, row = 20_000, 1 + 20_000/8 // one bit for a pixel, after the filter of the row
	var pixels bytes.Buffer
	packer := zlib.NewWriter(&pixels)
	for range side {
		packer.Write(make([]byte, row))
	}
	packer.Close()
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, side), side)
	head = append(head, 1, 0, 0, 0, 0) // bit depth; grey; the only compression and filter; not interlaced
	file := []byte("\x89PNG\r\n\x1a\n")
	for _, c := range []struct {
		kind string
		data []byte
	}{{"IHDR", head}, {"IDAT", pixels.Bytes()}, {"IEND", nil}} {
		file = binary.BigEndian.AppendUint32(file, uint32(len(c.data)))
		chunk := append([]byte(c.kind), c.data...)
		file = append(file, chunk...)
		file = binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(chunk))
	}
	return file
}
