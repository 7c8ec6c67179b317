package main

import (
	"fmt"
	"testing"

	"dyncrawl"
)

// The innermost class decides where a login fails for a reason of its own.
func TestExitCodesOfLogins(t *testing.T) {
	for class, want := range map[dyncrawl.Class]int{
		dyncrawl.ClassNeedsHuman: exitPerson, dyncrawl.ClassCaptcha: exitCaptcha, dyncrawl.ClassStep: exitLogin,
	} {
		cause := &dyncrawl.Error{Class: class, Err: fmt.Errorf("the form")}
		login := &dyncrawl.Error{Class: dyncrawl.ClassLogin, Err: fmt.Errorf("log in: %w", cause)}
		if got := exitCode(login); got != want {
			t.Errorf("%s: exit code %d, want %d", class, got, want)
		}
	}
}
