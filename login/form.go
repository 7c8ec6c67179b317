package login

import (
	"cmp"
	"slices"

	"dyncrawl/browser"
)

// form is what of a page logs somebody in. Parts that it does not have are nil.
type form struct {
	user, password   *browser.Widget
	captcha, picture *browser.Widget
	code             []*browser.Widget // the fields of a one-time code, one for all or one for each character
	boxes            []*browser.Widget // to be ticked: remember me, terms
	submit           []*browser.Widget // the most likely first
	doubtful         bool              // it may be for something else, such as a sign-up
}

// last returns the field that is filled in last.
func (f *form) last() *browser.Widget {
	fields := append([]*browser.Widget{f.captcha, f.password, f.user}, f.code...)
	for _, w := range fields {
		if w != nil {
			return w
		}
	}
	return nil
}

// best returns the widget with the highest score of at least so much, or nil.
func best(list []browser.Widget, least int, score func(*browser.Widget) int) *browser.Widget {
	var found *browser.Widget
	for i := range list {
		if s := score(&list[i]); s >= least {
			found, least = &list[i], s+1
		}
	}
	return found
}

// findForm returns the login form of a page; nil when it has none.
func findForm(list []browser.Widget) *form {
	f := &form{password: best(list, 1, func(w *browser.Widget) int { return formScore(list, w) })}
	if f.password != nil {
		f.doubtful = formScore(list, f.password) < passwordLeast
		f.user = best(list, userLeast, func(w *browser.Widget) int { return userScore(w, f.password) })
	} else if f.user = best(list, aloneLeast, func(w *browser.Widget) int { return aloneScore(list, w) }); f.user == nil {
		return nil
	}
	f.complete(list)
	return f
}

// Asks reports whether a page asks who comes: it has a login form.
func Asks(list []browser.Widget) bool {
	f := findForm(list)
	return f != nil && !f.doubtful
}

// complete adds the captcha, the boxes and the buttons around the fields.
func (f *form) complete(list []browser.Widget) {
	anchor := cmp.Or(f.password, f.user)
	f.captcha, f.picture = findCaptcha(list, anchor, f.user)
	for i := range list {
		if w := &list[i]; w.Kind == "box" && w.Shown && !w.Disabled && together(w, anchor) && wanted(w) {
			f.boxes = append(f.boxes, w)
		}
	}
	f.submit = buttons(list, f.last())
}

// wanted reports whether the box has to be ticked, or keeps the login alive.
func wanted(w *browser.Widget) bool {
	return !w.Checked && w.Type != "radio" && (says("remember", said(w), w.Names) || says("terms", said(w)) || w.Required)
}

// formScore is passwordScore with what is around the field: a sign-up has a
// password, too.
func formScore(list []browser.Widget, w *browser.Widget) int {
	score := passwordScore(w)
	if score < passwordLeast {
		return 0
	}
	fields, secrets := 0, 0
	for i := range list {
		if o := &list[i]; usable(o) && together(o, w) {
			fields++
			secrets += flag(o.Type == "password" && o.Order != w.Order, 1)
		}
	}
	score += around(w) - 80*secrets - 10*max(0, fields-4)
	if b := buttons(list, w); len(b) > 0 && (sameForm(b[0], w) || w.Form < 0) {
		score += flag(says("login", b[0].Text, b[0].Label), 30) - flag(says("signup", b[0].Text, b[0].Label), 60)
	}
	return max(score, 1)
}

// aloneScore is userScore for the first page of a login that asks for the
// password on another.
func aloneScore(list []browser.Widget, w *browser.Widget) int {
	score := userScore(w, nil)
	if score <= 0 {
		return 0
	}
	score += flag(lone(list, w), 45)
	b := buttons(list, w)
	if len(b) == 0 {
		return score - 20
	}
	words := b[0].Text + " | " + b[0].Label
	return score + flag(says("login", words), 40) + flag(says("next", words), 20) - flag(says("signup", words), 60) -
		flag(says("newsletter", words), 80) - flag(says("search", words), 60)
}

// lone reports whether the page has no other field.
func lone(list []browser.Widget, w *browser.Widget) bool {
	return !slices.ContainsFunc(list, func(o browser.Widget) bool {
		return usable(&o) && (o.Frame != w.Frame || o.Order != w.Order)
	})
}

// findCaptcha returns the field that wants to know what a picture near the anchor
// says, and the picture.
func findCaptcha(list []browser.Widget, anchor, user *browser.Widget) (field, picture *browser.Widget) {
	field = best(list, captchaLeast, func(w *browser.Widget) int {
		if w == anchor || w == user || !together(w, anchor) {
			return 0
		}
		return captchaScore(w)
	})
	if field == nil {
		return findUnnamedCaptcha(list, anchor, user)
	}
	picture = best(list, 20, func(w *browser.Widget) int { return pictureScore(w, field) })
	if picture == nil {
		return nil, nil
	}
	return field, picture
}

// findUnnamedCaptcha finds a field that nothing names by the picture beside it.
func findUnnamedCaptcha(list []browser.Widget, anchor, user *browser.Widget) (field, picture *browser.Widget) {
	picture = best(list, 80, func(w *browser.Widget) int { return pictureScore(w, anchor) })
	if picture == nil {
		return nil, nil
	}
	field = best(list, 1, func(w *browser.Widget) int {
		if w == anchor || w == user || !usable(w) || w.Type == "password" || w.Filled || !together(w, anchor) {
			return 0
		}
		return far - distance(w, picture)
	})
	return field, picture
}

// findCode returns the fields of a one-time code.
func findCode(list []browser.Widget) []*browser.Widget {
	var single []*browser.Widget
	for i := range list {
		if w := &list[i]; usable(w) && w.Max == 1 && (len(single) == 0 || w.Frame == single[0].Frame) {
			single = append(single, w)
		}
	}
	if len(single) >= 4 && len(single) <= 8 {
		return single
	}
	if w := best(list, codeLeast, codeScore); w != nil {
		return []*browser.Widget{w}
	}
	return nil
}

// buttonLeast is the score from which on something is taken for the button that
// sends a form.
const buttonLeast = 25

// buttons returns what may send the form of the field, the most likely first.
func buttons(list []browser.Widget, field *browser.Widget) []*browser.Widget {
	scores := map[*browser.Widget]int{}
	var found []*browser.Widget
	for i := range list {
		w := &list[i]
		if s := buttonScore(w, field); s >= buttonLeast {
			scores[w] = s
			found = append(found, w)
		}
	}
	slices.SortStableFunc(found, func(a, b *browser.Widget) int { return cmp.Compare(scores[b], scores[a]) })
	return found
}

// notSubmit are the concepts of buttons that do something else than send a login.
var notSubmit = map[string]int{
	"forgot": 70, "other": 70, "show": 60, "close": 50, "remember": 40, "search": 60,
	"newsletter": 50, "another": 50, "bypassword": 30, "logout": 90, "terms": 30, "consent": 40,
}

func buttonScore(w, field *browser.Widget) int {
	if w.Kind != "button" && w.Kind != "text" || !w.Shown || w.Frame != field.Frame || w.Alert {
		return 0
	}
	words := w.Text + " | " + w.Label
	score := flag(sameForm(w, field), 40) - flag(otherForm(w, field), 80)
	if !sameForm(w, field) {
		score += max(-30, 30-3*distance(w, field))
	}
	score += flag(w.Tag == "button" || w.Tag == "input", 15) + flag(w.Type == "submit" || w.Type == "image", 20) + flag(w.Role == "button", 10)
	score += flag(says("login", words), 50) + flag(says("next", words), 30) + flag(names("login", w.Names) || names("next", w.Names), 15)
	score -= flag(w.Kind == "text", 35) + flag(leads(w) && w.Role != "button", 25) + flag(w.Role == "tab", 40)
	score += flag(w.Order > field.Order, 15) - flag(w.Order < field.Order, 15) - flag(len(w.Text) > 60, 30)
	score -= signsUp(words)
	for concept, points := range notSubmit {
		score -= flag(says(concept, words) || concept == "show" && says(concept, w.Names), points)
	}
	return score
}
