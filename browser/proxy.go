package browser

import (
	"errors"
	"net/url"

	"github.com/chromedp/cdproto/fetch"
)

// chooseProxy reads the URL of the proxy. Its errors do not show the password.
func (c *Context) chooseProxy() error {
	if c.cfg.Proxy == "" {
		return nil
	}
	u, err := url.Parse(c.cfg.Proxy)
	if err != nil || u.Scheme == "" || u.Host == "" {
		return errors.New("the proxy's URL is none")
	}
	if u.User != nil && u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("a SOCKS proxy is told no name and password by Chromium")
	}
	c.proxy = u
	return nil
}

// proxyAsks reports whether the proxy is to be told who we are.
func (c *Context) proxyAsks() bool { return c.proxy != nil && c.proxy.User != nil }

// greetProxy returns name and password for a proxy that asks for them, unless the
// request came with them already.
func (t *Tab) greetProxy(ev *fetch.EventAuthRequired) (user, password string, ok bool) {
	if !t.context.proxyAsks() {
		return "", "", false
	}
	if _, again := t.greeted.LoadOrStore("proxy "+ev.Request.URL, true); again {
		return "", "", false
	}
	password, _ = t.context.proxy.User.Password()
	return t.context.proxy.User.Username(), password, true
}
