package liveview

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"dyncrawl/browser"
)

// answer is what the person said to a question of the page.
type answer struct {
	Accept bool   `json:"accept"`
	Text   string `json:"text"`
	Files  []file `json:"files"`
}

// file is one that the person chose; its bytes are base64 on the way.
type file struct {
	Name string `json:"name"`
	Data []byte `json:"data"`
}

// ask asks the viewer, now and whenever one comes, and waits for the answer.
func (v *View) ask(ctx context.Context, n notice) (answer, bool) {
	v.mu.Lock()
	q := &question{notice: n, answers: make(chan answer, 1)}
	v.asked = append(v.asked, q)
	v.mu.Unlock()
	v.tell(n)
	select {
	case a := <-q.answers:
		return a, true
	case <-ctx.Done():
	case <-v.life.Done():
	}
	v.settle(q, nil)
	return answer{}, false
}

// Question has the person answer a question, besides or instead of driving a tab. It
// fails with ErrCancelled when they do not answer.
func (v *View) Question(ctx context.Context, text string) (string, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	left := context.AfterFunc(v.life, func() { cancel(ErrCancelled) })
	defer left()
	v.tasks.Go(func() {
		if _ = v.Wait(ctx); ctx.Err() == nil {
			cancel(ErrCancelled) // they were done, or gave up, without an answer
		}
	})
	a, ok := v.ask(ctx, notice{Type: "dialog", Kind: "prompt", Text: text})
	switch {
	case !ok:
		return "", fmt.Errorf("ask %q: %w", text, context.Cause(ctx))
	case !a.Accept:
		return "", fmt.Errorf("ask %q: %w", text, ErrCancelled)
	}
	return a.Text, nil
}

// askDialog has the person answer a dialog.
func (v *View) askDialog(ctx context.Context, d browser.Dialog) browser.Reply {
	a, ok := v.ask(ctx, notice{Type: "dialog", Kind: d.Kind, Text: d.Message, Default: d.Default})
	if !ok {
		return browser.Reply{Accept: d.Kind == "beforeunload"}
	}
	return browser.Reply{Accept: a.Accept, Text: a.Text}
}

// askFiles has the person choose files, and keeps them until Close.
func (v *View) askFiles(ctx context.Context, several bool) []string {
	a, ok := v.ask(ctx, notice{Type: "files", Several: several})
	if !ok {
		return nil
	}
	var paths []string
	for i, f := range a.Files {
		path, err := v.keep(i, f)
		if err != nil {
			v.tell(notice{Type: "error", Text: err.Error()})
			return nil
		}
		paths = append(paths, path)
	}
	return paths
}

// keep writes a file where the browser, which may run as another user, can read it.
func (v *View) keep(n int, f file) (string, error) {
	name := filepath.Base(filepath.Clean("/" + f.Name))
	dir, err := os.MkdirTemp(v.files, fmt.Sprintf("%d-", n))
	if err != nil {
		return "", fmt.Errorf("keep file %s: %w", name, err)
	}
	path := filepath.Join(dir, name)
	if err := os.Chmod(dir, 0o755); err != nil {
		return "", fmt.Errorf("keep file %s: %w", name, err)
	}
	if err := os.WriteFile(path, f.Data, 0o644); err != nil {
		return "", fmt.Errorf("keep file %s: %w", name, err)
	}
	return path, nil
}
