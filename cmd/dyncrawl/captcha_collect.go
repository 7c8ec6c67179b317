package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl/browser"
	"dyncrawl/captcha"
	"dyncrawl/flows"
	"dyncrawl/store"
)

// collectFlags say where pictures come from and go to.
type collectFlags struct {
	browser browserFlags
	vars    []string
	image   string
	refresh string
	count   int
	delay   time.Duration
	out     string
}

func newCollectCommand() *cobra.Command {
	f := &collectFlags{}
	cmd := &cobra.Command{
		Use:   "collect URL|FLOW|STORE",
		Short: "Save a site's captchas as files",
		Long: `Saves captchas in a folder, to be labelled and trained on. From a URL it takes
the element that --image names; from a flow the picture of the captcha step of its
login; from a store the pictures that crawls met, those that the site accepted
with their labels. Nothing is typed or sent.`,
		Example: `  dyncrawl captcha collect https://example.org/login --image "#captcha" --count 200 --out pictures
  dyncrawl captcha collect renren.db --out pictures`,
		Args: exactly(1, "a URL, a flow file or a store"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(f.out, 0o755); err != nil {
				return fmt.Errorf("make folder for pictures: %w", err)
			}
			if filepath.Ext(args[0]) == ".db" {
				return f.fromStore(cmd.Context(), cmd.OutOrStdout(), args[0])
			}
			return f.fromPage(cmd.Context(), cmd.OutOrStdout(), args[0])
		},
	}
	f.browser.add(cmd)
	addVarFlag(cmd, &f.vars)
	flags := cmd.Flags()
	flags.StringVar(&f.image, "image", "", "`selector` of the picture on the page at URL")
	flags.StringVar(&f.refresh, "refresh", "", "`selector` of what gives another picture; default: the page is loaded again")
	flags.IntVar(&f.count, "count", 100, "how many pictures to take from a page")
	flags.DurationVar(&f.delay, "delay", time.Second, "pause between two pictures")
	flags.StringVar(&f.out, "out", "captchas", "`folder` for the pictures")
	return cmd
}

// fromStore saves what crawls met.
func (f *collectFlags) fromStore(ctx context.Context, w io.Writer, path string) error {
	labels, total := 0, 0
	err := withStore(ctx, path, func(s *store.Store) error {
		pictures, err := s.Captchas(ctx, "")
		if err != nil {
			return err
		}
		for _, p := range pictures {
			name, fresh, err := f.save(p.Picture)
			if err != nil {
				return err
			}
			total++
			if !fresh || p.Outcome != store.CaptchaAccepted {
				continue
			}
			if err := captcha.AddLabel(f.out, name, p.Text); err != nil {
				return err
			}
			labels++
		}
		return nil
	})
	fmt.Fprintf(w, "%s: %d pictures, %d labels added\n", f.out, total, labels)
	return err
}

// fromPage opens a browser and takes pictures from a page.
func (f *collectFlags) fromPage(ctx context.Context, w io.Writer, source string) (err error) {
	flow, steps, step, err := f.plan(source)
	if err != nil {
		return err
	}
	practice, err := servePractice(flow)
	if err != nil {
		return err
	}
	defer practice.Close()
	tab, end, err := f.browser.oneTab(ctx, false, browser.RealTime)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	tab.AllowResources("image")
	runner := &flows.Runner{Tab: tab, Flow: flow, Log: slog.New(slog.DiscardHandler)}
	if err := runner.Run(ctx, steps); err != nil {
		return err
	}
	known := 0
	err = runner.Collect(ctx, step, f.count, f.delay, func(picture []byte) error {
		_, fresh, err := f.save(picture)
		if !fresh {
			known++
		}
		return err
	})
	fmt.Fprintf(w, "%s: %d pictures asked for, %d of them known already\n", f.out, f.count, known)
	return err
}

// plan returns the flow, the steps that lead to the picture, and its step.
func (f *collectFlags) plan(source string) (*flows.Flow, []flows.Step, *flows.Captcha, error) {
	if ext := filepath.Ext(source); ext == ".yaml" || ext == ".yml" {
		vars, err := parseVars(f.vars)
		if err != nil {
			return nil, nil, nil, err
		}
		flow, err := loadFlow(source, vars)
		if err != nil {
			return nil, nil, nil, err
		}
		steps, step, ok := flow.LoginCaptcha()
		if !ok {
			return nil, nil, nil, usageError{fmt.Errorf("%s: its login has no captcha step", source)}
		}
		return flow, steps, step, nil
	}
	if f.image == "" {
		return nil, nil, nil, usageError{errors.New("captcha collect URL needs --image: the selector of the picture")}
	}
	step, err := f.step()
	if err != nil {
		return nil, nil, nil, usageError{err}
	}
	flow := &flows.Flow{Name: "captchas", Start: []flows.Start{{URL: source}}}
	return flow, []flows.Step{{Goto: &flows.Goto{URL: source}}}, step, nil
}

// step is the captcha that the flags name.
func (f *collectFlags) step() (*flows.Captcha, error) {
	image, err := browser.ParseSelectors(f.image)
	if err != nil {
		return nil, fmt.Errorf("--image: %w", err)
	}
	step := &flows.Captcha{Image: image}
	if f.refresh != "" {
		if step.Refresh, err = browser.ParseSelectors(f.refresh); err != nil {
			return nil, fmt.Errorf("--refresh: %w", err)
		}
	}
	return step, nil
}

// save writes a picture under a name that follows from its content; fresh reports
// that it was not there.
func (f *collectFlags) save(picture []byte) (name string, fresh bool, err error) {
	suffix := ".png"
	if bytes.HasPrefix(picture, []byte("GIF8")) {
		suffix = ".gif"
	}
	sum := sha256.Sum256(picture)
	name = fmt.Sprintf("%x%s", sum[:8], suffix)
	file, err := os.OpenFile(filepath.Join(f.out, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, os.ErrExist) {
		return name, false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("save picture: %w", err)
	}
	_, err = file.Write(picture)
	return name, true, errors.Join(err, file.Close())
}
