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

// maxTries is how many answers are sent to a captcha by default, and
// roundsPerTry how many pictures are looked at for each: some cannot be read.
const (
	maxTries     = 5
	roundsPerTry = 4
)

// allowImages lets pictures through beside what the flow asks for.
func (r *Runner) allowImages() {
	kinds := []string{"image"}
	if r.Flow != nil {
		kinds = append(kinds, r.Flow.Browser.Load...)
	}
	r.Tab.AllowResources(kinds...)
}

// captcha reads pictures and sends answers until the page takes one.
func (r *Runner) captcha(ctx context.Context, c *Captcha) error {
	if r.Solver == nil {
		return errors.New("captcha: there is no solver")
	}
	r.allowImages()
	tries := c.MaxTries
	if tries == 0 {
		tries = maxTries
	}
	seen := map[[sha256.Size]byte]bool{}
	sent, last := 0, error(nil)
	for round := 0; sent < tries && round < tries*roundsPerTry; round++ {
		answer, err := r.readCaptcha(ctx, c, seen)
		if errors.Is(err, errUnread) || errors.Is(err, captcha.ErrUnreadable) {
			last = err
			if err := r.renewCaptcha(ctx, c); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		sent++
		rejected, err := r.sendCaptcha(ctx, c, answer)
		if err != nil || !rejected {
			return err
		}
		last = errors.New("the page rejected the answer")
	}
	return &dyncrawl.Error{
		Class: dyncrawl.ClassCaptcha,
		Err:   fmt.Errorf("captcha not solved, %d answers sent: %w", sent, last),
		Hint:  "look at the picture of the page; set alphabet, min_length and max_length of the captcha step if they are known",
	}
}

// errUnread says that a picture is not worth an answer.
var errUnread = errors.New("the page shows no new picture")

// readCaptcha prepares the form and reads its picture, unless that was seen before.
func (r *Runner) readCaptcha(ctx context.Context, c *Captcha, seen map[[sha256.Size]byte]bool) (string, error) {
	if err := r.run(ctx, c.Before); err != nil {
		return "", err
	}
	image, err := r.find(ctx, c.Image)
	if err != nil {
		return "", err
	}
	if loaded, err := image.Loaded(ctx); err != nil {
		return "", err
	} else if !loaded {
		return "", errUnread
	}
	picture, err := image.Screenshot(ctx, 1)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(picture)
	if seen[sum] {
		return "", errUnread
	}
	seen[sum] = true
	answer, err := r.Solver.Solve(ctx, captcha.Challenge{Image: picture, Alphabet: c.Alphabet, MinLen: c.MinLen, MaxLen: c.MaxLen})
	return answer.Text, err
}

// renewCaptcha makes the page show another picture.
func (r *Runner) renewCaptcha(ctx context.Context, c *Captcha) error {
	if len(c.Refresh) > 0 {
		if err := r.on(ctx, c.Refresh, (*browser.Element).Click); err != nil {
			return err
		}
		return r.settle(ctx)
	}
	page, err := r.Tab.URL(ctx)
	if err != nil {
		return err
	}
	return r.open(ctx, &Goto{URL: page})
}

// sendCaptcha sends the answer and reports whether the page rejected it.
func (r *Runner) sendCaptcha(ctx context.Context, c *Captcha, answer string) (rejected bool, err error) {
	into, err := r.find(ctx, c.Into)
	if err != nil {
		return false, err
	}
	if err := into.Fill(ctx, answer); err != nil {
		return false, err
	}
	if len(c.Submit) > 0 {
		err = r.on(ctx, c.Submit, (*browser.Element).Click)
	} else {
		err = into.Press(ctx, "Enter")
	}
	if err != nil {
		return false, err
	}
	if err := r.settle(ctx); err != nil {
		return false, err
	}
	return r.visible(ctx, c.Rejected)
}
