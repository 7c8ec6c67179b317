package record

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/flows"
)

// settleTime bounds the wait for a page that is looked at.
const settleTime = 10 * time.Second

// pageTime is the budget of a page in a recorded flow: a person took their time too.
const pageTime = 3 * time.Minute

// Recording is what came of a recording.
type Recording struct {
	State *browser.State
	Flow  *flows.Flow
	Files []File // that the flow's upload steps name, to be kept beside it

	// Unseen are the elements with closed shadow roots in which something was typed:
	// the flow lacks it.
	Unseen browser.Selectors
}

// Finish ends the recording, which the person has brought to the page that the
// crawl is to begin with. The state is there even when the error says why there
// can be no flow.
func (r *Recorder) Finish(ctx context.Context) (Recording, error) {
	defer r.Stop()
	var got Recording
	if err := r.seal(ctx); err != nil {
		return got, err
	}
	at, err := r.tab.URL(ctx)
	if err != nil {
		return got, err
	}
	if got.State, err = r.tab.State(ctx); err != nil {
		return got, err
	}
	all := r.inOrder()
	w := newWriter(r.cfg)
	tidied := tidy(all)
	w.learn(tidied)
	steps := w.steps(tidied)
	steps = append(steps, w.arrival(all, tidied, at)...)
	if got.Flow, err = r.flow(ctx, w, tidied, steps, at); err != nil {
		return got, err
	}
	got.Files, got.Unseen = w.files, unseen(all)
	return got, w.leaks(got.Flow)
}

// unseen returns the elements in which something was typed that is not known.
func unseen(all []action) browser.Selectors {
	var list browser.Selectors
	for _, a := range all {
		s := a.selectors(a.Chain)
		if a.Kind == "unseen" && len(s) > 0 && !slices.ContainsFunc(list, func(o browser.Selector) bool { return o.String() == s[0].String() }) {
			list = append(list, s[0])
		}
	}
	return list
}

// seal waits until all that was done has been reported, and takes no more.
func (r *Recorder) seal(ctx context.Context) error {
	if err := r.watches[0].Ask(ctx, `dyncrawlReport('{"kind": "end"}')`, nil); err != nil {
		return fmt.Errorf("end the recording: %w", err)
	}
	select {
	case <-r.ended:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("end the recording: %w", ctx.Err())
	}
}

// arrival waits for the page that the last action led to.
func (w *writer) arrival(all, tidied []action, at string) []flows.Step {
	if len(tidied) == 0 || len(all) == 0 {
		return nil
	}
	last, end := tidied[len(tidied)-1], all[len(all)-1]
	switch {
	case pathOf(last.at) != pathOf(at) && last.window == 0:
		return waitForPath(at)
	case last.window != 0, last.page != end.page:
		return []flows.Step{{Wait: &flows.Wait{For: "network"}}}
	}
	return nil
}

// flow puts the steps where they belong: into a login when a secret was typed, else
// to the page that was begun with.
func (r *Recorder) flow(ctx context.Context, w *writer, tidied []action, steps []flows.Step, at string) (*flows.Flow, error) {
	f := &flows.Flow{Name: r.cfg.Name, About: "Recorded at " + hostOf(r.cfg.URL) + "."}
	f.Limits.Page = pageTime
	if len(w.secrets) == 0 {
		match, err := dyncrawl.ParsePattern(pathPattern(r.cfg.URL))
		if err != nil {
			return nil, err
		}
		f.Start = []flows.Start{{URL: r.cfg.URL}}
		f.Pages = []flows.PageRule{{Match: match, Steps: steps}}
		f.Scope.Depth = new(int)
		return f, nil
	}
	seen, err := r.tell(ctx, at)
	if err != nil {
		return nil, err
	}
	f.Start = []flows.Start{{URL: at}}
	login := append([]flows.Step{{Goto: &flows.Goto{URL: r.cfg.URL}}}, steps...)
	if seen.check.URL == at {
		login = append(login, flows.Step{Expect: &flows.Condition{Present: seen.check.Present}})
	}
	f.Session = &flows.Session{Name: r.cfg.Name, Check: seen.check, LoginPage: seen.loginPage, Login: login}
	if f.Session.LoginPage.IsZero() {
		f.Session.LoginPage = typedAt(tidied, seen.check.URL)
	}
	f.Session.Origins = foreign(tidied, f.Origins())
	return f, nil
}

// foreign returns the origins that secrets were typed at or are sent to, without
// those that may be told them anyway.
func foreign(tidied []action, own []string) []string {
	var list []string
	for _, a := range tidied {
		for _, at := range []string{a.URL, a.Form} {
			if o := originOf(at); a.Secret != "" && o != "" && !slices.Contains(own, o) && !slices.Contains(list, o) {
				list = append(list, o)
			}
		}
	}
	return list
}

// tell finds what tells logged-in from logged-out, on the last page or the first.
func (r *Recorder) tell(ctx context.Context, at string) (sight, error) {
	var errs []error
	for _, page := range slices.Compact([]string{at, r.cfg.URL}) {
		seen, err := r.compare(ctx, page)
		if err == nil {
			return seen, nil
		}
		errs = append(errs, fmt.Errorf("%s: %w", page, err))
	}
	return sight{}, &dyncrawl.Error{
		Class: dyncrawl.ClassLogin, Err: fmt.Errorf("look for what tells logged-in from logged-out: %w", errors.Join(errs...)),
		Hint: "end the recording on a page that shows who is logged in, such as the account's own",
	}
}

// typedAt returns the page on which the first secret was typed, unless it is the
// one that is checked.
func typedAt(tidied []action, checked string) dyncrawl.Pattern {
	for _, a := range tidied {
		if a.Secret != "" && a.window == 0 && pathOf(a.at) != pathOf(checked) {
			p, _ := dyncrawl.ParsePattern(pathPattern(a.at)) // a path always is one
			return p
		}
	}
	return dyncrawl.Pattern{}
}

// leaks fails when the flow's text shows a secret: it must not be written then.
func (w *writer) leaks(f *flows.Flow) error {
	text, err := f.YAML()
	if err != nil {
		return err
	}
	for secret, name := range w.secrets {
		if len(secret) >= 4 && strings.Contains(strings.ReplaceAll(string(text), "${secret:"+name+"}", ""), secret) {
			return fmt.Errorf("what was typed as %s also stands elsewhere in the steps: the flow was not written", name)
		}
	}
	return nil
}

func hostOf(at string) string {
	host, _, _ := strings.Cut(pathOf(at), "/")
	return host
}
