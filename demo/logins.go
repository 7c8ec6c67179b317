package demo

import (
	crand "crypto/rand"
	"net/http"
	"path"
	"slices"
	"sync"
)

// practiceSeed is the seed of the practice account's one-time codes.
const practiceSeed = "PRACTICEPRACTICEPRACTICEPRACTICE"

// design is one way to ask for a login. Zero fields mean what most sites do.
type design struct {
	user, pass string   // names of the form's fields; empty: user and pass
	traps      []string // fields that no person fills in
	boxes      []string // boxes that must be ticked
	captcha    bool     // the answer comes as "answer"
	csrf       bool     // the token of the page comes as "token"
	otp        bool     // a one-time code is asked for afterwards, as "code"
	stay       bool     // a page asks afterwards whether to stay signed in
	twoStep    bool     // the user is asked for first, on a page of its own
	sso        bool     // the form lies on the other origin, which sends back a ticket
	auth       string   // "basic" or "digest": HTTP authentication
}

// designs are the pages of the folder logins, by name.
var designs = map[string]design{
	"plain": {}, "table": {user: "txtLoginId", pass: "txtKw"}, "remember": {boxes: []string{"keep"}},
	"chinese": {user: "uname", pass: "upw", boxes: []string{"agree"}}, "japanese": {}, "russian": {user: "f1", pass: "f2"}, "spanish": {user: "a", pass: "b"},
	"twostep": {twoStep: true}, "slide": {}, "popup": {}, "iframe": {}, "foreign": {}, "open": {}, "closed": {}, "spa": {},
	"typeless": {user: "q1", pass: "q2"}, "swap": {}, "readonly": {}, "captcha": {captcha: true}, "captchazh": {captcha: true, user: "yhm", pass: "mm"},
	"consent": {}, "gate": {}, "honeypot": {traps: []string{"email", "website", "username"}}, "basic": {auth: "basic"}, "digest": {auth: "digest"},
	"sso": {sso: true}, "enter": {}, "divbutton": {}, "disabled": {}, "react": {}, "many": {}, "modal": {}, "chooser": {}, "aria": {}, "late": {},
	"csrf": {csrf: true}, "otp": {otp: true}, "stay": {stay: true}, "signup": {}, "icon": {},
	"hovermenu": {user: "u", pass: "p"}, "burger": {user: "u", pass: "p"}, "twice": {user: "u", pass: "p"}, "material": {user: "u", pass: "p"}, "aspnet": {user: "u", pass: "p"}, "blur": {user: "u", pass: "p"},
	"smsfirst": {user: "u", pass: "p"}, "gdpr": {user: "u", pass: "p"}, "korean": {user: "u", pass: "p"}, "usericon": {user: "u", pass: "p"}, "jslink": {user: "u", pass: "p"}, "nested": {user: "u", pass: "p"},
	"elementui": {user: "u", pass: "p"}, "frameset": {user: "u", pass: "p"}, "modaldiv": {user: "u", pass: "p"}, "targetblank": {user: "u", pass: "p"}, "slowfetch": {user: "u", pass: "p"},
}

// logins is the practice site of login pages: one account, many designs.
type logins struct {
	pages   pages
	painter *painter

	mu      sync.Mutex
	members map[string]string // cookie to design
	pending map[string]string // cookie to what the login waits for: a token, an answer, a user
	sent    map[string]int    // passwords that came in, by design
}

func newLogins(c Config) (*logins, error) {
	painter, err := newPainter(c.rand("logins"))
	if err != nil {
		return nil, err
	}
	return &logins{
		pages: parsePages("logins"), painter: painter,
		members: map[string]string{}, pending: map[string]string{}, sent: map[string]int{},
	}, nil
}

func (s *logins) routes(r router) {
	r.HandleFunc("GET /logins/{$}", s.list)
	r.HandleFunc("GET /logins/{design}/{$}", s.open)
	r.HandleFunc("GET /logins/{design}/form", s.open)
	r.HandleFunc("POST /logins/{design}/user", s.takeUser)
	r.HandleFunc("POST /logins/{design}/in", s.take)
	r.HandleFunc("POST /logins/{design}/code", s.takeCode)
	r.HandleFunc("POST /logins/{design}/stay", s.takeStay)
	r.HandleFunc("GET /logins/{design}/ticket", s.takeTicket)
	r.HandleFunc("GET /logins/{design}/token", s.token)
	r.HandleFunc("GET /logins/{design}/captcha.png", s.picture)
	r.HandleFunc("GET /logins/{design}/home", s.home)
	r.HandleFunc("GET /logins/{design}/logout", s.logout)
}

// truth lists the designs.
func (s *logins) truth() any { return LoginDesigns() }

// LoginDesigns returns the names of the login pages below /logins.
func LoginDesigns() []string {
	var names []string
	for name := range designs {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// loginData is what the templates of logins show.
type loginData struct {
	Name    string
	Base    string // path of the design
	Other   string // the same site by another origin
	Back    string // origin that a login on the other one comes back to
	Step    string // which of several pages
	User    string
	Error   bool
	Designs []string
}

func (s *logins) show(w http.ResponseWriter, r *http.Request, status int, data loginData) {
	name := r.PathValue("design")
	if _, ok := designs[name]; !ok {
		http.NotFound(w, r)
		return
	}
	data.Name, data.Base, data.Other = name, "/logins/"+name, "http://"+otherHost(r.Host)
	data.Back = r.URL.Query().Get("back")
	w.Header().Set("Cache-Control", "no-store")
	page := name
	if data.Step == "home" || data.Step == "code" || data.Step == "stay" || data.Step == "password" && name == "twostep" {
		page = "after"
	}
	s.pages.show(w, status, page+".html", data)
}

func (s *logins) list(w http.ResponseWriter, _ *http.Request) {
	s.pages.show(w, http.StatusOK, "list.html", loginData{Designs: LoginDesigns()})
}

// open shows the login page, or its form where that is a document of its own.
func (s *logins) open(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("design")
	switch d := designs[name]; {
	case d.auth != "":
		s.authenticate(w, r, name, d.auth)
	case d.sso && r.URL.Query().Get("back") == "":
		http.Redirect(w, r, "http://"+otherHost(r.Host)+"/logins/"+name+"/?back=http://"+r.Host, http.StatusFound)
	case path.Base(r.URL.Path) == "form":
		s.show(w, r, http.StatusOK, loginData{Step: "form"})
	default:
		s.show(w, r, http.StatusOK, loginData{})
	}
}

// takeUser takes the first half of a login in two steps.
func (s *logins) takeUser(w http.ResponseWriter, r *http.Request) {
	user := r.FormValue("identifier")
	if user != practiceEmail {
		s.show(w, r, http.StatusOK, loginData{Error: true})
		return
	}
	s.remember(w, r, "user", user)
	s.show(w, r, http.StatusOK, loginData{Step: "password", User: user})
}

// take takes a login.
func (s *logins) take(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("design")
	d := designs[name]
	s.mu.Lock()
	s.sent[name]++
	s.mu.Unlock()
	user := r.FormValue(or(d.user, "user"))
	if d.twoStep {
		user = s.recall(r, "user")
	}
	if !s.honest(r, d) || !right(user, r.FormValue(or(d.pass, "pass"))) {
		s.refuse(w, r)
		return
	}
	switch {
	case d.otp:
		s.remember(w, r, "otp", "asked")
		s.show(w, r, http.StatusOK, loginData{Step: "code"})
	case d.stay:
		s.remember(w, r, "stay", "asked")
		s.show(w, r, http.StatusOK, loginData{Step: "stay"})
	case d.sso:
		ticket := crand.Text()
		s.mu.Lock()
		s.pending[ticket] = name
		s.mu.Unlock()
		http.Redirect(w, r, r.FormValue("back")+"/logins/"+name+"/ticket?t="+ticket, http.StatusFound)
	default:
		s.admit(w, r)
	}
}

func or(name, usual string) string {
	if name == "" {
		return usual
	}
	return name
}

// refuse shows the form again, or tells the script.
func (s *logins) refuse(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Accept") == "application/json" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	s.show(w, r, http.StatusOK, loginData{Error: true})
}

// admit logs the browser in.
func (s *logins) admit(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("design")
	id := crand.Text()
	s.mu.Lock()
	s.members[id] = name
	s.mu.Unlock()
	http.SetCookie(w, &http.Cookie{Name: "member", Value: id, Path: "/logins/" + name, HttpOnly: true})
	if r.Header.Get("Accept") == "application/json" {
		writeJSON(w, map[string]string{"next": "/logins/" + name + "/home"})
		return
	}
	http.Redirect(w, r, "/logins/"+name+"/home", http.StatusSeeOther)
}

// home is for members.
func (s *logins) home(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("design")
	if auth := designs[name].auth; auth != "" {
		s.authenticate(w, r, name, auth)
		return
	}
	if !s.member(r) {
		http.Redirect(w, r, "/logins/"+name+"/", http.StatusFound)
		return
	}
	s.show(w, r, http.StatusOK, loginData{Step: "home"})
}

func (s *logins) logout(w http.ResponseWriter, r *http.Request) {
	if cookie, err := r.Cookie("member"); err == nil {
		s.mu.Lock()
		delete(s.members, cookie.Value)
		s.mu.Unlock()
	}
	http.Redirect(w, r, "/logins/"+r.PathValue("design")+"/", http.StatusFound)
}
