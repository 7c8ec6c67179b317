package flows

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
)

// stepError is the error of a step that was explained already, by the innermost
// step that failed.
type stepError struct{ error }

func (e stepError) Unwrap() error { return e.error }

// pictureTimeout bounds the picture that is taken of a failed step.
const pictureTimeout = 5 * time.Second

// explain says where and at what the step failed, with a picture of the page.
func (r *Runner) explain(ctx context.Context, s *Step, cause error) error {
	var explained stepError
	if errors.As(cause, &explained) {
		return cause
	}
	if ctx.Err() != nil {
		cause = fmt.Errorf("the budget of the page is used up: %w", cause)
	}
	text := fmt.Sprintf("%s: %s", s.Pos, s.title())
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pictureTimeout)
	defer cancel()
	if person := r.personNeeded(ctx); dyncrawl.ClassOf(person) == dyncrawl.ClassNeedsHuman {
		cause = errors.Join(person, cause)
	}
	if at, err := r.Tab.URL(ctx); err == nil {
		text += " on " + at
	}
	err := r.Mask.Error(r.mask().Error(fmt.Errorf("%s: %w", text, cause)))
	if file := r.failurePicture(ctx, s); file != "" {
		err = fmt.Errorf("%w (picture: %s)", err, file)
	}
	return stepError{&dyncrawl.Error{Class: classed(cause), Err: err, Hint: dyncrawl.HintOf(cause)}}
}

// title is the step's name, or its verb and selector.
func (s *Step) title() string {
	if s.Name != "" {
		return s.Name
	}
	title := s.Verb()
	if selectors := s.selectors(); len(selectors) > 0 {
		title += " " + selectors.String()
	}
	return title
}

// selectors returns the selectors of the element that the step is about.
func (s *Step) selectors() browser.Selectors {
	switch {
	case s.Click != nil:
		return s.Click.Selector
	case s.DblClick != nil:
		return s.DblClick.Selector
	case s.Hover != nil:
		return s.Hover.Selector
	case s.Fill != nil:
		return s.Fill.Selector
	case s.Select != nil:
		return s.Select.Selector
	case s.Check != nil:
		return s.Check.Selector
	case s.Press != nil:
		return s.Press.Selector
	case s.Drag != nil:
		return s.Drag.Selector
	case s.Upload != nil:
		return s.Upload.Selector
	case s.Captcha != nil:
		return s.Captcha.Image
	case s.TOTP != nil:
		return s.TOTP.Selector
	}
	return nil
}

// hidden returns what no picture may show.
func (r *Runner) hidden() []string { return append(r.Mask.Forms(), r.mask().Forms()...) }

// failurePicture saves what the page shows and returns the file; empty when that
// cannot be done. The cause matters more than the picture.
func (r *Runner) failurePicture(ctx context.Context, s *Step) string {
	if r.Artifacts == "" || r.Tab.Broken() || os.MkdirAll(r.Artifacts, 0o700) != nil {
		return ""
	}
	lift, err := r.Tab.Veil(ctx, r.hidden())
	if err != nil {
		return ""
	}
	defer lift(ctx)
	png, err := r.Tab.Screenshot(ctx, browser.ScreenshotConfig{})
	if err != nil {
		return ""
	}
	flow := strings.TrimSuffix(filepath.Base(s.Pos.File), filepath.Ext(s.Pos.File))
	file := filepath.Join(r.Artifacts, fmt.Sprintf("%s-%d-%s.png", flow, s.Pos.Line, time.Now().Format("20060102-150405.000")))
	if os.WriteFile(file, png, 0o600) != nil {
		return ""
	}
	return file
}

// screenshot saves a picture where the step says.
func (r *Runner) screenshot(ctx context.Context, s *Screenshot) error {
	file, err := r.expand(s.File)
	if err != nil {
		return err
	}
	lift, err := r.Tab.Veil(ctx, r.hidden())
	if err != nil {
		return err
	}
	defer lift(ctx)
	var png []byte
	if len(s.Selector) > 0 {
		e, err := r.find(ctx, s.Selector)
		if err != nil {
			return err
		}
		png, err = e.Screenshot(ctx, 1)
		if err != nil {
			return err
		}
	} else if png, err = r.Tab.Screenshot(ctx, browser.ScreenshotConfig{Full: s.Full}); err != nil {
		return err
	}
	return os.WriteFile(file, png, 0o644)
}

// eval runs a script and keeps its value.
func (r *Runner) eval(ctx context.Context, e *Eval) error {
	script, err := r.expand(e.Script)
	if err != nil {
		return err
	}
	var value any
	if err := r.Tab.Eval(ctx, script, &value); err != nil {
		return err
	}
	if e.As == "" {
		return nil
	}
	if r.Values == nil {
		r.Values = map[string]any{}
	}
	r.Values[e.As] = value
	r.define(e.As, fmt.Sprint(value))
	return nil
}
