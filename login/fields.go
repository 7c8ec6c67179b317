package login

import (
	"slices"
	"strings"

	"dyncrawl/browser"
)

// far is the distance of widgets that have nothing in common.
const far = 100

// distance counts the elements between two widgets by way of the innermost that
// holds both; far when they are in different documents.
func distance(a, b *browser.Widget) int {
	if a.Frame != b.Frame {
		return far
	}
	for i, id := range a.Ancestors {
		if j := slices.Index(b.Ancestors, id); j >= 0 {
			return i + j
		}
	}
	return far
}

// sameForm reports whether both belong to one form, and otherForm whether they
// belong to two.
func sameForm(a, b *browser.Widget) bool {
	return a.Frame == b.Frame && a.Form == b.Form && a.Form >= 0
}
func otherForm(a, b *browser.Widget) bool {
	return a.Frame != b.Frame || a.Form != b.Form && a.Form >= 0 && b.Form >= 0
}

// neighbours is the distance up to which widgets without a form belong together.
const neighbours = 12

// together reports whether both are part of one form, be it without an element.
func together(a, b *browser.Widget) bool {
	return sameForm(a, b) || !otherForm(a, b) && distance(a, b) <= neighbours
}

// said is all that the page says of a field to people.
func said(w *browser.Widget) string { return w.Label + " | " + w.Before }

// leads reports whether w is a link to another page.
func leads(w *browser.Widget) bool {
	return strings.HasPrefix(w.Href, "http") && !strings.HasSuffix(w.Href, "#")
}

// usable reports whether a person could fill the field in. What only programs
// find is a trap for them.
func usable(w *browser.Widget) bool {
	return w.Kind == "field" && w.Shown && !w.Disabled && !w.Hidden && !says("trap", said(w), w.Names)
}

// around says how much what is around a field speaks for a login.
func around(w *browser.Widget) int {
	signup := says("signup", w.About) || names("signup", w.Action)
	return flag(says("login", w.About) || names("login", w.Action), 40) - flag(signup, 60) -
		flag(says("newsletter", w.About) || names("newsletter", w.Action), 70) -
		flag(says("search", w.About), 50) - flag(w.Place == "footer", 20) + flag(w.Modal, 15)
}

// Scores from which on a field is taken for what it may be.
const (
	passwordLeast = 45
	userLeast     = 20 // beside a password
	aloneLeast    = 70 // without one
	codeLeast     = 55
	captchaLeast  = 50
)

// passwordScore says how much the field looks like one for the password of an
// account that exists.
func passwordScore(w *browser.Widget) int {
	if !usable(w) || w.Max == 1 || w.Tag == "textarea" {
		return 0
	}
	masked := w.Type == "password"
	score := flag(masked, 100) + flag(says("password", said(w)), 50) + flag(names("password", w.Names), 40)
	score += flag(strings.Contains(w.Auto, "current-password"), 80) - flag(strings.Contains(w.Auto, "new-password"), 60)
	score -= flag(says("new", said(w), w.Names), 90) + flag(strings.Contains(w.Auto, "one-time-code"), 150)
	score -= flag(!masked && slices.Contains([]string{"email", "search", "number", "tel", "url"}, w.Type), 80)
	score -= flag(isCode(w) && !says("password", said(w)), 60) + flag(w.Skipped, 30)
	return score
}

func isCode(w *browser.Widget) bool {
	return says("code", said(w), w.Names) || says("captcha", said(w), w.Names)
}

// userScore says how much the field looks like one for the name of an account;
// with is the password's, nil when there is none.
func userScore(w, with *browser.Widget) int {
	if !usable(w) || w.Type == "password" || w.Type == "search" || w.Max == 1 || w.Role == "searchbox" {
		return 0
	}
	score := flag(strings.Contains(w.Auto, "username"), 80) + flag(strings.Contains(w.Auto, "email"), 50) + flag(strings.Contains(w.Auto, "webauthn"), 20)
	score += flag(w.Type == "email", 40) + flag(w.Type == "tel", 15) + flag(says("user", said(w)), 50) + flag(names("user", w.Names), 30)
	score -= flag(strings.Contains(w.Auto, "one-time-code"), 150) + flag(w.Tag == "textarea", 60) + flag(w.Skipped, 40)
	score -= flag(isCode(w) && !says("user", said(w)), 80) + flag(says("search", said(w), w.Names), 60)
	score -= flag(says("newsletter", said(w), w.Names), 50) + flag(personal(w), 60)
	if with == nil {
		return score + around(w)
	}
	if otherForm(w, with) || w.Order == with.Order {
		return 0
	}
	return score + flag(sameForm(w, with), 30) + max(0, 30-3*distance(w, with)) + flag(w.Order < with.Order, 20) - flag(w.Order > with.Order, 30)
}

// personal reports whether the field asks for what no login asks for.
func personal(w *browser.Widget) bool {
	for _, auto := range []string{"given-name", "family-name", "street", "postal", "country", "bday", "cc-", "organization"} {
		if strings.Contains(w.Auto, auto) {
			return true
		}
	}
	text := strings.ToLower(w.Names)
	return strings.Contains(text, "website") || strings.Contains(text, "company") || strings.Contains(text, "fax")
}

// codeScore says how much the field looks like one for a one-time code.
func codeScore(w *browser.Widget) int {
	if !usable(w) || w.Type == "email" || w.Type == "search" {
		return 0
	}
	return flag(strings.Contains(w.Auto, "one-time-code"), 100) + flag(says("code", said(w)), 60) + flag(names("code", w.Names), 30) +
		flag(says("code", w.About), 25) + flag(w.Mode == "numeric" || w.Type == "number", 20) + flag(w.Max >= 4 && w.Max <= 8, 20) -
		flag(strings.Contains(w.Auto, "password"), 100)
}

// captchaScore says how much the field looks like one for what a picture says.
func captchaScore(w *browser.Widget) int {
	if !usable(w) || w.Type == "password" || w.Type == "email" {
		return 0
	}
	return flag(says("captcha", said(w)), 60) + flag(names("captcha", w.Names), 50) + flag(w.Max >= 3 && w.Max <= 8, 10) -
		flag(says("user", said(w)), 40)
}

// pictureScore says how much a picture looks like a captcha for the field.
func pictureScore(w, field *browser.Widget) int {
	fits := w.Width >= 40 && w.Width <= 420 && w.Height >= 14 && w.Height <= 200 && w.Width >= w.Height
	if w.Kind != "picture" || w.Tag == "svg" && w.Width < 60 || !fits || otherForm(w, field) || w.Frame != field.Frame {
		return 0
	}
	named := names("captcha", w.Names+" "+w.Label+" "+w.Source) || says("code", w.Label, w.Names)
	return flag(named, 60) + max(0, 50-4*distance(w, field)) + flag(w.Tag == "canvas", 5)
}
