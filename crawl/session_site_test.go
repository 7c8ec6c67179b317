package crawl_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// society is a site for members whose logins end: after so many pages, after a time,
// at random, and whenever a page with a script that logs out was shown. To those who
// are not logged in its pages answer in turn with a redirect, 401, a login form, and
// a page for everybody.
type society struct {
	pages  int
	every  int           // pages before a login ends; zero: any number
	chance float64       // that a login ends with a page
	life   time.Duration // before a login ends; zero: any time
	seed   *rand.Rand

	mu     sync.Mutex
	alive  map[string]*membership
	issued map[string]string // who a login was for
	logins map[string]int
	ends   int
	wasted int            // pages asked for by who was not logged in
	served map[string]int // pages by who saw them
	denied bool           // all logins are refused
	closed map[string]bool

	discreet   bool        // pages do not tell who is logged in; to others they are a page for everybody
	turnedAway func(n int) // told of each page asked for by who was not logged in; nil: nobody is
}

type membership struct {
	began  time.Time
	served int
}

func newSociety(pages int) *society {
	return &society{
		pages: pages, seed: rand.New(rand.NewPCG(1, 2)), alive: map[string]*membership{},
		issued: map[string]string{}, logins: map[string]int{}, served: map[string]int{}, closed: map[string]bool{},
	}
}

// end ends a login. The caller holds mu.
func (c *society) end(id string) {
	if c.alive[id] != nil {
		delete(c.alive, id)
		c.ends++
	}
}

// member returns the id of the login that r comes with; empty for none. The caller
// holds mu.
func (c *society) member(r *http.Request) string {
	cookie, err := r.Cookie("sid")
	if err != nil || c.alive[cookie.Value] == nil {
		return ""
	}
	if c.life > 0 && time.Since(c.alive[cookie.Value].began) > c.life {
		c.end(cookie.Value)
		return ""
	}
	return cookie.Value
}

func (c *society) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w.Header().Set("Content-Type", "text/html")
	id := c.member(r)
	switch {
	case r.URL.Path == "/login" && r.Method == http.MethodPost:
		c.admit(w, r)
	case r.URL.Path == "/login":
		fmt.Fprint(w, loginForm)
	case r.URL.Path == "/logout":
		c.end(id)
	case r.URL.Path == "/me" && id == "":
		http.Redirect(w, r, "/login", http.StatusFound)
	case r.URL.Path == "/me":
		fmt.Fprint(w, `<title>me</title><a id="logout">log out</a>`)
	case strings.HasPrefix(r.URL.Path, "/page/"):
		number, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/page/"))
		if id == "" {
			c.turnAway(w, r, number)
		} else {
			c.show(w, id, number)
		}
	default:
		http.NotFound(w, r)
	}
}

const loginForm = `<title>log in</title><form method="post" action="/login"><input id="user" name="user">
<input id="password" name="password" type="password"><button id="send">log in</button></form>`

func (c *society) admit(w http.ResponseWriter, r *http.Request) {
	user := r.PostFormValue("user")
	c.logins[user]++
	if c.denied || c.closed[user] || r.PostFormValue("password") != "secret" {
		http.Redirect(w, r, "/login?wrong", http.StatusSeeOther)
		return
	}
	id := fmt.Sprintf("%s-%d", user, c.seed.Uint64())
	c.alive[id] = &membership{began: time.Now()}
	c.issued[id] = user
	http.SetCookie(w, &http.Cookie{Name: "sid", Value: id, Path: "/", HttpOnly: true})
	http.Redirect(w, r, "/me", http.StatusSeeOther)
}

// turnAway answers who is not logged in. Pages of one kind, by their number, answer
// alike. Each tells the browser to forget its cookie.
func (c *society) turnAway(w http.ResponseWriter, r *http.Request, number int) {
	c.wasted++
	if c.turnedAway != nil {
		c.turnedAway(c.wasted)
	}
	http.SetCookie(w, &http.Cookie{Name: "sid", Value: "gone", Path: "/", HttpOnly: true})
	kind := number % 4
	if c.discreet {
		kind = 3
	}
	switch kind {
	case 0:
		http.Redirect(w, r, "/login", http.StatusFound)
	case 1:
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `<title>401</title><p>log in`)
	case 2:
		fmt.Fprint(w, loginForm)
	case 3:
		fmt.Fprint(w, `<title>for all</title><p class="teaser">members see more</p>`)
	}
}

func (c *society) show(w http.ResponseWriter, id string, number int) {
	m := c.alive[id]
	m.served++
	c.served[c.issued[id]]++
	if !c.discreet {
		fmt.Fprint(w, `<a id="logout">log out</a>`)
	}
	fmt.Fprintf(w, `<title>page %d</title><p class="secret" data-number="%d">of members</p>`, number, number)
	for next := 2*number + 1; next <= 2*number+2 && next < c.pages; next++ {
		fmt.Fprintf(w, `<a href="/page/%d">next</a>`, next)
	}
	if number%20 == 19 && !c.discreet {
		fmt.Fprint(w, `<script>fetch("/logout")</script>`)
	}
	if c.every > 0 && m.served >= c.every || c.seed.Float64() < c.chance {
		c.end(id)
	}
}
