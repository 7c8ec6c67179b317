package demo

import (
	"crypto/hmac"
	crand "crypto/rand"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// otherHost returns another name of this machine, so that it is another origin.
func otherHost(host string) string {
	name, port, _ := strings.Cut(host, ":")
	if name == "localhost" {
		return "127.0.0.1:" + port
	}
	return "localhost:" + port
}

// right reports whether the account is the practice account.
func right(user, pass string) bool { return user == practiceEmail && pass == practicePassword }

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
