package flows

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"dyncrawl"
	"dyncrawl/captcha"
)

// handoffTime is how long a person may drive the tab when the step does not say.
const handoffTime = 10 * time.Minute

// handOff has a person drive the tab. Their time is not that of the page.
func (r *Runner) handOff(ctx context.Context, reason string, limit time.Duration) error {
	if r.Person == nil {
		return &dyncrawl.Error{
			Class: dyncrawl.ClassNeedsHuman, Hint: handoffHint,
			Err: fmt.Errorf("a person is needed here: %s", reason),
		}
	}
	resume := pauseBudget(ctx)
	defer resume()
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(limit, handoffTime))
	defer cancel()
	r.Log.Warn("a person is needed", "reason", reason)
	if err := r.Person(ctx, r.Tab, reason); err != nil {
		return &dyncrawl.Error{Class: dyncrawl.ClassNeedsHuman, Hint: handoffHint, Err: fmt.Errorf("hand over to a person (%s): %w", reason, err)}
	}
	return r.Tab.Settle(ctx, r.Settle)
}

const handoffHint = "run it at a terminal, where somebody can take over"

// withPerson has a person mend what made the step fail, if it is theirs to mend,
// and then tries the step again.
func (r *Runner) withPerson(ctx context.Context, s *Step, failed error) error {
	reason := r.forPerson(ctx, s, failed)
	if reason == "" {
		return failed
	}
	if err := r.handOff(ctx, reason, 0); err != nil {
		return err
	}
	if c := s.Captcha; c != nil {
		if verdict, err := r.verdict(ctx, c); err != nil || verdict == captcha.Accepted {
			return err
		}
	}
	bounded, cancel := r.bounded(ctx, s)
	defer cancel()
	return r.do(bounded, s)
}

// forPerson says why a person has to go on; empty when they cannot help.
func (r *Runner) forPerson(ctx context.Context, s *Step, failed error) string {
	var inner stepError
	if s.Handoff != "" || errors.As(failed, &inner) || r.Tab.Broken() {
		return ""
	}
	if dyncrawl.ClassOf(failed) == dyncrawl.ClassCaptcha {
		return failed.Error()
	}
	if err := r.personNeeded(ctx); dyncrawl.ClassOf(err) == dyncrawl.ClassNeedsHuman {
		return err.Error()
	}
	return ""
}
