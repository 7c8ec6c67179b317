package forms

import (
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// twoPages asks for the user's name on one page and for the password on the next.
func (s *Sites) twoPages() {
	const root = "/forms/twopage/"
	s.mux.HandleFunc("GET "+root+"{$}", func(w http.ResponseWriter, r *http.Request) { s.home(w, r, "twopage", root+"login") })
	s.mux.HandleFunc("GET "+root+"login", func(w http.ResponseWriter, r *http.Request) { s.show(w, r, "twopage-user", "") })
	s.mux.HandleFunc("POST "+root+"login", func(w http.ResponseWriter, r *http.Request) { s.show(w, r, "twopage-password", r.FormValue("user")) })
	s.mux.HandleFunc("POST "+root+"password", func(w http.ResponseWriter, r *http.Request) {
		if !s.logIn(w, r, root) {
			s.show(w, r, "twopage-user", "That is not right.")
			return
		}
		http.Redirect(w, r, root, http.StatusSeeOther)
	})
}

// popup asks for both in a window of its own.
func (s *Sites) popup() {
	const root = "/forms/popup/"
	s.mux.HandleFunc("GET "+root+"{$}", func(w http.ResponseWriter, r *http.Request) { s.show(w, r, "popup", s.isLoggedIn(r, root)) })
	s.mux.HandleFunc("GET "+root+"login", func(w http.ResponseWriter, r *http.Request) { s.show(w, r, "popup-login", nil) })
	s.mux.HandleFunc("POST "+root+"login", func(w http.ResponseWriter, r *http.Request) {
		if !s.logIn(w, r, root) {
			s.show(w, r, "popup-login", nil)
			return
		}
		s.show(w, r, "popup-close", nil)
	})
}

// vault has the browser's script keep the login, in a database.
func (s *Sites) vault() {
	const root = "/forms/vault/"
	s.mux.HandleFunc("POST "+root+"login", func(w http.ResponseWriter, r *http.Request) {
		key, ok := s.admit(r)
		if !ok {
			http.Error(w, "That is not right.", http.StatusForbidden)
			return
		}
		io.WriteString(w, key)
	})
	s.mux.HandleFunc("GET "+root+"orders", func(w http.ResponseWriter, r *http.Request) {
		if !s.admitted(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")) {
			http.Error(w, "Who are you?", http.StatusForbidden)
			return
		}
		io.WriteString(w, "A lamp.")
	})
}

// home is for those who are logged in; others are sent to the login page.
func (s *Sites) home(w http.ResponseWriter, r *http.Request, name, login string) {
	if !s.isLoggedIn(r, "/forms/"+name+"/") {
		http.Redirect(w, r, login, http.StatusSeeOther)
		return
	}
	s.show(w, r, name, nil)
}

// cookieName names the cookie of the site at root.
func cookieName(root string) string { return strings.ReplaceAll(strings.Trim(root, "/"), "/", "_") }

// logIn gives the browser a cookie when name and password are right.
func (s *Sites) logIn(w http.ResponseWriter, r *http.Request, root string) bool {
	key, ok := s.admit(r)
	if ok {
		http.SetCookie(w, &http.Cookie{Name: cookieName(root), Value: key, Path: root, HttpOnly: true})
	}
	return ok
}

// admit returns what the browser is known by from now on, when name and password are
// right.
func (s *Sites) admit(r *http.Request) (key string, ok bool) {
	if r.FormValue("user") != User || r.FormValue("password") != Password {
		return "", false
	}
	key = rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.logins[key] = true
	return key, true
}

func (s *Sites) admitted(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.logins[key]
}

func (s *Sites) isLoggedIn(r *http.Request, root string) bool {
	c, err := r.Cookie(cookieName(root))
	return err == nil && s.admitted(c.Value)
}

var cities = []string{"Bern", "Berlin", "Bergen", "Lisbon", "London", "Vienna", "Vilnius", "Zagreb"}

// suggest answers with the cities that begin with what was typed.
func suggest(w http.ResponseWriter, r *http.Request) {
	found := []string{}
	for _, city := range cities {
		if q := r.FormValue("q"); q != "" && strings.HasPrefix(strings.ToLower(city), strings.ToLower(q)) {
			found = append(found, city)
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(found) // a visitor who has gone
}
