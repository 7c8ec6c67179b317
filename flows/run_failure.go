package flows

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"dyncrawl"
)

// StepError is the failure of a step. Its text holds no secret.
type StepError struct {
	Pos     Pos    // of the step in its flow file
	Step    string // its name, or its verb
	Page    string // URL of the page; empty when it is not known
	Picture string // path of a picture of the page; empty when there is none
	text    string
	err     error
}

func (e *StepError) Error() string { return e.text }

func (e *StepError) Unwrap() error { return e.err }

// failure makes the error of a step, with a picture of the page.
func (r *Runner) failure(ctx context.Context, s *Step, cause error) error {
	e := &StepError{Pos: s.Pos, Step: s.Name, err: cause}
	if e.Step == "" {
		e.Step = s.Verb()
	}
	page, _ := r.Tab.URL(context.WithoutCancel(ctx)) // unknown when the tab is gone
	e.Page = r.redact(page)
	if ctx.Err() == nil && !r.Tab.Broken() {
		e.Picture = r.pictureOfFailure(ctx, s)
	}
	e.text = fmt.Sprintf("%s: step %s: %s", e.Pos, e.Step, r.redact(cause.Error()))
	if e.Page != "" {
		e.text += " (on " + e.Page + ")"
	}
	if e.Picture != "" {
		e.text += "; the page then: " + e.Picture
	}
	var classed *dyncrawl.Error
	if errors.As(cause, &classed) && classed.Class != "" || errors.Is(cause, context.Canceled) {
		return e
	}
	return &dyncrawl.Error{Class: dyncrawl.ClassStep, Err: e}
}

// pictureTimeout bounds the picture of a failure: a page that hangs has none.
const pictureTimeout = 3 * time.Second

// pictureOfFailure returns the path of a picture of the page, or the empty text when there is none to be had.
func (r *Runner) pictureOfFailure(ctx context.Context, s *Step) string {
	if r.Artifacts == "" {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, pictureTimeout)
	defer cancel()
	path, err := r.savePicture(ctx, s)
	if err != nil && r.Log != nil {
		r.Log.DebugContext(ctx, "no picture of the failure", "err", err)
	}
	return path
}

// savePicture writes a picture that only the user can read: it may show what is private.
func (r *Runner) savePicture(ctx context.Context, s *Step) (path string, err error) {
	picture, err := r.picture(ctx, &Screenshot{})
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(r.Artifacts, 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(r.Artifacts, fmt.Sprintf("%s-line%d-*.png", s.Verb(), s.Pos.Line))
	if err != nil {
		return "", err
	}
	_, err = f.Write(picture)
	return f.Name(), errors.Join(err, f.Close())
}

// redact takes the secrets that were used out of a text.
func (r *Runner) redact(text string) string {
	for _, secret := range r.secrets {
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret)} {
			text = strings.ReplaceAll(text, form, "***")
		}
	}
	return text
}
