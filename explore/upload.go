package explore

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"mime"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"dyncrawl"
)

// onePixel is the smallest picture, as PNG.
const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg=="

// contents are those of files that a page may read, by extension. Others are text.
var contents = map[string]string{
	".csv":  "name,number\nAlex,1\nSam,2\n",
	".json": `{"name":"Alex","number":1}`,
	".xml":  `<?xml version="1.0"?><list><name>Alex</name></list>`,
	".html": "<!doctype html><title>Note</title><p>A small file.",
	".svg":  `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>`,
	".gpx":  `<?xml version="1.0"?><gpx version="1.1" creator="note" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="52.5" lon="13.4"><name>Note</name></wpt></gpx>`,
	".pdf":  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
	".png":  decoded(onePixel),
}

func decoded(text string) string {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic(err) // it is a constant
	}
	return string(raw)
}

// types are the extensions of what file inputs accept by media type.
var types = []struct{ media, extension string }{
	{"image/svg", ".svg"}, {"image/", ".png"}, {"csv", ".csv"}, {"json", ".json"}, {"html", ".html"}, {"xml", ".xml"}, {"pdf", ".pdf"},
}

// extension matches what a file input accepts by name. Names of more than letters and
// digits are left.
var extension = regexp.MustCompile(`^\.[a-z0-9]{1,8}$`)

// upload returns the path of a small file that fits what a file input accepts; empty
// when there are to be none or it cannot be written.
func (e *explorer) upload(accept string) string {
	if e.cfg.Upload == "" {
		return ""
	}
	ext := ".txt"
	for kind := range strings.SplitSeq(strings.ToLower(accept), ",") {
		if found := extensionOf(strings.TrimSpace(kind)); found != "" {
			ext = found
			break
		}
	}
	path := filepath.Join(e.cfg.Upload, "note"+ext)
	if _, err := os.Stat(path); err == nil {
		return path
	}
	text, ok := contents[ext]
	if !ok {
		text = "a small file\n"
	}
	if err := putFile(path, text); err != nil {
		return ""
	}
	return path
}

// fileHead matches what comes before the content of one of the small files in the body of a
// form (RFC 7578), which is all that the browser tells of it.
var fileHead = regexp.MustCompile(`filename="(note\.[a-z0-9]{1,8})"\r\n(?:[^\r\n]+\r\n)*\r\n`)

// withFiles returns the body of a form with the content of the files in it.
func (e *explorer) withFiles(body []byte) []byte {
	if e.cfg.Upload == "" {
		return body
	}
	var whole []byte
	done := 0
	for _, at := range fileHead.FindAllSubmatchIndex(body, -1) {
		content, err := os.ReadFile(filepath.Join(e.cfg.Upload, string(body[at[2]:at[3]])))
		if err != nil || !bytes.HasPrefix(body[at[1]:], []byte("\r\n--")) {
			continue
		}
		whole = append(append(whole, body[done:at[1]]...), content...)
		done = at[1]
	}
	return append(whole, body[done:]...)
}

// sameBoundary parts the fields of a form by a line that depends on them alone, since the one
// of the browser, which is drawn by lot, would make another request of the same form each time.
func sameBoundary(r *dyncrawl.Request) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	drawn := []byte(params["boundary"])
	if err != nil || kind != "multipart/form-data" || len(drawn) == 0 {
		return
	}
	sum := sha256.Sum256(bytes.ReplaceAll(r.Body, drawn, nil))
	params["boundary"] = "form-" + hex.EncodeToString(sum[:16])
	r.Header = r.Header.Clone()
	r.Header.Set("Content-Type", mime.FormatMediaType(kind, params))
	r.Body = bytes.ReplaceAll(r.Body, drawn, []byte(params["boundary"]))
}

// putFile puts the file there at once: the browser may read it for another tab.
func putFile(path, text string) error {
	file, err := os.CreateTemp(filepath.Dir(path), "new")
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Chmod(0o644), file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// extensionOf returns the extension of a file of a kind that is accepted; empty when
// none is known.
func extensionOf(kind string) string {
	if extension.MatchString(kind) {
		return kind
	}
	for _, t := range types {
		if strings.Contains(kind, t.media) {
			return t.extension
		}
	}
	return ""
}
