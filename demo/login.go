package demo

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Why a login was refused; the login page has an element "error-" + refusal.
type refusal string

const (
	admitted     refusal = ""
	wrongCaptcha refusal = "captcha"
	wrongLogin   refusal = "login"
	wrongForm    refusal = "form" // CSRF token missing or of another session
)

// loginPage is what the login form shows.
type loginPage struct {
	Action  string // keeps ?captcha=1 and ?next=
	CSRF    string
	Email   string
	Captcha bool
	Refusal refusal
}

func (s *renren) loginForm(w http.ResponseWriter, r *http.Request) {
	me := s.sessions.find(r)
	switch {
	case me == nil:
		me = s.sessions.begin(w, nil)
	case me.user != nil:
		http.Redirect(w, r, destination(r), http.StatusFound)
		return
	}
	s.showLogin(w, r, me, admitted)
}

func (s *renren) showLogin(w http.ResponseWriter, r *http.Request, me *session, why refusal) {
	status := http.StatusOK
	if why == wrongForm {
		status = http.StatusForbidden
	}
	w.Header().Set("Cache-Control", "no-store")
	s.pages.show(w, status, "login.html", loginPage{
		Action:  r.URL.RequestURI(),
		CSRF:    me.csrf,
		Email:   r.PostFormValue("email"),
		Captcha: asksCaptcha(r, me),
		Refusal: why,
	})
}

// asksCaptcha reports whether the form has a captcha: after a refused login, and
// always when the query says captcha=1.
func asksCaptcha(r *http.Request, me *session) bool {
	return me.hasFailed() || r.URL.Query().Get("captcha") == "1"
}

func (s *renren) login(w http.ResponseWriter, r *http.Request) {
	me := s.sessions.find(r)
	if me == nil {
		s.showLogin(w, r, s.sessions.begin(w, nil), wrongForm)
		return
	}
	if why := judge(r, me); why != admitted {
		me.fail()
		s.showLogin(w, r, me, why)
		return
	}
	s.sessions.end(me)
	s.sessions.begin(w, s.community.users[0])
	http.Redirect(w, r, destination(r), http.StatusFound)
}

// judge decides on a posted login form. The captcha's try is spent either way.
func judge(r *http.Request, me *session) refusal {
	asked := asksCaptcha(r, me)
	solved := me.solve(r.PostFormValue("captcha"))
	switch {
	case r.PostFormValue("csrf") != me.csrf:
		return wrongForm
	case asked && !solved:
		return wrongCaptcha
	case r.PostFormValue("email") != practiceEmail || r.PostFormValue("password") != practicePassword:
		return wrongLogin
	}
	return admitted
}

// destination returns where a login leads to: the page that asked for it, if it
// belongs to this site, or the home page.
func destination(r *http.Request) string {
	next, err := url.Parse(r.URL.Query().Get("next"))
	if err != nil || next.Host != "" || !strings.HasPrefix(next.Path, "/renren/") {
		return "/renren/home"
	}
	return next.RequestURI()
}

// captcha draws a new picture for the session; the one before is void.
func (s *renren) captcha(w http.ResponseWriter, r *http.Request) {
	me := s.sessions.find(r)
	if me == nil {
		http.Error(w, "open the login form first", http.StatusForbidden)
		return
	}
	answer, picture, err := s.painter.draw()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	me.challenge(answer)
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Content-Length", strconv.Itoa(len(picture)))
	w.Header().Set("Cache-Control", "no-store")
	w.Write(picture)
}

func (s *renren) logout(w http.ResponseWriter, r *http.Request) {
	if me := s.sessions.find(r); me != nil {
		s.sessions.end(me)
	}
	http.Redirect(w, r, "/renren/login", http.StatusFound)
}
