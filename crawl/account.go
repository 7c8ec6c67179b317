package crawl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"dyncrawl/browser"
	"dyncrawl/fetch"
	"dyncrawl/flows"
	"dyncrawl/frontier"
	"dyncrawl/sessions"
)

// Account is one of those who visit the site: a browser, and who is logged in
// there. Fields without a word on zero must be set.
type Account struct {
	Name    string               // for messages; empty when there is one account only
	Pool    *browser.Pool        // its tabs share the account's login
	Secrets flows.Secrets        // nil when the flow has none
	Kept    *sessions.Session    // where the login is kept; nil when the flow has no session
	Fetch   fetch.Config         // of the HTTP tier; who asks, and with which cookies, it has from the browser
	Limits  flows.IdentityLimits // zero: none but the flow's
}

// account is an Account at work.
type account struct {
	Account
	plain  plain
	health health

	// gate is held by every visit, and alone by who logs in: a login is not
	// disturbed by the answers to pages that nobody waits for any more.
	gate sync.RWMutex
	made time.Time // when the login was made; for who holds the gate alone

	// The roster's, under its lock.
	busy    int       // visits under way
	pages   int       // stored by this run
	last    time.Time // when the last visit began
	until   time.Time // when it has rested
	failure error     // why it rests
}

// errand is a leased URL with the account that visits it.
type errand struct {
	*frontier.Lease
	as    *account
	begun time.Time // when the visit began
	sure  bool      // the login held when the page was there
	due   bool      // the login is to be checked
	loose bool      // the page is explored, but not held: see calm
}

// restFor is how long an account is left alone that cannot log in.
const restFor = 10 * time.Minute

// roster shares the visits out among the accounts.
type roster struct {
	mu   sync.Mutex
	all  []*account
	news chan struct{} // closed and replaced when an account may be free
}

func newRoster(accounts []Account) *roster {
	r := &roster{news: make(chan struct{})}
	for _, a := range accounts {
		r.all = append(r.all, &account{Account: a})
	}
	return r
}

// take waits for an account that may visit a page. It fails with why there will
// be none: all are at their limit of pages, or cannot log in. Give it back.
func (r *roster) take(ctx context.Context) (*account, error) {
	for {
		r.mu.Lock()
		a, wait, err := r.choose(time.Now())
		news := r.news
		r.mu.Unlock()
		if a != nil || err != nil {
			return a, err
		}
		timer := time.NewTimer(wait)
		select {
		case <-news:
		case <-timer.C:
		case <-ctx.Done():
		}
		timer.Stop()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// choose takes the account with the fewest visits under way of those that may
// have another. When there is none, it returns after which time that changes by
// itself, or why it never will. The caller holds mu.
func (r *roster) choose(now time.Time) (best *account, wait time.Duration, err error) {
	err, wait = ErrPageLimit, restFor
	for _, a := range r.all {
		switch {
		case a.Limits.Pages > 0 && a.pages+a.busy >= a.Limits.Pages:
			if a.busy > 0 {
				err = nil // one of its visits may bring nothing
			}
			continue
		case now.Before(a.until):
			if errors.Is(err, ErrPageLimit) {
				err = a.failure
			}
			continue
		}
		err = nil
		switch free := a.last.Add(a.Limits.Delay); {
		case a.Limits.Tabs > 0 && a.busy >= a.Limits.Tabs:
		case now.Before(free):
			wait = min(wait, free.Sub(now))
		case best == nil || a.busy < best.busy || a.busy == best.busy && a.last.Before(best.last):
			best = a
		}
	}
	if best != nil {
		best.busy++
		best.last = now
	}
	return best, wait, err
}

// give takes an account back after a visit.
func (r *roster) give(a *account, stored bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	a.busy--
	if stored {
		a.pages++
	}
	close(r.news)
	r.news = make(chan struct{})
}

// rest leaves an account alone for a while. When no other is at work, it returns
// the reason: nobody can go on.
func (r *roster) rest(a *account, why error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	a.until, a.failure = now.Add(restFor), why
	for _, other := range r.all {
		if !now.Before(other.until) {
			return nil
		}
	}
	return why
}

// rests reports whether an account is left alone.
func (r *roster) rests(a *account) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Now().Before(a.until)
}

// tabs returns how many tabs may be open, now or ever.
func (r *roster) tabs(of func(*browser.Pool) int) (n int) {
	for _, a := range r.all {
		most := of(a.Pool)
		n += min(most, cmp.Or(a.Limits.Tabs, most))
	}
	return n
}

// said names the account in an error, when there are several.
func (a *account) said(err error) error {
	if a.Name == "" || err == nil {
		return err
	}
	return fmt.Errorf("account %s: %w", a.Name, err)
}
