package torture

import (
	"fmt"
	"net/http"
	"strings"
)

// Secrets are what the flows of pages behind a login are given: the name of the
// account that is let in, that of one that is not, and the password of both.
func Secrets() map[string]string {
	return map[string]string{"LOGIN_USER": "welcome", "LOGIN_USER_2": refusedUser, "LOGIN_PASSWORD": "open sesame"}
}

const refusedUser = "refused"

// door asks for HTTP Basic authentication, and refuses one account for ever.
func door(s *Site, w http.ResponseWriter, r *request) {
	user, _, ok := r.BasicAuth()
	if ok && user != refusedUser {
		show(w, http.StatusOK, "inside")
		fmt.Fprint(w, `<p id="inside">`+user)
		return
	}
	if ok {
		s.hit("/door of the refused")
	}
	challenge(`Basic realm="door"`)(s, w, r)
}

// stay is how many pages a login of bounce lasts for.
const stay = 5

// bouncePages is the number of pages behind the login.
const bouncePages = 12

// bounce shows pages to members, whose logins end soon. Who is refused is led
// from the login page to itself.
func bounce(s *Site, w http.ResponseWriter, r *request) {
	switch {
	case r.rest == "login" && r.Method == http.MethodPost:
		s.admit(w, r)
	case r.rest == "login":
		show(w, http.StatusOK, "log in")
		fmt.Fprint(w, `<form method="post"><input id="user" name="user"><input id="password" name="password" type="password"><button>log in</button></form>`)
	case r.rest == "circle":
		http.Redirect(w, r.Request, "/bounce/circle", http.StatusFound)
	case !s.isIn(r):
		http.Redirect(w, r.Request, "/bounce/login", http.StatusFound)
	case r.rest == "me":
		fmt.Fprint(w, `<title>me</title><p id="inside">welcome`)
	default:
		show(w, http.StatusOK, "member page "+r.rest)
		fmt.Fprint(w, `<p id="inside">welcome`)
		for n := range bouncePages {
			fmt.Fprintf(w, "<a href=/bounce/p/%d>page %[1]d</a>\n", n)
		}
	}
}

// admit logs a member in.
func (s *Site) admit(w http.ResponseWriter, r *request) {
	if r.PostFormValue("user") == refusedUser {
		http.Redirect(w, r.Request, "/bounce/circle", http.StatusSeeOther)
		return
	}
	id := fmt.Sprint("login-", s.hit("/bounce logins"))
	http.SetCookie(w, &http.Cookie{Name: "bounce", Value: id, Path: "/bounce", HttpOnly: true})
	http.Redirect(w, r.Request, "/bounce/me", http.StatusSeeOther)
}

// isIn reports whether the login of r has not ended, and counts the page.
func (s *Site) isIn(r *request) bool {
	cookie, err := r.Cookie("bounce")
	if err != nil || !strings.HasPrefix(cookie.Value, "login-") {
		return false
	}
	return r.rest == "me" && s.Hits(cookie.Value) < stay || r.rest != "me" && s.hit(cookie.Value) <= stay
}
