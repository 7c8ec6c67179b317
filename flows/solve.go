package flows

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/captcha"
)

// defaultTries is how many answers a captcha step sends at most.
const defaultTries = 5

// solve reads the picture, sends the answer, and begins again with a new picture
// when it was rejected, is too doubtful to be sent, or could not be read. No
// picture is answered twice.
func (r *Runner) solve(ctx context.Context, c *Captcha) error {
	if r.Solver == nil {
		return errNoSolver
	}
	tries := captcha.NewTries(cmp.Or(c.MaxTries, defaultTries))
	seen := map[[sha256.Size]byte]bool{}
	for tries.Left() {
		ask, err := r.look(ctx, c)
		if err != nil {
			return err
		}
		tries.Look(&ask)
		sum := sha256.Sum256(ask.Image)
		answer, ok, err := r.read(ctx, ask, seen[sum])
		if err != nil {
			return err
		}
		if !ok {
			if err := r.refresh(ctx, c); err != nil {
				return err
			}
			continue
		}
		seen[sum] = true
		left := tries.Send()
		verdict, err := r.send(ctx, c, answer.Text)
		r.Log.Debug("captcha answered", "left", left, "solver", answer.Solver, "confidence", answer.Confidence, "verdict", verdict)
		if err != nil {
			return err
		}
		if err := captcha.Tell(ctx, r.Solver, ask, answer, verdict); err != nil {
			r.Log.Warn("captcha not learned from", "error", err)
		}
		if verdict != captcha.Rejected {
			return nil
		}
	}
	return &dyncrawl.Error{
		Class: dyncrawl.ClassCaptcha,
		Err:   fmt.Errorf("the captcha was not read: %d answers were rejected", len(seen)),
		Hint:  "run it again, allow more max_tries, or give alphabet, min_length and max_length",
	}
}

// look runs the steps before a try and takes the picture.
func (r *Runner) look(ctx context.Context, c *Captcha) (captcha.Challenge, error) {
	if err := r.Run(ctx, c.Before); err != nil {
		return captcha.Challenge{}, err
	}
	picture, err := r.picture(ctx, c)
	if err != nil {
		return captcha.Challenge{}, err
	}
	at, err := r.Tab.URL(ctx)
	if err != nil {
		return captcha.Challenge{}, err
	}
	site, err := url.Parse(at)
	if err != nil {
		return captcha.Challenge{}, err
	}
	return c.challenge(site.Host, picture), nil
}

// read asks the solver unless the picture was answered already; it reports
// whether there is an answer.
func (r *Runner) read(ctx context.Context, ask captcha.Challenge, answered bool) (captcha.Answer, bool, error) {
	if answered {
		r.Log.Debug("captcha shown again, asking for another")
		return captcha.Answer{}, false, nil
	}
	answer, err := r.Solver.Solve(ctx, ask)
	if errors.Is(err, captcha.ErrUnreadable) {
		r.Log.Debug("captcha not answered, asking for another", "reason", err)
		return captcha.Answer{}, false, nil
	}
	return answer, err == nil, err
}

// picture returns the captcha as the page has it.
func (r *Runner) picture(ctx context.Context, c *Captcha) ([]byte, error) {
	if err := r.stopForPerson(ctx, c.Image); err != nil {
		return nil, err
	}
	image, err := r.find(ctx, c.Image)
	if err != nil {
		return nil, err
	}
	loaded, err := image.Loaded(ctx)
	if err != nil {
		return nil, err
	}
	if !loaded {
		return nil, errors.New("the captcha's picture did not load")
	}
	return image.Picture(ctx)
}

// send types the answer, submits it, and tells what the page says to it.
func (r *Runner) send(ctx context.Context, c *Captcha, answer string) (captcha.Verdict, error) {
	into, err := r.find(ctx, c.Into)
	if err != nil {
		return "", err
	}
	if err := into.Fill(ctx, answer); err != nil {
		return "", err
	}
	if len(c.Submit) == 0 {
		err = into.Press(ctx, "Enter")
	} else {
		err = r.with(ctx, c.Submit, (*browser.Element).Click)
	}
	if err != nil {
		return "", err
	}
	if err := r.Tab.Settle(ctx, r.Settle); err != nil {
		return "", err
	}
	return r.verdict(ctx, c)
}

// verdict tells a wrong captcha from a wrong password: what the page says of the
// captcha counts, and that the captcha is gone. A form that shows another captcha
// without a word on the last one says nothing about it.
func (r *Runner) verdict(ctx context.Context, c *Captcha) (captcha.Verdict, error) {
	rejected, err := r.holds(ctx, c.Rejected)
	if err != nil {
		return "", err
	}
	if rejected {
		return captcha.Rejected, nil
	}
	accepted := c.Accepted
	if accepted == nil {
		accepted = &Condition{Absent: c.Image}
	}
	ok, err := r.holds(ctx, accepted)
	if err != nil || !ok {
		return captcha.Unknown, err
	}
	return captcha.Accepted, nil
}

// refresh has the page show another picture.
func (r *Runner) refresh(ctx context.Context, c *Captcha) error {
	if len(c.Refresh) > 0 {
		if err := r.with(ctx, c.Refresh, (*browser.Element).Click); err != nil {
			return err
		}
		return r.Tab.Settle(ctx, r.Settle)
	}
	at, err := r.Tab.URL(ctx)
	if err != nil {
		return err
	}
	if err := r.Tab.Goto(ctx, at); err != nil {
		return err
	}
	return r.Tab.Settle(ctx, r.Settle)
}
