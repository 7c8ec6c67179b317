package crawl

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
)

// isLoginPage reports whether url is the session's login page.
func (c *Crawler) isLoginPage(url string) bool {
	s := c.Flow.Session
	return s != nil && !s.LoginPage.IsZero() && s.LoginPage.Match(url)
}

// signOf returns what speaks against the login on a page; shows says that it has
// the check's element.
func (c *Crawler) signOf(lease *errand, page *dyncrawl.Page, shows bool) sign {
	denied := func(status int) bool { return status == 401 || status == 403 }
	switch {
	case c.isLoginPage(page.FinalURL) && !c.isLoginPage(lease.Request.URL):
		return atLoginPage
	case denied(page.Status), slices.ContainsFunc(page.Exchanges, func(x dyncrawl.Exchange) bool { return denied(x.Status) || c.isLoginPage(x.URL) }):
		return refused
	case shows:
		return ""
	case passwordField.MatchString(page.HTML):
		return asksSecret
	case page.Status < 400:
		return lacksCheck
	}
	return ""
}

// passwordField is one in a page's HTML, as a browser or a person writes it.
var passwordField = regexp.MustCompile(`(?i)<input\b[^>]*\stype\s*=\s*["']?password\b`)

// examine holds a rendered page against the login. Its error is logged_out when
// the login has ended, and otherwise why that could not be found out.
func (c *Crawler) examine(ctx context.Context, tab *browser.Tab, lease *errand, page *dyncrawl.Page) error {
	if c.Flow.Session == nil {
		return nil
	}
	found, err := tab.FindAll(ctx, c.Flow.Session.Check.Present)
	if err != nil {
		return fmt.Errorf("look whether the login holds: %w", err)
	}
	shows := len(found) > 0
	shape := c.shapeOf(lease)
	s := lease.as.health.weigh(c.signOf(lease, page, shows), shape)
	if s == "" {
		lease.sure = shows
		lease.as.health.show(shape, shows, lease.begun)
		return nil
	}
	ok, err := c.look(lease.as, tab, s, shape)
	switch {
	case err != nil:
		return err
	case !ok:
		return loggedOut(page.FinalURL, s)
	case s == atLoginPage:
		return notForUs(lease.Request.URL)
	}
	lease.sure = true
	return nil
}

// notForUs is why a page is not to be had although the login holds.
func notForUs(url string) error {
	return &dyncrawl.Error{
		Class: dyncrawl.ClassHTTPAuth, Err: fmt.Errorf("%s asks for a login although the login holds", url),
		Hint: "the account may not see this page; log in with one that may, or exclude it",
	}
}

// look takes the tab to the check page, unless somebody has just done so, and
// reports whether the login holds.
func (c *Crawler) look(a *account, tab *browser.Tab, s sign, shape string) (bool, error) {
	asked := time.Now()
	a.health.looking.Lock()
	defer a.health.looking.Unlock()
	if held, certain := a.health.known(asked); certain {
		return held, nil
	}
	ctx, cancel := context.WithTimeout(c.whole, c.pageBudget())
	defer cancel()
	at := time.Now()
	ok, err := c.runner(a, tab).LoggedIn(ctx, c.Flow.Session)
	if err == nil {
		a.health.judged(ok, s, shape, at)
	}
	return ok, err
}

// orLoggedOut explains a failed step by a login that has ended, if it has.
func (c *Crawler) orLoggedOut(ctx context.Context, tab *browser.Tab, lease *errand, cause error) error {
	if c.Flow.Session == nil || tab.Broken() || c.whole.Err() != nil {
		return cause
	}
	page, err := tab.Snapshot(ctx)
	if err != nil {
		return cause
	}
	if err := c.examine(ctx, tab, lease, page); dyncrawl.ClassOf(err) == dyncrawl.ClassLoggedOut {
		return err
	}
	return cause
}

func loggedOut(url string, s sign) error {
	return &dyncrawl.Error{Class: dyncrawl.ClassLoggedOut, Err: fmt.Errorf("the login has ended: the visit came to %s, and %s", url, s)}
}
