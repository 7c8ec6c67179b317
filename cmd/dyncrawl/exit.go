package main

import (
	"errors"
	"slices"

	"dyncrawl"
	"dyncrawl/crawl"
)

// The exit codes. docs/exit-codes.md explains them to users.
const (
	exitOK          = 0
	exitError       = 1  // something unexpected
	exitUsage       = 2  // unknown flag, wrong argument, broken flow file
	exitStore       = 3  // the store cannot be opened or written
	exitBrowser     = 4  // Chromium is missing or does not start
	exitLogin       = 5  // the login failed
	exitCaptcha     = 6  // a captcha was not read, so the login failed
	exitFailures    = 7  // finished, but some pages failed
	exitNothing     = 8  // not one page could be had
	exitLimit       = 9  // a limit of the flow was reached
	exitInterrupted = 10 // stopped by a signal; the same command goes on
	exitPerson      = 11 // a page asks something that is left to people
)

// usageError is a mistake in the command line or a flow file.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// errFailures and errNothing end a crawl that went through but not well.
var (
	errFailures = errors.New("some pages failed; the same command with --retry-failed tries them again")
	errNothing  = errors.New("not one page could be had")
)

// exitCode returns the exit code for the error of a command.
func exitCode(err error) int {
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, crawl.ErrStopped):
		return exitInterrupted
	case errors.Is(err, crawl.ErrPageLimit), errors.Is(err, crawl.ErrTimeLimit):
		return exitLimit
	case errors.Is(err, errFailures):
		return exitFailures
	case errors.Is(err, errNothing):
		return exitNothing
	case hasClass(err, dyncrawl.ClassStore):
		return exitStore
	case hasClass(err, dyncrawl.ClassBrowserMissing):
		return exitBrowser
	case hasClass(err, dyncrawl.ClassNeedsHuman):
		return exitPerson
	case hasClass(err, dyncrawl.ClassCaptcha):
		return exitCaptcha
	case hasClass(err, dyncrawl.ClassLogin):
		return exitLogin
	case hasAny(err, dyncrawl.ClassDNS, dyncrawl.ClassConnect, dyncrawl.ClassTLS, dyncrawl.ClassProxy, dyncrawl.ClassNavTimeout):
		return exitNothing
	}
	return exitError
}

// hasAny reports whether an error in err's tree has one of the classes.
func hasAny(err error, classes ...dyncrawl.Class) bool {
	return slices.ContainsFunc(classes, func(c dyncrawl.Class) bool { return hasClass(err, c) })
}

// hasClass reports whether an error in err's tree has the class.
func hasClass(err error, class dyncrawl.Class) bool {
	if e, ok := err.(*dyncrawl.Error); ok && e.Class == class {
		return true
	}
	switch u := err.(type) {
	case interface{ Unwrap() error }:
		return hasClass(u.Unwrap(), class)
	case interface{ Unwrap() []error }:
		for _, e := range u.Unwrap() {
			if hasClass(e, class) {
				return true
			}
		}
	}
	return false
}
