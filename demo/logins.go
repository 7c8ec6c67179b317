package demo

import (
	"crypto/hmac"
	crand "crypto/rand"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
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

// otherHost returns another name of this machine, so that it is another origin.
func otherHost(host string) string {
	name, port, _ := strings.Cut(host, ":")
	if name == "localhost" {
		return "127.0.0.1:" + port
	}
	return "localhost:" + port
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

// right reports whether the account is the practice account.
func right(user, pass string) bool { return user == practiceEmail && pass == practicePassword }

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

// honest reports whether the form came as a person would have sent it.
func (s *logins) honest(r *http.Request, d design) bool {
	for _, trap := range d.traps {
		if r.FormValue(trap) != "" {
			return false
		}
	}
	for _, box := range d.boxes {
		if r.FormValue(box) == "" {
			return false
		}
	}
	if d.csrf && (r.FormValue("token") == "" || r.FormValue("token") != s.recall(r, "token")) {
		return false
	}
	return !d.captcha || strings.EqualFold(r.FormValue("answer"), s.recall(r, "answer"))
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

func (s *logins) takeCode(w http.ResponseWriter, r *http.Request) {
	code := strings.Join(r.Form["code"], "")
	if r.ParseForm() == nil {
		code = strings.Join(r.Form["code"], "")
	}
	if s.recall(r, "otp") != "asked" || code != oneTimeCode(practiceSeed, time.Now()) {
		s.show(w, r, http.StatusOK, loginData{Step: "code", Error: true})
		return
	}
	s.admit(w, r)
}

// oneTimeCode is RFC 6238 with what most sites take: SHA-1, 6 digits, 30 seconds.
func oneTimeCode(seed string, now time.Time) string {
	key, err := base32.StdEncoding.DecodeString(seed)
	if err != nil {
		panic(err) // a constant above
	}
	mac := hmac.New(sha1.New, key)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(now.Unix()/30)))
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[at:])&0x7fffffff%1_000_000)
}

func (s *logins) takeStay(w http.ResponseWriter, r *http.Request) {
	if s.recall(r, "stay") != "asked" {
		s.refuse(w, r)
		return
	}
	s.admit(w, r)
}

func (s *logins) takeTicket(w http.ResponseWriter, r *http.Request) {
	ticket := r.URL.Query().Get("t")
	s.mu.Lock()
	name := s.pending[ticket]
	delete(s.pending, ticket)
	s.mu.Unlock()
	if name == "" || name != r.PathValue("design") {
		http.Error(w, "the ticket is not known", http.StatusForbidden)
		return
	}
	s.admit(w, r)
}

// token gives the page the token of its form.
func (s *logins) token(w http.ResponseWriter, r *http.Request) {
	token := crand.Text()
	s.remember(w, r, "token", token)
	writeJSON(w, map[string]string{"token": token})
}

func (s *logins) picture(w http.ResponseWriter, r *http.Request) {
	answer, picture, err := s.painter.draw()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	s.remember(w, r, "answer", answer)
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(picture)
}

// remember notes something of a login that is under way; recall returns it once.
func (s *logins) remember(w http.ResponseWriter, r *http.Request, what, value string) {
	id := crand.Text()
	s.mu.Lock()
	s.pending[what+id] = value
	s.mu.Unlock()
	http.SetCookie(w, &http.Cookie{Name: what, Value: id, Path: "/logins/" + r.PathValue("design"), HttpOnly: true})
}

func (s *logins) recall(r *http.Request, what string) string {
	cookie, err := r.Cookie(what)
	if err != nil {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	value := s.pending[what+cookie.Value]
	delete(s.pending, what+cookie.Value)
	return value
}

// member reports whether the browser is logged in.
func (s *logins) member(r *http.Request) bool {
	cookie, err := r.Cookie("member")
	if err != nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.members[cookie.Value] == r.PathValue("design")
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
