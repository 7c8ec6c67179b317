package flows

import (
	"context"
	"time"
)

// LoginCaptcha returns the captcha step of the login and the steps before it;
// false when the login has none.
func (f *Flow) LoginCaptcha() (before []Step, c *Captcha, ok bool) {
	if f.Session == nil {
		return nil, nil, false
	}
	for i := range f.Session.Login {
		if c := f.Session.Login[i].Captcha; c != nil {
			return f.Session.Login[:i], c, true
		}
	}
	return nil, nil, false
}

// Collect hands count pictures of the captcha on the page to keep and has the page
// show another one after each, with a pause between. Nothing is sent.
func (r *Runner) Collect(ctx context.Context, c *Captcha, count int, pause time.Duration, keep func(picture []byte) error) error {
	for i := range count {
		if i > 0 {
			if err := sleep(ctx, pause); err != nil {
				return err
			}
			if err := r.refresh(ctx, c); err != nil {
				return err
			}
		}
		picture, err := r.picture(ctx, c)
		if err != nil {
			return err
		}
		if err := keep(picture); err != nil {
			return err
		}
	}
	return nil
}
