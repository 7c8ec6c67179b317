package crawl

import (
	"context"
	"fmt"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/frontier"
	"dyncrawl/store"
)

// Progress is a moment of a crawl.
type Progress struct {
	Frontier frontier.Stats
	Pages    int           // stored by this run
	Tabs     int           // that may be open at the moment
	Elapsed  time.Duration // since the run began
	PerSec   float64       // pages stored a second, over the last ten seconds
	Left     time.Duration // estimated; 0 while it cannot be told
}

// Summary is what came of a run.
type Summary struct {
	Frontier frontier.Stats // of the whole store
	Pages    int            // stored by this run
	Retried  int            // attempts that failed and were repeated
	Partial  map[string]int // pages stored although not complete, by reason
	Items    []ItemCount
	Failures []Failure // most frequent first
	Explored Explored
	Traps    []Trap
	Copies   int // stored pages whose HTML is that of another, in the whole store
	Elapsed  time.Duration
}

// ItemCount says how many items of a type this run took.
type ItemCount struct {
	Type     string
	Pages    int // that its rule was applied to
	Taken    int
	Rejected int      // kept with a reason instead of in the item's table
	Empty    []string // fields that no item had: the site may have changed
}

// Explored sums up what was done to pages to see what they can show.
type Explored struct {
	Pages, States, Events, Refused, Usual int
	Limits                                map[string]int // pages whose exploration was cut short, by what did it
}

// Failure groups the URLs that failed for good, of this run and earlier ones.
type Failure struct {
	store.Failure
	Hint string // what to do; empty when nothing can be said
}

// reportEvery is the time between two calls of Config.Progress.
const reportEvery = time.Second

// report calls Config.Progress until done is closed.
func (c *Crawler) report(done <-chan struct{}) {
	if c.Progress == nil {
		return
	}
	started := time.Now()
	tick := time.NewTicker(reportEvery)
	defer tick.Stop()
	window := []int{0}
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		window = append(window, c.tally.pages())
		if len(window) > 11 {
			window = window[1:]
		}
		c.Progress(c.progress(started, window))
	}
}

// progress describes the moment; window holds the page counts of the last
// seconds, one a second.
func (c *Crawler) progress(started time.Time, window []int) Progress {
	last := window[len(window)-1]
	p := Progress{Pages: last, Tabs: min(c.Tabs, c.accounts.tabs((*browser.Pool).Tabs)), Elapsed: time.Since(started)}
	p.PerSec = float64(last-window[0]) / (float64(len(window)-1) * reportEvery.Seconds())
	if stats, err := c.Frontier.Stats(context.Background()); err == nil {
		p.Frontier = stats
		if p.PerSec > 0 {
			p.Left = time.Duration(float64(stats.Queued+stats.Leased) / p.PerSec * float64(time.Second))
		}
	}
	return p
}

// summary sums up the run.
func (c *Crawler) summary(ctx context.Context, started time.Time) (Summary, error) {
	stats, err := c.Frontier.Stats(ctx)
	if err != nil {
		return Summary{}, fmt.Errorf("count URLs: %w", err)
	}
	failures, err := c.Store.Failures(ctx)
	if err != nil {
		return Summary{}, err
	}
	copies, err := c.Store.Copies(ctx)
	if err != nil {
		return Summary{}, err
	}
	t := &c.tally
	t.mu.Lock()
	defer t.mu.Unlock()
	s := Summary{Frontier: stats, Pages: t.stored, Retried: t.retried, Partial: t.partial, Explored: t.explored, Traps: c.traps.found(), Copies: copies, Elapsed: time.Since(started)}
	for _, itemType := range c.Flow.ItemTypes() {
		s.Items = append(s.Items, t.itemCount(itemType))
	}
	for _, f := range failures {
		if f.State == "failed" {
			s.Failures = append(s.Failures, Failure{f, t.hints[f.Class]})
		}
	}
	return s, nil
}

// itemCount sums up one item type. The caller holds t.mu.
func (t *tally) itemCount(itemType dyncrawl.ItemType) ItemCount {
	count := ItemCount{Type: itemType.Name}
	seen := t.items[itemType.Name]
	if seen == nil {
		return count
	}
	count.Pages, count.Taken, count.Rejected = seen.pages, seen.taken, seen.rejected
	for _, f := range itemType.Fields {
		if seen.taken > 0 && seen.empty[f.Name] == seen.taken {
			count.Empty = append(count.Empty, f.Name)
		}
	}
	return count
}
