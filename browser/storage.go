package browser

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"sync"
	"time"
)

//go:embed storage.js
var storageJS string

// maxTouched bounds the origins whose storage is read: those that were shown first.
const maxTouched = 64

// origins are those that a context has shown, in frames and pop-ups too. It is safe
// for concurrent use.
type origins struct {
	mu  sync.Mutex
	all []string
}

// touch notes the origin of a document.
func (o *origins) touch(document string) {
	u, err := url.Parse(document)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return
	}
	origin := u.Scheme + "://" + u.Host
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.all) < maxTouched && !slices.Contains(o.all, origin) {
		o.all = append(o.all, origin)
	}
}

// with returns the origins and others.
func (o *origins) with(more []string) []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	all := slices.Clone(o.all)
	for _, origin := range more {
		if !slices.Contains(all, origin) {
			all = append(all, origin)
		}
	}
	return all
}

// restoreStorage fills the storage of the origins.
func (t *Tab) restoreStorage(ctx context.Context, all []Origin) error {
	names := make([]string, len(all))
	for i, origin := range all {
		names[i] = origin.Origin
	}
	next := 0
	return t.pretend(ctx, names, func(name string) error {
		data, err := json.Marshal(all[next])
		if err != nil {
			return fmt.Errorf("restore storage of %s: %w", name, err)
		}
		next++
		if err := t.EvalIsolated(ctx, fmt.Sprintf("(%s)(%s)", storageJS, data), nil); err != nil {
			return fmt.Errorf("restore storage of %s: %w", name, err)
		}
		return nil
	})
}

// ownPatience is how long a document of our own may take to be left: its script does not
// hang, so that it is the machine that is busy.
const ownPatience = 20 * time.Second

// pretend shows an empty document of each origin, made up on the spot, and calls do
// there. The tab is reset in the end.
func (t *Tab) pretend(ctx context.Context, origins []string, do func(origin string) error) error {
	if len(origins) == 0 {
		return nil
	}
	t.held.Store(false)
	t.sparing = false
	if err := t.narrow(ctx); err != nil {
		return fmt.Errorf("reach storage: %w", err)
	}
	t.faking.Store(true)
	defer t.faking.Store(false)
	documents := append(patternsOf(blocked), documentPattern())
	if err := t.intercept(ctx, documents); err != nil {
		return fmt.Errorf("reach storage: %w", err)
	}
	for _, origin := range origins {
		if err := t.Goto(ctx, origin+"/"); err != nil {
			return fmt.Errorf("reach storage of %s: %w", origin, err)
		}
		if err := do(origin); err != nil {
			return err
		}
	}
	if err := t.reset(ctx, ownPatience); err != nil {
		return err
	}
	if err := t.block(ctx); err != nil {
		return fmt.Errorf("reach storage: %w", err)
	}
	return nil
}
