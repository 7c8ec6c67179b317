package login

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dyncrawl/browser"
)

// send sends the form by the first way that does something.
func (r *run) send(ctx context.Context, f *form) error {
	before, err := r.state(ctx)
	if err != nil {
		return err
	}
	for way := range maxWays {
		if err := r.try(ctx, f, way); err != nil {
			r.Log.Debug("log in: the form was not sent", "way", way, "error", err)
		}
		sent, err := r.showsEffect(ctx, before, f)
		if err != nil {
			return err
		}
		if sent {
			r.named = true
			r.passed = r.passed || f.password != nil
			return nil
		}
		if f = findForm(r.view); f == nil || f.last() == nil {
			return nil
		}
	}
	return failed(fmt.Errorf("the login form at %s was filled in, and nothing sends it", r.url))
}

// try sends the form in the way of that number: by its best button, by Enter, by
// its second button, as a script would.
func (r *run) try(ctx context.Context, f *form, way int) error {
	ctx, cancel := context.WithTimeout(ctx, actTime)
	defer cancel()
	field := f.last().Element
	switch {
	case way == 0 && len(f.submit) > 0:
		if f.submit[0].Disabled {
			r.stir(ctx, field)
		}
		r.Log.Debug("log in: pressing", "button", describe(f.submit[0]))
		return f.submit[0].Element.Click(ctx)
	case way <= 1:
		return field.Press(ctx, "Enter")
	case way == 2 && len(f.submit) > 1:
		return f.submit[1].Element.Click(ctx)
	}
	_, err := field.Submit(ctx)
	return err
}

// stir lets a form notice that it was filled in: some wait for a key, or for the
// focus to go.
func (r *run) stir(ctx context.Context, field *browser.Element) {
	for _, key := range []string{"End", "Tab"} {
		if err := field.Press(ctx, key); err != nil {
			return
		}
	}
}

// moment is what is known of the page before a form is sent.
type moment struct {
	url      string
	requests int
	warnings []string
	popups   int
	fields   int // that can be filled in
}

func (r *run) state(ctx context.Context) (moment, error) {
	url, err := r.tab.URL(ctx)
	return moment{url, len(r.tab.Traces(0)), r.warnings(), len(r.stack), r.fields()}, err
}

// patience is how often the page is looked at for an effect that comes late.
const patience = 4

// showsEffect reports whether sending the form did anything, be it that the
// password is asked for now.
func (r *run) showsEffect(ctx context.Context, before moment, f *form) (bool, error) {
	for look := 1; ; look++ {
		sent, err := r.wasSent(ctx, before, f.last())
		if sent || err != nil || look == patience {
			return sent, err
		}
		if now := findForm(r.view); f.password == nil && now != nil && now.password != nil {
			return true, nil
		}
		if err := pause(ctx); err != nil {
			return false, err
		}
	}
}

// wasSent looks at the page again and reports whether the form did anything: the
// page went on, asked for something, said something, or the field is gone or empty.
func (r *run) wasSent(ctx context.Context, before moment, field *browser.Widget) (bool, error) {
	if err := r.look(ctx); err != nil {
		return false, err
	}
	if r.url != before.url || len(r.stack) != before.popups || len(r.tab.Traces(0)) != before.requests {
		return true, nil
	}
	if len(r.warnings()) > len(before.warnings) || r.fields() > before.fields {
		return true, nil
	}
	there := slices.ContainsFunc(r.view, func(w browser.Widget) bool {
		return w.Frame == field.Frame && w.Kind == "field" && w.Names == field.Names && w.Shown && w.Filled
	})
	return !there, nil
}

// fields counts what can be filled in.
func (r *run) fields() (n int) {
	for i := range r.view {
		n += flag(usable(&r.view[i]), 1)
	}
	return n
}

// sendCode types the one-time code and sends it. Some forms send themselves once
// it is complete.
func (r *run) sendCode(ctx context.Context, fields []*browser.Widget) error {
	if !r.passed {
		if left, err := r.byPassword(ctx, nil); left || err != nil {
			return err
		}
	}
	if r.coded {
		return failed(fmt.Errorf("the site asks for the one-time code again%s", r.reason()))
	}
	before, err := r.state(ctx)
	if err != nil {
		return err
	}
	elements := make([]*browser.Element, len(fields))
	for i, w := range fields {
		elements[i] = w.Element
	}
	if err := r.Type(ctx, Code, elements...); err != nil {
		return err
	}
	r.coded, r.passed = true, true
	last := fields[len(fields)-1]
	if sent, err := r.wasSent(ctx, before, last); sent || err != nil {
		return err
	}
	f := &form{code: fields[len(fields)-1:], submit: buttons(r.view, last)}
	return r.try(ctx, f, 0)
}

// warnings returns the texts that say that something is wrong.
func (r *run) warnings() []string {
	var texts []string
	for i := range r.view {
		if w := &r.view[i]; w.Kind == "text" && w.Text != "" && (says("wrong", w.Text) || w.Alert) {
			texts = append(texts, w.Text)
		}
	}
	return texts
}

// reason quotes what the page says, for an error.
func (r *run) reason() string {
	texts := r.warnings()
	if len(texts) == 0 {
		return ""
	}
	return fmt.Sprintf(", and says %q", strings.Join(texts[:min(len(texts), 2)], " "))
}
