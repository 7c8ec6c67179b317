package demo

import (
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// renren is the community behind a login.
type renren struct {
	community *community
	sessions  *sessions
	painter   *painter
	pages     pages
}

func newRenren(c Config) (*renren, error) {
	painter, err := newPainter(c.rand("renren/captcha"))
	if err != nil {
		return nil, err
	}
	return &renren{
		community: newCommunity(c),
		sessions:  newSessions(c),
		painter:   painter,
		pages:     parsePages("renren"),
	}, nil
}

func (s *renren) truth() any { return s.community.truth() }

func (s *renren) routes(r router) {
	r.HandleFunc("GET /renren/login", s.loginForm)
	r.HandleFunc("POST /renren/login", s.login)
	r.HandleFunc("GET /renren/captcha.png", s.captcha)
	r.HandleFunc("GET /renren/logout", s.logout)
	r.HandleFunc("GET /renren/", s.member(s.elsewhere))
	r.HandleFunc("GET /renren/home", s.member(s.home))
	r.HandleFunc("GET /renren/profile", s.member(s.profile))
	r.ajax("GET /renren/profile.json", s.script(s.facts))
	r.ajax("GET /renren/friends.json", s.script(s.friends))
	r.ajax("GET /renren/status", s.script(withTokens(s.status)))
	r.ajax("POST /renren/feedcommentretrieve.do", s.script(withTokens(s.comments)))
}

// memberHandler answers one who is logged in.
type memberHandler func(w http.ResponseWriter, r *http.Request, me *session)

// member sends those who are not logged in to the login form.
func (s *renren) member(handle memberHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if me := s.sessions.find(r); me != nil && me.user != nil {
			w.Header().Set("Cache-Control", "no-store")
			handle(w, r, me)
			return
		}
		http.Redirect(w, r, "/renren/login?next="+url.QueryEscape(r.URL.RequestURI()), http.StatusFound)
	}
}

// script answers 401 to those who are not logged in.
func (s *renren) script(handle memberHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if me := s.sessions.find(r); me != nil && me.user != nil {
			handle(w, r, me)
			return
		}
		http.Error(w, "log in first", http.StatusUnauthorized)
	}
}

// withTokens answers 403 to calls without the two tokens of the page.
func withTokens(handle memberHandler) memberHandler {
	return func(w http.ResponseWriter, r *http.Request, me *session) {
		if r.FormValue("requestToken") != me.requestToken || r.FormValue("_rtk") != me.rtk {
			http.Error(w, "requestToken or _rtk is wrong", http.StatusForbidden)
			return
		}
		handle(w, r, me)
	}
}

func (s *renren) elsewhere(w http.ResponseWriter, r *http.Request, me *session) {
	if r.URL.Path == "/renren/" {
		http.Redirect(w, r, "/renren/home", http.StatusFound)
		return
	}
	s.missing(w, me)
}

func (s *renren) missing(w http.ResponseWriter, me *session) {
	s.pages.show(w, http.StatusNotFound, "missing.html", memberPage{Me: me.user})
}

// pageTokens are what the scripts of a page know.
type pageTokens struct {
	Owner        int    `json:"owner"`
	RequestToken string `json:"requestToken"`
	RTK          string `json:"rtk"`
}

// memberPage is what the pages behind the login show before their scripts run.
type memberPage struct {
	Me     *user
	Tokens pageTokens
}

func (s *renren) home(w http.ResponseWriter, _ *http.Request, me *session) {
	s.pages.show(w, http.StatusOK, "home.html", memberPage{Me: me.user})
}

func (s *renren) profile(w http.ResponseWriter, r *http.Request, me *session) {
	owner := s.owner(r, "id")
	if owner == nil {
		s.missing(w, me)
		return
	}
	s.pages.show(w, http.StatusOK, "profile.html", memberPage{me.user, pageTokens{owner.ID, me.requestToken, me.rtk}})
}

// owner returns the member whose id is in that field of r, or nil.
func (s *renren) owner(r *http.Request, field string) *user {
	id, err := strconv.Atoi(r.FormValue(field))
	if err != nil {
		return nil
	}
	return s.community.byID[id]
}

func (s *renren) facts(w http.ResponseWriter, r *http.Request, _ *session) {
	owner := s.owner(r, "id")
	if owner == nil {
		http.NotFound(w, r)
		return
	}
	writeJSON(w, owner)
}

// friendEntry is one row of a member's friend list.
type friendEntry struct {
	UID  int    `json:"uid"`
	Name string `json:"name"`
}

func (s *renren) friends(w http.ResponseWriter, r *http.Request, _ *session) {
	owner := s.owner(r, "id")
	if owner == nil {
		http.NotFound(w, r)
		return
	}
	list := []friendEntry{}
	for _, f := range owner.friends {
		list = append(list, friendEntry{f.ID, f.Name})
	}
	writeJSON(w, map[string]any{"friends": list})
}

// statusPage is one fragment of a member's statuses.
type statusPage struct {
	Statuses []status
	More     bool // another page follows
}

func (s *renren) status(w http.ResponseWriter, r *http.Request, _ *session) {
	owner := s.owner(r, "id")
	page, err := strconv.Atoi(r.FormValue("curpage"))
	if owner == nil || err != nil || page < 0 || r.FormValue("__view") != "async-html" {
		http.Error(w, "id, __view=async-html and curpage are needed", http.StatusBadRequest)
		return
	}
	all := s.community.statuses(owner)
	from, to := min(page*statusesPage, len(all)), min((page+1)*statusesPage, len(all))
	s.pages.show(w, http.StatusOK, "status.html", statusPage{all[from:to], to < len(all)})
}

// commentEntry is a comment as the AJAX answer words it.
type commentEntry struct {
	ID     int       `json:"id"`
	Author int       `json:"author"`
	Name   string    `json:"name"`
	Text   string    `json:"text"`
	Time   time.Time `json:"time"`
}

func (s *renren) comments(w http.ResponseWriter, r *http.Request, _ *session) {
	owner := s.owner(r, "owner")
	id, err := strconv.Atoi(r.FormValue("doingId"))
	if owner == nil || err != nil {
		http.Error(w, "doingId and owner are needed", http.StatusBadRequest)
		return
	}
	comments, ok := s.community.comments(owner, id)
	if !ok {
		http.NotFound(w, r)
		return
	}
	list := []commentEntry{}
	for _, c := range comments {
		list = append(list, commentEntry{c.ID, c.Author, c.AuthorName, c.Text, c.Time})
	}
	writeJSON(w, map[string]any{"comments": list})
}
