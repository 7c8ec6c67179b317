package demo

import (
	crand "crypto/rand"
	"net/http"
	"strings"
	"sync"
	"time"
)

const sessionCookie = "renren_session"

// session is what /renren remembers of one browser.
type session struct {
	id           string
	csrf         string // of the login form
	requestToken string // the AJAX calls must bring these two
	rtk          string
	user         *user // who is logged in; nil: nobody

	mu     sync.Mutex
	failed bool   // a login was refused
	answer string // to the latest captcha; empty: none was drawn, or its try is spent
}

// challenge notes the answer to the picture that the browser now sees.
func (s *session) challenge(answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

// solve reports whether answer is right, without regard to case. The picture's
// one try is spent then.
func (s *session) solve(answer string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	right := s.answer != "" && strings.EqualFold(strings.TrimSpace(answer), s.answer)
	s.answer = ""
	return right
}

// fail notes that a login was refused.
func (s *session) fail() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = true
}

func (s *session) hasFailed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

// sessions are those that are alive. Their ids and tokens are the one thing here
// that does not follow from the seed: a cookie of an earlier run must not fit.
type sessions struct {
	life time.Duration // idle time
	now  func() time.Time

	mu   sync.Mutex
	byID map[string]*session
	seen map[string]time.Time
}

func newSessions(c Config) *sessions {
	return &sessions{
		life: c.SessionLife,
		now:  c.Clock,
		byID: map[string]*session{},
		seen: map[string]time.Time{},
	}
}

// find returns the session that r belongs to, and keeps it alive, or nil.
func (s *sessions) find(r *http.Request) *session {
	cookie, err := r.Cookie(sessionCookie)
	if err != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget()
	found := s.byID[cookie.Value]
	if found != nil {
		s.seen[found.id] = s.now()
	}
	return found
}

// begin opens a session for a user, nil for one who is not logged in, and gives
// its cookie to the browser.
func (s *sessions) begin(w http.ResponseWriter, u *user) *session {
	fresh := &session{id: crand.Text(), csrf: crand.Text(), requestToken: crand.Text(), rtk: crand.Text()[:8], user: u}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget()
	s.byID[fresh.id] = fresh
	s.seen[fresh.id] = s.now()
	http.SetCookie(w, &http.Cookie{
		Name: sessionCookie, Value: fresh.id, Path: "/renren", HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
	return fresh
}

func (s *sessions) end(old *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.byID, old.id)
	delete(s.seen, old.id)
}

// forget drops the sessions that were idle for too long.
func (s *sessions) forget() {
	now := s.now()
	for id, seen := range s.seen {
		if now.Sub(seen) > s.life {
			delete(s.byID, id)
			delete(s.seen, id)
		}
	}
}
