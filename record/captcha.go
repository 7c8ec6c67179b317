package record

import (
	"slices"

	"dyncrawl/flows"
)

// round is how a captcha was answered: the form filled, the answer typed, the
// form sent.
type round struct {
	answer action
	before []entry // what else was filled in
	submit *action // a click; nil: Enter
	end    int     // number of the first entry behind it
}

// captchaRound returns the round that begins with the i-th entry, if one does.
// Of several rounds with the same captcha the last one counts: it was accepted.
func captchaRound(all []entry, i int) (round, bool) {
	if !opensForm(all[i]) {
		return round{}, false
	}
	r, ok := oneRound(all, i)
	for ok && r.end < len(all) && opensForm(all[r.end]) {
		next, again := oneRound(all, r.end)
		if !again || pathOf(next.answer.at) != pathOf(r.answer.at) {
			break
		}
		r = next
	}
	return r, ok
}

// opensForm reports whether an entry fills in a form.
func opensForm(e entry) bool { return slices.Contains([]string{"fill", "select", "check"}, e.Kind) }

// oneRound reads a round from the i-th entry on: fields, among them the answer,
// up to what sends them.
func oneRound(all []entry, i int) (round, bool) {
	var r round
	for n := i; n < len(all); n++ {
		e := all[n]
		switch {
		case e.page != all[i].page || e.Kind == "popup":
			return r, false
		case e.Captcha != nil:
			r.answer = e.action
		case opensForm(e):
			r.before = append(r.before, e)
		case e.Kind == "click" && r.refreshes(all, n):
		case e.Kind == "click" && r.answer.Captcha != nil:
			r.submit, r.end = &e.action, n+1
			return r, true
		case e.Kind == "press" && e.Key == "Enter" && r.answer.Captcha != nil:
			r.end = n + 1
			return r, true
		default:
			return r, false
		}
	}
	return r, false
}

// refreshes reports whether the n-th entry, a click, asked for another picture.
func (r round) refreshes(all []entry, n int) bool {
	for _, e := range all[n:] {
		if c := e.Captcha; c != nil {
			return shares(all[n].Chain, c.Refresh) || shares(all[n].Chain, c.Image)
		}
	}
	c := r.answer.Captcha
	return c != nil && (shares(all[n].Chain, c.Refresh) || shares(all[n].Chain, c.Image))
}

func shares(a, b []string) bool {
	return slices.ContainsFunc(a, func(text string) bool { return slices.Contains(b, text) })
}

// captcha writes a round as a step. What tells a wrong answer is that the picture
// is still asked about.
func (w *writer) captcha(r round) flows.Step {
	c := r.answer.Captcha
	image := w.selectors(r.answer, c.Image)
	step := &flows.Captcha{
		Image: image, Into: w.selectors(r.answer, r.answer.Chain), Refresh: w.selectors(r.answer, c.Refresh),
		Rejected: &flows.Condition{Present: image},
	}
	if r.submit != nil {
		step.Submit = w.selectors(*r.submit, r.submit.Chain)
	}
	for _, e := range r.before {
		step.Before = append(step.Before, w.step(e)...)
	}
	return flows.Step{Captcha: step}
}
