package login

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"dyncrawl/browser"
)

// goOn does what leads to the form on a page that shows none: it answers a
// consent banner, chooses an account or the way to log in, or waits for what
// comes late.
func (r *run) goOn(ctx context.Context) error {
	for _, way := range []struct {
		name  string
		least int
		score func(*browser.Widget) int
	}{
		{"account", 50, r.accountScore},
		{"consent", 70, func(w *browser.Widget) int { return r.consentScore(w, nil) }},
		{"open", openLeast, openScore},
	} {
		w := best(r.view, way.least, func(w *browser.Widget) int {
			return way.score(w) - 200*r.count(way.name, w)
		})
		if w != nil {
			return r.press(ctx, way.name, w)
		}
	}
	if r.waited < lateTime {
		return r.wait(ctx)
	}
	if r.named {
		return failed(fmt.Errorf("the site took the user and never asked for a password%s", r.reason()))
	}
	return failed(fmt.Errorf("%s shows no login form and no way to one", r.url))
}

// press clicks something on the way, and remembers that it did.
func (r *run) press(ctx context.Context, why string, w *browser.Widget) error {
	ctx, cancel := context.WithTimeout(ctx, actTime)
	defer cancel()
	r.tried[mark(why, w)]++
	r.Log.Debug("log in: on the way", "why", why, "press", describe(w))
	if err := w.Element.Click(ctx); err != nil {
		r.Log.Debug("log in: not pressed", "error", err)
	}
	return nil
}

func (r *run) count(why string, w *browser.Widget) int { return r.tried[mark(why, w)] }

// mark tells widgets apart from one look to the next.
func mark(why string, w *browser.Widget) string {
	return why + "|" + strconv.Itoa(w.Frame) + "|" + w.Tag + "|" + w.Names + "|" + w.Text + "|" + w.Label + "|" + w.Href
}

// uncover clears what lies over the field, and reports whether it did.
func (r *run) uncover(ctx context.Context, field *browser.Widget) (moved bool, err error) {
	if field == nil {
		return false, errors.New("the login form has no field")
	}
	if field.Covered < 0 {
		return false, nil
	}
	w := best(r.view, 70, func(w *browser.Widget) int { return r.consentScore(w, field) - 200*r.count("consent", w) })
	if w == nil {
		return false, nil
	}
	return true, r.press(ctx, "consent", w)
}

// pressable reports whether a person could press it.
func pressable(w *browser.Widget) bool {
	return (w.Kind == "button" || w.Kind == "text") && w.Shown && !w.Disabled && !w.Alert
}

// consentScore says how much pressing w answers a banner, best by a refusal.
// Covered is the field that the banner lies over, if any.
func (r *run) consentScore(w, covered *browser.Widget) int {
	if !pressable(w) || w.Kind == "text" {
		return 0
	}
	words := w.Text + " | " + w.Label
	score := flag(says("refuse", words), 55) + flag(says("accept", words), 45) + flag(says("close", words) || w.Text == "×" || w.Text == "✕", 15)
	if score == 0 {
		return 0
	}
	over := covered != nil && w.Frame == covered.Frame && slices.ContainsFunc(w.Ancestors, func(id int) bool { return slices.Contains(covered.CoveredBy, id) })
	return score + flag(over, 60) + flag(r.consentNear(w), 40) - flag(says("login", words) || says("signup", words), 80)
}

// consentNear reports whether what is around w speaks of consent.
func (r *run) consentNear(w *browser.Widget) bool {
	if says("consent", w.About, w.Text, w.Names) {
		return true
	}
	return slices.ContainsFunc(r.view, func(o browser.Widget) bool {
		return (o.Kind == "text" || o.Kind == "button") && o.Shown && distance(w, &o) <= neighbours && says("consent", o.Text)
	})
}

// accountScore says how much w is our account in a list of accounts, or the way
// to another one.
func (r *run) accountScore(w *browser.Widget) int {
	if !pressable(w) {
		return 0
	}
	return flag(r.Known(w.Text) || r.Known(w.Label), 90) + flag(says("another", w.Text, w.Label), 60) - flag(w.Kind == "text", 20)
}

// openLeast is the score from which on something is taken for the way to a form.
const openLeast = 35

// openScore says how much w leads to a login form.
func openScore(w *browser.Widget) int {
	if !pressable(w) {
		return 0
	}
	words := w.Text + " | " + w.Label
	score := flag(says("login", words), 60) + flag(names("login", w.Names+" "+w.Href), 25) + flag(says("enterprise", words), 30) +
		flag(says("bypassword", words), 50) + flag(w.Place == "header" || w.Place == "nav", 10)
	if w.Text == "" && w.Kind == "button" { // an icon
		score += flag(names("login", w.Names+" "+w.Label) || names("user", w.Names+" "+w.Label), 25)
	}
	score += flag(w.Kind == "button" && (says("menu", words) || w.Text == "" && names("menu", w.Names)), 36)
	score -= flag(w.Kind == "text", 30) + signsUp(words) + flag(says("logout", words), 300) + flag(len(w.Text) > 40, 30)
	return score - flag(says("forgot", words), 80) - flag(says("other", words) && !says("bypassword", words), 90) - flag(w.Place == "footer", 15)
}

// signsUp returns what a button loses for words of signing up. Many do both.
func signsUp(words string) int {
	if says("login", words) {
		return flag(says("signup", words), 20)
	}
	return flag(says("signup", words), 70)
}

// byPassword leaves a page that wants a code, or another thing than the password,
// for the one that wants that, and reports whether there is such a way. The button
// of the form f is none.
func (r *run) byPassword(ctx context.Context, f *form) (left bool, err error) {
	w := best(r.view, 1, func(w *browser.Widget) int {
		if f != nil && len(f.submit) > 0 && w == f.submit[0] {
			return 0
		}
		return flag(pressable(w) && says("bypassword", w.Text, w.Label), 10) + flag(w.Kind == "button", 1) - 200*r.count("open", w) - 1
	})
	if w == nil {
		return false, nil
	}
	return true, r.press(ctx, "open", w)
}

// stayScore says how much w agrees to stay signed in.
func stayScore(w *browser.Widget) int {
	if !pressable(w) || w.Kind == "text" || says("logout", w.Text) || !says("remember", w.About, w.Text) {
		return 0
	}
	return 30 + flag(says("yes", w.Text) || says("next", w.Text), 50) - flag(w.Href != "", 30)
}
