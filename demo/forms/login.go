package forms

import (
	"crypto/rand"
	"encoding/json"
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
	if r.FormValue("user") != User || r.FormValue("password") != Password {
		return false
	}
	cookie := &http.Cookie{Name: cookieName(root), Value: rand.Text(), Path: root, HttpOnly: true}
	http.SetCookie(w, cookie)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.logins[cookie.Value] = true
	return true
}

func (s *Sites) isLoggedIn(r *http.Request, root string) bool {
	c, err := r.Cookie(cookieName(root))
	s.mu.Lock()
	defer s.mu.Unlock()
	return err == nil && s.logins[c.Value]
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
