package login

import (
	"slices"
	"strings"
	"testing"

	"dyncrawl/browser"
)

func TestSays(t *testing.T) {
	for _, c := range []struct {
		concept, text string
		want          bool
	}{
		{"password", "Passwort", true}, {"password", "请输入密码", true}, {"password", "Contraseña *", true}, {"password", "compass", false},
		{"user", "Your e-mail address", true}, {"user", "txtUserName", true}, {"user", "手机号/邮箱", true}, {"user", "Nachname", false},
		{"login", "SIGN IN", true}, {"login", "Se connecter", true}, {"login", "登 录", true}, {"login", "Blogging", false}, {"login", "войти", true},
		{"signup", "Create an account", true}, {"signup", "立即注册", true}, {"signup", "Sign in", false},
		{"new", "Confirm password", true}, {"new", "Password", false}, {"wrong", "Неверный пароль", true}, {"wrong", "All went well", false},
		{"logout", "Cerrar sesión", true}, {"logout", "Log in", false}, {"trap", "Leave this field empty", true}, {"search", "Research", false},
	} {
		if got := says(c.concept, c.text); got != c.want {
			t.Errorf("says(%s, %q) = %v", c.concept, c.text, got)
		}
	}
	if !names("password", "loginpasswordinput") || says("password", "loginpasswordinput") {
		t.Error("names find a word within another, texts do not")
	}
}

// TestConceptsHaveWords demands words for every concept that the code asks for.
func TestConceptsHaveWords(t *testing.T) {
	for concept, l := range lexicons() {
		if len(l.joined) == 0 && l.spaced == nil || strings.TrimSpace(concept) == "" {
			t.Errorf("%q has no words", concept)
		}
	}
	for concept := range notSubmit {
		if lexicons()[concept] == nil {
			t.Errorf("words.txt lacks [%s]", concept)
		}
	}
}

// field and button make widgets of one form, in the order of the page.
func field(order int, label, kind string) browser.Widget {
	return browser.Widget{Kind: "field", Tag: "input", Type: kind, Order: order, Label: label, Form: 1, Shown: true, Max: -1, Covered: -1, Ancestors: []int{100 + order, 1, 0}}
}

func button(order int, text string) browser.Widget {
	return browser.Widget{Kind: "button", Tag: "button", Type: "submit", Order: order, Text: text, Form: 1, Shown: true, Covered: -1, Ancestors: []int{100 + order, 1, 0}}
}

func TestFindForm(t *testing.T) {
	hidden := field(0, "Email", "email")
	hidden.Shown = false
	trap := field(1, "Leave this field empty", "text")
	f := findForm([]browser.Widget{hidden, trap, field(2, "", "text"), field(3, "Mot de passe", "password"), button(4, "Mot de passe oublié ?"), button(5, "Valider")})
	if f == nil || f.user == nil || f.user.Order != 2 || f.password.Order != 3 || len(f.submit) == 0 || f.submit[0].Order != 5 || f.doubtful {
		t.Errorf("found %+v", f)
	}
	f = findForm([]browser.Widget{field(0, "Email", "email"), field(1, "Choose a password", "password"), field(2, "Repeat password", "password"), button(3, "Sign up")})
	if f == nil || !f.doubtful {
		t.Errorf("a sign-up is taken for a login: %+v", f)
	}
	if f = findForm([]browser.Widget{field(0, "Search", "search"), button(1, "Search")}); f != nil {
		t.Errorf("a search is taken for a login: %+v", f)
	}
	if f = findForm([]browser.Widget{field(0, "Your email", "email"), button(1, "Subscribe")}); f != nil {
		t.Errorf("a newsletter is taken for a login: %+v", f)
	}
	if f = findForm([]browser.Widget{field(0, "Email or phone", "text"), button(1, "Next")}); f == nil || f.user == nil || f.password != nil {
		t.Errorf("the first of two steps is not found: %+v", f)
	}
}

func TestSigns(t *testing.T) {
	link := func(text, href string) browser.Widget {
		return browser.Widget{Kind: "button", Tag: "a", Text: text, Href: href, Shown: true, Plain: true}
	}
	words := func(text string) browser.Widget {
		return browser.Widget{Kind: "text", Tag: "p", Text: text, Shown: true, Plain: true}
	}
	without := []browser.Widget{link("Home", "http://a.example/home"), link("Log in", "http://a.example/login"), words("News")}
	with := []browser.Widget{link("Home", "http://a.example/home"), words("Signed in as ada"), words("3 messages"), words("News"), link("Sign out", "http://a.example/session/end")}
	signs := Signs(with, without, func(text string) bool { return strings.Contains(text, "ada") })
	if len(signs) == 0 || !strings.Contains(signs[0], "/session/end") || !slices.Contains(signs, `role=link[name="Sign out"]`) {
		t.Errorf("signs are %q", signs)
	}
	for _, s := range signs {
		if strings.Contains(s, "ada") || strings.Contains(s, "3 messages") || strings.Contains(s, "Home") || strings.Contains(s, "News") {
			t.Errorf("%s is no sign", s)
		}
		if _, err := browser.ParseSelector(s); err != nil {
			t.Error(err)
		}
	}
	if signs := Signs(without, without, func(string) bool { return false }); len(signs) > 0 {
		t.Errorf("equal pages differ by %q", signs)
	}
}
