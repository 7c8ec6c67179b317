package demo

import (
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

const (
	peopleCount = 60
	peopleBatch = 20 // members in one answer of the list API, at most
)

// people is a community of questions and answers.
type people struct {
	members []*member // the first is where a crawl starts
	pages   pages
}

func newPeople(c Config) *people {
	w := scribe{c.rand("people")}
	s := &people{pages: parsePages("people")}
	for i := range peopleCount {
		s.members = append(s.members, newMember(w, i))
	}
	follow(s.members, w)
	return s
}

// followRelation says who follows whom, by slug.
type followRelation struct {
	Follower string `json:"follower"`
	Followee string `json:"followee"`
}

func (s *people) truth() any {
	var relations []followRelation
	for _, m := range s.members {
		for _, f := range m.followers {
			relations = append(relations, followRelation{f.Slug, m.Slug})
		}
	}
	return map[string]any{"members": s.members, "follows": relations}
}

func (s *people) routes(r router) {
	r.HandleFunc("GET /people/{$}", s.front)
	r.HandleFunc("GET /people/{slug}", s.profile)
	r.HandleFunc("GET /people/{slug}/followers", s.list("关注者"))
	r.HandleFunc("GET /people/{slug}/following", s.list("关注"))
	r.ajax("GET /people/api/members/{slug}/followers", s.batch(func(m *member) []*member { return m.followers }))
	r.ajax("GET /people/api/members/{slug}/following", s.batch(func(m *member) []*member { return m.following }))
}

func (s *people) front(w http.ResponseWriter, _ *http.Request) {
	s.pages.show(w, http.StatusOK, "front.html", s.members[0])
}

// find returns the member that r's path names, or answers 404 and returns nil.
func (s *people) find(w http.ResponseWriter, r *http.Request) *member {
	for _, m := range s.members {
		if m.Slug == r.PathValue("slug") {
			return m
		}
	}
	s.pages.show(w, http.StatusNotFound, "missing.html", nil)
	return nil
}

// memberData is what a profile page holds. The encoder has escaped <, > and &.
type memberData struct {
	Slug string
	Data template.HTML
}

// profile shows a member, who is in the page as JSON alone.
func (s *people) profile(w http.ResponseWriter, r *http.Request) {
	m := s.find(w, r)
	if m == nil {
		return
	}
	users := map[string]any{m.Slug: m.entity()}
	data, err := json.Marshal(map[string]any{
		"initialState": map[string]any{"entities": map[string]any{"users": users}},
		"slug":         m.Slug,
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	s.pages.show(w, http.StatusOK, "profile.html", memberData{m.Slug, template.HTML(data)})
}

// list shows the followers of a member, or those it follows; a script fills it.
func (s *people) list(title string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if m := s.find(w, r); m != nil {
			s.pages.show(w, http.StatusOK, "list.html", map[string]string{
				"Title": title,
				"Slug":  m.Slug,
				"API":   "/people/api/members" + strings.TrimPrefix(r.URL.Path, "/people"),
			})
		}
	}
}

// paging tells where in a list an answer of the API stands.
type paging struct {
	IsEnd  bool   `json:"is_end"`
	Next   string `json:"next"` // absolute URL; empty at the end
	Totals int    `json:"totals"`
}

// batch answers with a part of one of a member's lists.
func (s *people) batch(list func(*member) []*member) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		m := s.find(w, r)
		if m == nil {
			return
		}
		offset, err := strconv.Atoi(r.FormValue("offset"))
		limit, limitErr := strconv.Atoi(r.FormValue("limit"))
		if err != nil || limitErr != nil || offset < 0 || limit < 1 {
			http.Error(w, "offset and limit must be numbers", http.StatusBadRequest)
			return
		}
		all, limit := list(m), min(limit, peopleBatch)
		to := min(offset+limit, len(all))
		data := []any{}
		for _, other := range all[min(offset, to):to] {
			data = append(data, other.entity())
		}
		writeJSON(w, map[string]any{"paging": pagingAt(r, to, limit, len(all)), "data": data})
	}
}

// pagingAt describes a list that was answered up to that place.
func pagingAt(r *http.Request, to, limit, totals int) paging {
	if to >= totals {
		return paging{IsEnd: true, Totals: totals}
	}
	next := url.URL{
		Scheme:   "http",
		Host:     r.Host,
		Path:     r.URL.Path,
		RawQuery: fmt.Sprintf("offset=%d&limit=%d", to, limit),
	}
	return paging{Next: next.String(), Totals: totals}
}
