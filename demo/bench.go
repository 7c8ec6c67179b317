package demo

import (
	"bytes"
	_ "embed"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Kinds of pages that the bench site has.
const (
	BenchPlain  = "plain"  // complete as it is served, without a script
	BenchStatic = "static" // complete as it is served
	BenchAJAX   = "ajax"   // empty until its script has asked for one JSON answer
	BenchMixed  = "mixed"  // one after the other
)

const (
	benchLatency  = 30 * time.Millisecond // of a JSON answer
	benchScript   = 150 << 10             // bytes of the script that all pages share
	benchChildren = 10                    // pages that a page is the only one to lead to
	benchPictures = 30                    // that the pages choose from
)

//go:embed bench/app.js
var benchApp string

// Bench is a site to measure crawlers on: /bench/KIND/p/0 leads to Pages pages
// of the kind, each of which is an item with four fields. A page takes a script
// of 150 KiB that all share, unless it is plain, and three pictures; one that is
// filled by AJAX also takes a JSON answer that comes after 30 ms.
type Bench struct {
	Pages    int
	mux      *http.ServeMux
	pages    pages
	items    []BenchItem
	code     string
	pictures [][]byte
}

// BenchItem is what one page of the bench site is about.
type BenchItem struct {
	ID      int    `json:"id"`
	Title   string `json:"title"`
	Price   string `json:"price"`
	Maker   string `json:"maker"`
	Stock   int    `json:"stock"`
	Text    string `json:"text"`
	Related []int  `json:"related"`
}

// NewBench returns a bench site with so many pages of each kind.
func NewBench(count int) *Bench {
	b := &Bench{Pages: count, mux: http.NewServeMux(), pages: parsePages("bench")}
	w := scribe{Config{Seed: 1}.rand("bench")}
	for id := range count {
		b.items = append(b.items, b.item(w, id))
	}
	for range benchPictures {
		b.pictures = append(b.pictures, benchPicture(w))
	}
	b.code = benchCode()
	r := router{b.mux, benchLatency}
	for _, kind := range []string{BenchPlain, BenchStatic, BenchAJAX, BenchMixed} {
		r.HandleFunc("GET /bench/"+kind+"/p/{id}", func(w http.ResponseWriter, r *http.Request) { b.page(w, r, kind) })
		r.ajax("GET /bench/"+kind+"/api/item", b.answer)
	}
	r.HandleFunc("GET /bench/app.js", b.script)
	r.HandleFunc("GET /bench/picture/{file}", b.picture)
	r.HandleFunc("GET /_truth/bench.json", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, map[string]any{"items": b.items})
	})
	return b
}

// item makes up an item that leads to its children and to a few pages that are
// known already.
func (b *Bench) item(w scribe, id int) BenchItem {
	item := BenchItem{
		ID:    id,
		Title: fmt.Sprintf("%s %d", w.headline(), id),
		Price: fmt.Sprintf("%d.%02d", 1+w.IntN(900), w.IntN(100)),
		Maker: w.nickname(),
		Stock: w.IntN(1000),
		Text:  w.paragraph(8),
	}
	for child := benchChildren*id + 1; child <= benchChildren*(id+1) && child < b.Pages; child++ {
		item.Related = append(item.Related, child)
	}
	for range 5 {
		item.Related = append(item.Related, w.IntN(id+1))
	}
	return item
}

// ServeHTTP answers a request to the bench site.
func (b *Bench) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.mux.ServeHTTP(w, r) }

func (b *Bench) find(w http.ResponseWriter, id string) (BenchItem, bool) {
	n, err := strconv.Atoi(id)
	if err != nil || n < 0 || n >= len(b.items) {
		http.Error(w, "no such item", http.StatusNotFound)
		return BenchItem{}, false
	}
	return b.items[n], true
}

// page shows the item, or the shell that the script fills.
func (b *Bench) page(w http.ResponseWriter, r *http.Request, kind string) {
	item, ok := b.find(w, r.PathValue("id"))
	if !ok {
		return
	}
	b.pages.show(w, http.StatusOK, "page.html", map[string]any{
		"Kind":     kind,
		"Item":     item,
		"Script":   kind != BenchPlain,
		"Empty":    kind == BenchAJAX || kind == BenchMixed && item.ID%2 == 1,
		"Pictures": []int{item.ID % benchPictures, (item.ID + 1) % benchPictures, (item.ID + 2) % benchPictures},
	})
}

func (b *Bench) answer(w http.ResponseWriter, r *http.Request) {
	if item, ok := b.find(w, r.FormValue("id")); ok {
		writeJSON(w, item)
	}
}

func (b *Bench) script(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "max-age=3600")
	fmt.Fprint(w, b.code)
}

func (b *Bench) picture(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(strings.TrimSuffix(r.PathValue("file"), ".png"))
	if err != nil || id < 0 || id >= len(b.pictures) {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "max-age=3600")
	w.Write(b.pictures[id])
}

// benchPicture draws a noisy picture, about 20 KiB as PNG.
func benchPicture(w scribe) []byte {
	img := image.NewGray(image.Rect(0, 0, 160, 120))
	for i := range img.Pix {
		img.Pix[i] = uint8(i%160 + w.IntN(90))
	}
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		panic(err) // a buffer takes everything
	}
	return file.Bytes()
}

// benchCode is the script that fills empty pages, behind as much other code as
// a framework brings: functions, a tenth of which run.
func benchCode() string {
	var code strings.Builder
	code.WriteString("const parts = [];\n")
	for i := 0; code.Len() < benchScript; i++ {
		fmt.Fprintf(&code, "parts.push(function part%d(list, key) {\n  const found = [];\n"+
			"  for (const entry of list) if (entry %% %d !== key) found.push({ entry, key: `${key}-%d` });\n"+
			"  return found.sort((a, b) => a.entry - b.entry).map((one) => one.key).join(\",\");\n});\n", i, 2+i%17, i)
	}
	code.WriteString("parts.forEach((part, i) => i % 10 || part([5, 3, 8, 1], i));\n")
	code.WriteString(benchApp)
	return code.String()
}

// Is reports whether an item with the fields, as the bench flow extracts them,
// is this one.
func (i BenchItem) Is(fields map[string]any) bool {
	return fields["id"] == int64(i.ID) && fields["title"] == i.Title && fmt.Sprintf("%.2f", fields["price"]) == i.Price &&
		fields["maker"] == i.Maker && fields["stock"] == int64(i.Stock)
}

// Items returns what a complete crawl finds.
func (b *Bench) Items() []BenchItem { return b.items }
