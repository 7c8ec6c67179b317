package demo

import "net/http"

// note is what the slow page shows in the end.
type note struct {
	ID    int    `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// delayed is one page that stays empty for ten seconds.
type delayed struct {
	notes []note
	pages pages
}

func newDelayed(c Config) *delayed {
	w := scribe{c.rand("delayed")}
	s := &delayed{pages: parsePages("delayed")}
	for id := 1; id <= 3; id++ {
		s.notes = append(s.notes, note{id, w.headline(), w.paragraph(2)})
	}
	return s
}

func (s *delayed) truth() any { return map[string]any{"notes": s.notes} }

func (s *delayed) routes(r router) {
	r.HandleFunc("GET /delayed", func(w http.ResponseWriter, _ *http.Request) {
		s.pages.show(w, http.StatusOK, "delayed.html", nil)
	})
	r.ajax("GET /delayed/notes.json", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, s.truth())
	})
}
