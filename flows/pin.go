package flows

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"dyncrawl"
	"dyncrawl/browser"
)

// pin knows which origins may be told secrets.
type pin struct {
	flow    *Flow
	origins []string

	mu   sync.Mutex
	leak error // a request that was stopped because it held a secret
}

// pin returns the runner's, made when it is needed first.
func (r *Runner) pin() *pin {
	if r.pinned == nil {
		r.pinned = &pin{flow: r.Flow, origins: r.Flow.Origins()}
	}
	return r.pinned
}

// has reports whether the origin of the URL may be told secrets.
func (p *pin) has(text string) bool {
	origin := originOf(text)
	return origin != "" && slices.ContainsFunc(p.origins, func(want string) bool { return matchOrigin(want, origin) })
}

// allow refuses a URL of another origin.
func (p *pin) allow(text string) error {
	if p.has(text) {
		return nil
	}
	origin := originOf(text)
	if origin == "" {
		origin = text
	}
	return &dyncrawl.Error{
		Class: dyncrawl.ClassStep,
		Err:   fmt.Errorf("%s is none of the origins that may be told secrets (%s)", origin, strings.Join(p.origins, ", ")),
		Hint:  fmt.Sprintf("if that site is part of the login, name it: session: {origins: [%q]}", origin),
	}
}

// check refuses a field that lies, or whose form leads, elsewhere.
func (p *pin) check(ctx context.Context, e *browser.Element) error {
	origins, err := e.Origins(ctx)
	if err != nil {
		return err
	}
	for _, origin := range origins {
		if err := p.allow(origin); err != nil {
			return fmt.Errorf("nothing was typed: the field lies in a page of another origin: %w", err)
		}
	}
	targets, err := e.Targets(ctx)
	if err != nil {
		return err
	}
	for _, target := range targets {
		if strings.HasPrefix(strings.ToLower(target), "javascript:") {
			continue // it stays on the page
		}
		if err := p.allow(target); err != nil {
			return fmt.Errorf("nothing was typed: the form is sent to another origin: %w", err)
		}
	}
	return nil
}

// stop notes that a request was stopped.
func (p *pin) stop(at string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.leak == nil {
		p.leak = fmt.Errorf("the page tried to send a secret, and was stopped: %w", p.allow(at))
	}
}

// leaked returns what was stopped since it was asked last.
func (p *pin) leaked() error {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	leak := p.leak
	p.leak = nil
	return leak
}

// guard has requests to other origins stopped that hold a secret which was typed.
func (r *Runner) guard(ctx context.Context) error {
	if r.guarded {
		return nil
	}
	p := r.pin()
	gate := &browser.Gate{Credentials: r.answerAuth, Pass: func(q dyncrawl.Request) bool {
		if p.has(q.URL) || !r.mask().Holds(requestText(q)) {
			return true
		}
		p.stop(q.URL)
		return false
	}}
	if err := r.Tab.Gate(ctx, gate); err != nil {
		return err
	}
	r.guarded = true
	return nil
}

// requestText is all of a request that may hold a secret.
func requestText(q dyncrawl.Request) string {
	var b strings.Builder
	b.WriteString(q.URL)
	for name, values := range q.Header {
		if name != "Cookie" {
			b.WriteString("\n" + strings.Join(values, "\n"))
		}
	}
	b.WriteByte('\n')
	b.Write(q.Body)
	return b.String()
}

// typeSecret types a secret where it may be known.
func (r *Runner) typeSecret(ctx context.Context, e *browser.Element, secret string) error {
	if err := r.pin().check(ctx, e); err != nil {
		return err
	}
	r.keepSecret(secret)
	if err := r.guard(ctx); err != nil {
		return err
	}
	return e.Fill(ctx, secret)
}

// keepSecret notes a secret that must not be shown from now on.
func (r *Runner) keepSecret(secret string) {
	if secret == "" || contains(r.used, secret) {
		return
	}
	r.used = append(r.used, secret)
	r.masked.Store(NewMask(r.used...))
}

// mask takes the secrets out that the runner has met.
func (r *Runner) mask() *Mask { return r.masked.Load() }
