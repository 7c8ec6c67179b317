package demo

import (
	"fmt"
	"net/http"
	"strconv"
)

// How many items each section of the one-page site has.
const (
	historyItems = 20
	hashItems    = 10
)

// spaItem is one entry of the one-page site.
type spaItem struct {
	ID      int    `json:"id"`
	Section string `json:"section"` // history or hash
	Path    string `json:"path"`    // of its view; for hash it contains a #
	Title   string `json:"title"`
	Text    string `json:"text"`
}

// spa is a site of one page, whose script shows a view for each route.
type spa struct {
	items []spaItem
	pages pages
}

func newSPA(c Config) *spa {
	w := scribe{c.rand("spa")}
	s := &spa{pages: parsePages("spa")}
	for id := 1; id <= historyItems+hashItems; id++ {
		item := spaItem{
			ID:      id,
			Section: "history",
			Path:    fmt.Sprintf("/spa/item/%d", id),
			Title:   w.headline(),
			Text:    w.paragraph(3),
		}
		if id > historyItems {
			item.Section, item.Path = "hash", fmt.Sprintf("/spa/hash#/item/%d", id)
		}
		s.items = append(s.items, item)
	}
	return s
}

func (s *spa) truth() any { return map[string]any{"items": s.items} }

func (s *spa) routes(r router) {
	r.HandleFunc("GET /spa/{view...}", s.shell)
	r.ajax("GET /spa/api/items", s.list)
	r.ajax("GET /spa/api/items/{id}", s.item)
}

// shell answers for every view with the same page.
func (s *spa) shell(w http.ResponseWriter, _ *http.Request) {
	s.pages.show(w, http.StatusOK, "shell.html", nil)
}

// spaEntry is an item as lists show it.
type spaEntry struct {
	ID    int    `json:"id"`
	Title string `json:"title"`
}

func (s *spa) list(w http.ResponseWriter, r *http.Request) {
	entries := []spaEntry{}
	for _, item := range s.items {
		if item.Section == r.FormValue("section") {
			entries = append(entries, spaEntry{item.ID, item.Title})
		}
	}
	writeJSON(w, map[string]any{"items": entries})
}

func (s *spa) item(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil || id < 1 || id > len(s.items) {
		http.NotFound(w, r)
		return
	}
	item := s.items[id-1]
	writeJSON(w, map[string]any{"id": item.ID, "title": item.Title, "text": item.Text})
}
