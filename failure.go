package dyncrawl

import (
	"context"
	"errors"
)

// Class names why a URL was not crawled or not crawled completely. The store
// keeps it with every attempt and the summary groups by it.
type Class string

// The classes. Transient says which of them are worth another try.
const (
	ClassDNS            Class = "dns"
	ClassConnect        Class = "connect"       // refused, reset or unreachable
	ClassNavTimeout     Class = "nav_timeout"   // no answer within the page budget
	ClassLoadTimeout    Class = "load_timeout"  // answered, but never finished loading
	ClassTLS            Class = "tls"           // certificate or handshake
	ClassProtocol       Class = "protocol"      // malformed HTTP
	ClassProxy          Class = "proxy"         // the configured proxy failed
	ClassHTTPAuth       Class = "http_auth"     // 401 or 407
	ClassNotFound       Class = "not_found"     // 404 or 410
	ClassHTTP4xx        Class = "http_4xx"      // other 4xx answers
	ClassHTTP429        Class = "http_429"      // rate limited
	ClassHTTP5xx        Class = "http_5xx"      //
	ClassNoContent      Class = "no_content"    // 204, 205 and the like
	ClassDownload       Class = "download"      // the answer is a file, not a page
	ClassRedirectLoop   Class = "redirect_loop" //
	ClassNavLoop        Class = "nav_loop"      // the page keeps navigating by script or meta refresh
	ClassTooLarge       Class = "too_large"     //
	ClassScriptHang     Class = "script_hang"   // the page's script never yields
	ClassDialogLoop     Class = "dialog_loop"   // the page opens dialogs without end
	ClassOOMTab         Class = "oom_tab"       // the page used more memory than it may
	ClassCrashRenderer  Class = "crash_renderer"
	ClassCrashBrowser   Class = "crash_browser"
	ClassBrowserMissing Class = "browser_missing" // Chromium not found or not startable
	ClassScope          Class = "scope"           // redirected out of the crawl's scope
	ClassScheme         Class = "scheme"          // not http or https
	ClassURL            Class = "url"             // not a usable URL
	ClassTrap           Class = "trap"            // one of endlessly many URLs that lead to nothing new
	ClassRobots         Class = "robots"          // robots.txt forbids it
	ClassLimit          Class = "limit"           // a limit of the flow was reached
	ClassStep           Class = "step"            // a flow step failed
	ClassCaptcha        Class = "captcha"         // not read within the allowed tries
	ClassNeedsHuman     Class = "needs_human"     // a challenge that is left to people
	ClassLogin          Class = "login"           // login failed
	ClassLoggedOut      Class = "logged_out"      // the session ended during the visit
	ClassStore          Class = "store"           // the store refused the page
	ClassInterrupted    Class = "interrupted"     // the crawl was stopped during the visit
	ClassUnknown        Class = "unknown"         // a bug of ours
)

// Transient reports whether another try of the same URL may end better.
func (c Class) Transient() bool {
	switch c {
	case ClassDNS, ClassConnect, ClassNavTimeout, ClassLoadTimeout, ClassProtocol, ClassProxy,
		ClassHTTP429, ClassHTTP5xx, ClassNavLoop, ClassScriptHang, ClassCrashRenderer,
		ClassCrashBrowser, ClassStep, ClassCaptcha, ClassLoggedOut, ClassInterrupted, ClassUnknown:
		return true
	}
	return false
}

// Error is a failure with its class and, where the user can mend it, a hint.
type Error struct {
	Class Class
	Err   error
	Hint  string // what to do next, one sentence; empty when nothing can be said
}

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// ClassOf returns the class of the first *Error in err's chain, ClassInterrupted
// for a cancelled context, ClassNavTimeout for a deadline that nobody classed,
// and ClassUnknown otherwise.
func ClassOf(err error) Class {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e.Class
	case errors.Is(err, context.Canceled):
		return ClassInterrupted
	case errors.Is(err, context.DeadlineExceeded):
		return ClassNavTimeout
	}
	return ClassUnknown
}

// HintOf returns the first hint in err's chain, or the empty string.
func HintOf(err error) string {
	var e *Error
	for errors.As(err, &e) {
		if e.Hint != "" {
			return e.Hint
		}
		err = e.Err
	}
	return ""
}
