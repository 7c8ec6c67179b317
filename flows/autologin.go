package flows

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"dyncrawl/browser"
	"dyncrawl/captcha"
	"dyncrawl/login"
)

// loginAuto is the word that stands for a login without steps.
const loginAuto = "auto"

// LoginSteps are the steps that log in; in a flow file the word auto may stand
// for them.
type LoginSteps []Step

// UnmarshalText reads the word.
func (l *LoginSteps) UnmarshalText(text []byte) error {
	if string(text) != loginAuto {
		return fmt.Errorf("login is a list of steps, or auto; found %q", text)
	}
	*l = LoginSteps{{LogIn: loginAuto}}
	return nil
}

// SetPos is called by the decoder.
func (l *LoginSteps) SetPos(p Pos) {
	for i := range *l {
		(*l)[i].Pos = p
	}
}

// auto reports whether one of the steps finds the form by itself.
func (l LoginSteps) auto() bool {
	return !walk(l, func(s *Step) bool { return s.LogIn == "" })
}

func (s *Session) user() string     { return cmp.Or(s.User, "${secret:LOGIN_USER}") }
func (s *Session) password() string { return cmp.Or(s.Password, "${secret:LOGIN_PASSWORD}") }

// autoLogin finds the way to be logged in and goes it.
func (r *Runner) autoLogin(ctx context.Context) error {
	s := r.Flow.Session
	if s == nil {
		return errors.New("log_in needs session: {url: …}")
	}
	user, err := r.expandSecret(s.user())
	if err != nil {
		return err
	}
	password, err := r.expandSecret(s.password())
	if err != nil {
		return err
	}
	a := &account{runner: r, user: user, password: password}
	r.auth = &credentials{user, password}
	if err := r.guard(ctx); err != nil {
		return err
	}
	if s.URL != "" {
		if err := r.open(ctx, &Goto{URL: s.URL}); err != nil {
			return err
		}
	}
	err = login.Run(ctx, login.Config{
		Tab: r.Tab, Settle: r.Settle, Log: r.Log,
		Type: a.enter, Read: a.read, Known: a.known, Greeted: func() bool { return r.greeted.Load() },
	})
	if err != nil {
		return err
	}
	return r.deriveCheck(ctx, s, a.known)
}

// account types what a login asks for.
type account struct {
	runner         *Runner
	user, password string
}

// known reports whether the text shows the account's name, the part of an e-mail
// address before the @ included.
func (a *account) known(text string) bool {
	name, _, _ := strings.Cut(a.user, "@")
	text = strings.ToLower(text)
	return len(name) >= 2 && strings.Contains(text, strings.ToLower(name))
}

// enter types into the fields what the login asks for.
func (a *account) enter(ctx context.Context, what login.What, fields ...*browser.Element) error {
	text, err := a.text(ctx, what)
	if err != nil {
		return err
	}
	if len(fields) == 1 {
		return a.runner.typeSecret(ctx, fields[0], text)
	}
	for i, c := range []rune(text) {
		if i < len(fields) {
			if err := a.runner.typeSecret(ctx, fields[i], string(c)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *account) text(ctx context.Context, what login.What) (string, error) {
	s := a.runner.Flow.Session
	switch {
	case what == login.User:
		return a.user, nil
	case what == login.Password:
		return a.password, nil
	case s.TOTP != "":
		return a.runner.totpCode(ctx, &TOTP{Seed: s.TOTP})
	}
	return a.runner.askPerson(ctx, "The site asks for a one-time code")
}

// read reads a picture captcha of the login.
func (a *account) read(ctx context.Context, picture *browser.Element) (string, func(bool), error) {
	r := a.runner
	if r.Solver == nil {
		return "", nil, errNoSolver
	}
	if _, err := picture.Loaded(ctx); err != nil {
		return "", nil, err
	}
	png, err := picture.Picture(ctx)
	if err != nil {
		return "", nil, err
	}
	at, err := r.Tab.URL(ctx)
	if err != nil {
		return "", nil, err
	}
	site, err := url.Parse(at)
	if err != nil {
		return "", nil, err
	}
	ask := (&Captcha{WrongCost: new(float64)}).challenge(site.Host, png)
	answer, err := r.Solver.Solve(ctx, ask)
	if errors.Is(err, captcha.ErrUnreadable) {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	tell := func(accepted bool) {
		verdict := captcha.Unknown
		if accepted {
			verdict = captcha.Accepted
		}
		if err := captcha.Tell(ctx, r.Solver, ask, answer, verdict); err != nil {
			r.Log.Warn("captcha not learned from", "error", err)
		}
	}
	return answer.Text, tell, nil
}

// credentials are those of HTTP authentication.
type credentials struct{ user, password string }

// answerAuth answers HTTP authentication of an origin that may be told.
func (r *Runner) answerAuth(origin string) (user, password string, ok bool) {
	if r.auth == nil || !r.pinned.has(origin) {
		return "", "", false
	}
	r.greeted.Store(true)
	return r.auth.user, r.auth.password, true
}
