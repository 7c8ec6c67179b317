package demo

import (
	"bytes"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// renren returns the site under test, to look at what it remembers.
func (v *visitor) renren() *renren { return v.sites.sites["renren"].(*renren) }

// session returns the visitor's own session.
func (v *visitor) session() *session {
	at, err := url.Parse(v.base + "/renren/")
	if err != nil {
		v.t.Fatal(err)
	}
	for _, c := range v.client.Jar.Cookies(at) {
		if c.Name == sessionCookie {
			return v.renren().sessions.byID[c.Value]
		}
	}
	return nil
}

// form opens the login form and fills it with the right values.
func (v *visitor) form(path string) url.Values {
	v.t.Helper()
	page := v.get(path)
	return url.Values{
		"csrf":     {element(v.t, page.body, "name", "csrf").attr("value")},
		"email":    {v.sites.Secrets()["RENREN_EMAIL"]},
		"password": {v.sites.Secrets()["RENREN_PASSWORD"]},
	}
}

func (v *visitor) logIn() {
	v.t.Helper()
	if r := v.post("/renren/login", v.form("/renren/login")); r.StatusCode != http.StatusFound {
		v.t.Fatalf("login: status %d\n%s", r.StatusCode, r.body)
	}
}

// myID is the member that the visitor is logged in as.
func (v *visitor) myID() string {
	v.t.Helper()
	link := element(v.t, v.get("/renren/home").body, "id", "my-profile").attr("href")
	return strings.TrimPrefix(link, "/renren/profile?id=")
}

func TestStrangersAreSentToTheLogin(t *testing.T) {
	v := visit(t, Config{Users: 4})
	for path, want := range map[string]string{
		"/renren/":                "/renren/login?next=%2Frenren%2F",
		"/renren/home":            "/renren/login?next=%2Frenren%2Fhome",
		"/renren/profile?id=1":    "/renren/login?next=%2Frenren%2Fprofile%3Fid%3D1",
		"/renren/no-such-page":    "/renren/login?next=%2Frenren%2Fno-such-page",
		"/renren/profile?id=a&b=": "/renren/login?next=%2Frenren%2Fprofile%3Fid%3Da%26b%3D",
	} {
		r := v.get(path)
		if got := r.Header.Get("Location"); r.StatusCode != http.StatusFound || got != want {
			t.Errorf("GET %s: %d to %q, want 302 to %q", path, r.StatusCode, got, want)
		}
	}
	for _, path := range []string{"/renren/profile.json?id=1", "/renren/friends.json?id=1", "/renren/status?id=1"} {
		if r := v.get(path); r.StatusCode != http.StatusUnauthorized {
			t.Errorf("GET %s: status %d, want 401", path, r.StatusCode)
		}
	}
	if r := v.post("/renren/feedcommentretrieve.do", nil); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("POST of comments: status %d, want 401", r.StatusCode)
	}
}

func TestLoginLeadsToTheAskedPage(t *testing.T) {
	for next, want := range map[string]string{
		"":                              "/renren/home",
		"/renren/profile?id=7":          "/renren/profile?id=7",
		"http://example.com/renren/":    "/renren/home",
		"//example.com/renren/":         "/renren/home",
		"/shop/":                        "/renren/home",
		"/renren/profile?id=7&x=%26%3D": "/renren/profile?id=7&x=%26%3D",
	} {
		v := visit(t, Config{Users: 4})
		path := "/renren/login?next=" + url.QueryEscape(next)
		r := v.post(path, v.form(path))
		if got := r.Header.Get("Location"); r.StatusCode != http.StatusFound || got != want {
			t.Errorf("next=%q: %d to %q, want 302 to %q", next, r.StatusCode, got, want)
		}
		if again := v.get(path).Header.Get("Location"); again != want {
			t.Errorf("next=%q: the form, once logged in, leads to %q", next, again)
		}
	}
}

func TestLoginRefusals(t *testing.T) {
	for name, test := range map[string]struct {
		field, value string
		status       int
		element      string
	}{
		"wrong password": {"password", "guess", 200, "error-login"},
		"wrong e-mail":   {"email", "other@example.com", 200, "error-login"},
		"wrong token":    {"csrf", "forged", 403, "error-form"},
		"no token":       {"csrf", "", 403, "error-form"},
	} {
		v := visit(t, Config{Users: 4})
		form := v.form("/renren/login")
		form.Set(test.field, test.value)
		r := v.post("/renren/login", form)
		if r.StatusCode != test.status {
			t.Errorf("%s: status %d, want %d", name, r.StatusCode, test.status)
		}
		element(t, r.body, "id", test.element)
		element(t, r.body, "id", "captcha-image") // from now on
		if v.get("/renren/home").StatusCode != http.StatusFound {
			t.Errorf("%s: logged in", name)
		}
	}
}

func TestLoginNeedsItsOwnSession(t *testing.T) {
	v, thief := visit(t, Config{Users: 4}), visit(t, Config{Users: 4})
	r := thief.post("/renren/login", v.form("/renren/login"))
	if r.StatusCode != http.StatusForbidden {
		t.Errorf("form of another browser: status %d, want 403", r.StatusCode)
	}
}

func TestCaptcha(t *testing.T) {
	const path = "/renren/login?captcha=1"
	fetch := func(v *visitor) string {
		v.get("/renren/captcha.png?post=login")
		return v.session().answer
	}
	for name, test := range map[string]struct {
		answer func(v *visitor) string
		want   string // id of the error; empty: logged in
	}{
		"right":      {fetch, ""},
		"lower case": {func(v *visitor) string { return " " + strings.ToLower(fetch(v)) + "\n" }, ""},
		"wrong":      {func(v *visitor) string { return fetch(v) + "X" }, "error-captcha"},
		"no picture": {func(*visitor) string { return "" }, "error-captcha"},
		"old picture": {func(v *visitor) string {
			old := fetch(v)
			fetch(v)
			return old
		}, "error-captcha"},
	} {
		v := visit(t, Config{Users: 4})
		form := v.form(path)
		form.Set("captcha", test.answer(v))
		r := v.post(path, form)
		if test.want == "" {
			if r.StatusCode != http.StatusFound {
				t.Errorf("%s: status %d, want 302", name, r.StatusCode)
			}
			continue
		}
		element(t, r.body, "id", test.want)
		if action := element(t, r.body, "id", "login-form").attr("action"); action != path {
			t.Errorf("%s: the form forgot the captcha: action %q", name, action)
		}
	}
}

func TestCaptchaHasOneTry(t *testing.T) {
	const path = "/renren/login?captcha=1"
	v := visit(t, Config{Users: 4})
	form := v.form(path)
	v.get("/renren/captcha.png")
	form.Set("captcha", v.session().answer)
	form.Set("password", "guess")
	element(t, v.post(path, form).body, "id", "error-login")
	form.Set("password", practicePassword)
	element(t, v.post(path, form).body, "id", "error-captcha")
}

func TestCaptchaPictures(t *testing.T) {
	v, same := visit(t, Config{Users: 4}), visit(t, Config{Users: 4})
	v.get("/renren/login")
	same.get("/renren/login")
	seen := map[string]bool{}
	for i := range 20 {
		r := v.get("/renren/captcha.png")
		picture, err := png.Decode(bytes.NewReader([]byte(r.body)))
		if err != nil {
			t.Fatal(err)
		}
		if size := picture.Bounds().Size(); size.X != 160 || size.Y != 50 {
			t.Errorf("picture %d: size %v", i, size)
		}
		if r.body != same.get("/renren/captcha.png").body {
			t.Errorf("picture %d: not decided by the seed", i)
		}
		answer := v.session().answer
		if len(answer) < 4 || len(answer) > 5 || strings.ContainsAny(answer, "01258BGILOQSUVZ") || seen[answer] {
			t.Errorf("picture %d: answer %q", i, answer)
		}
		seen[answer] = true
	}
	if r := visit(t, Config{Users: 4}).get("/renren/captcha.png"); r.StatusCode != http.StatusForbidden {
		t.Errorf("picture without a session: status %d, want 403", r.StatusCode)
	}
}

func TestSessionEnds(t *testing.T) {
	t.Run("by logout", func(t *testing.T) {
		v := visit(t, Config{Users: 4})
		v.logIn()
		link := element(t, v.get("/renren/home").body, "id", "logout").attr("href")
		v.get(link)
		if r := v.get("/renren/home"); r.StatusCode != http.StatusFound {
			t.Errorf("home after logout: status %d", r.StatusCode)
		}
	})
	t.Run("by idling", func(t *testing.T) {
		clock := newHandClock()
		v := visit(t, Config{Users: 4, SessionLife: time.Minute, Clock: clock.now})
		v.logIn()
		for range 3 {
			clock.t = clock.t.Add(time.Minute)
			if r := v.get("/renren/home"); r.StatusCode != http.StatusOK {
				t.Fatalf("home after a minute: status %d", r.StatusCode)
			}
		}
		clock.t = clock.t.Add(time.Minute + 1)
		if r := v.get("/renren/home"); r.StatusCode != http.StatusFound {
			t.Errorf("home after more than a minute: status %d", r.StatusCode)
		}
	})
}
