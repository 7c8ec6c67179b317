package flows

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/captcha"
)

// defaultTries is how many answers a captcha step sends at most.
const defaultTries = 5

// looksPerTry is how many pictures are looked at for each answer that may be
// sent: those that cannot be read cost the site nothing.
const looksPerTry = 3

// solve reads the picture, sends the answer, and begins again with a new picture
// when it was rejected or could not be read. No picture is answered twice.
func (r *Runner) solve(ctx context.Context, c *Captcha) error {
	if r.Solver == nil {
		return errNoSolver
	}
	tries := c.MaxTries
	if tries == 0 {
		tries = defaultTries
	}
	seen := map[[sha256.Size]byte]bool{}
	sent := 0
	for look := 0; look < tries*looksPerTry && sent < tries; look++ {
		if err := r.Run(ctx, c.Before); err != nil {
			return err
		}
		picture, err := r.picture(ctx, c)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(picture)
		answer, err := r.read(ctx, c, picture)
		if errors.Is(err, captcha.ErrUnreadable) || err == nil && seen[sum] {
			r.Log.Debug("captcha not read, asking for another", "look", look+1)
			if err := r.refresh(ctx, c); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		seen[sum] = true
		sent++
		rejected, err := r.send(ctx, c, answer.Text)
		r.Log.Debug("captcha answered", "try", sent, "confidence", answer.Confidence, "rejected", rejected)
		if err != nil || !rejected {
			return err
		}
	}
	return &dyncrawl.Error{
		Class: dyncrawl.ClassCaptcha,
		Err:   fmt.Errorf("the captcha was not read: %d answers were rejected", sent),
		Hint:  "run it again, allow more max_tries, or give alphabet, min_length and max_length",
	}
}

// read asks the solver.
func (r *Runner) read(ctx context.Context, c *Captcha, picture []byte) (captcha.Answer, error) {
	return r.Solver.Solve(ctx, captcha.Challenge{
		Image: picture, Alphabet: c.Alphabet, MinLen: c.MinLen, MaxLen: c.MaxLen, FoldCase: !c.CaseSensitive,
	})
}

// picture returns the captcha as the page shows it, as PNG.
func (r *Runner) picture(ctx context.Context, c *Captcha) ([]byte, error) {
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
	return image.Screenshot(ctx, 1)
}

// send types the answer, submits it, and reports whether the page rejected it.
func (r *Runner) send(ctx context.Context, c *Captcha, answer string) (rejected bool, err error) {
	into, err := r.find(ctx, c.Into)
	if err != nil {
		return false, err
	}
	if err := into.Fill(ctx, answer); err != nil {
		return false, err
	}
	if len(c.Submit) == 0 {
		err = into.Press(ctx, "Enter")
	} else {
		err = r.with(ctx, c.Submit, (*browser.Element).Click)
	}
	if err != nil {
		return false, err
	}
	if err := r.Tab.Settle(ctx, r.Settle); err != nil {
		return false, err
	}
	return r.visible(ctx, c.Rejected)
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
