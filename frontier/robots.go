package frontier

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nlnwa/whatwg-url/url"
	"github.com/temoto/robotstxt"

	"dyncrawl"
	"dyncrawl/store"
)

// robotsName is the name that rules in robots.txt are looked up under.
const robotsName = "dyncrawl"

// host is what the store knows of an origin and its robots.txt.
type host struct {
	id         int64
	origin     string
	validUntil int64          // of what is known; zero: nothing is
	class      dyncrawl.Class // why robots.txt cannot be had
	reserved   int64          // when its fetch began
}

// reserve keeps the host for the caller, who fetches its robots.txt.
func (f *Frontier) reserve(ctx context.Context, tx *store.Tx, h host, now int64) (claim, error) {
	h.reserved = now
	until := now + 2*f.cfg.RobotsBudget.Milliseconds()
	_, err := tx.Exec(ctx, `UPDATE hosts SET next_at = $1, robots_lease = $1 WHERE id = $2`, until, h.id)
	return claim{unknown: &h}, err
}

// learnRobots fetches the host's robots.txt and gives the host free again.
func (f *Frontier) learnRobots(ctx context.Context, h *host) error {
	text, failure := f.fetchRobots(ctx, h.origin)
	if ctx.Err() != nil {
		return errors.Join(ctx.Err(), f.free(context.WithoutCancel(ctx), h, 0))
	}
	if failure == nil {
		return f.keepRobots(ctx, h, robots{text: text, validUntil: f.now() + robotsFor.Milliseconds()})
	}
	return f.robotsFailed(ctx, h, failure)
}

// robotsFailed lets the host wait for another try, or gives it up for an hour.
func (f *Frontier) robotsFailed(ctx context.Context, h *host, failure error) error {
	f.cfg.Log.Warn("robots.txt cannot be had", "host", h.origin, "error", failure)
	class := dyncrawl.ClassOf(failure)
	tries, err := f.robotsTries(ctx, h)
	if err != nil {
		return err
	}
	if tries++; tries < f.cfg.MaxAttempts && class.Transient() {
		pause := f.backoff(&Lease{Request: dyncrawl.Request{URL: h.origin}, Attempt: tries})
		return f.keepRobots(ctx, h, robots{class: class, tries: tries, pause: pause})
	}
	return f.keepRobots(ctx, h, robots{class: class, validUntil: f.now() + longestPause.Milliseconds()})
}

func (f *Frontier) robotsTries(ctx context.Context, h *host) (tries int, err error) {
	err = f.store.View(ctx, func(tx *store.Tx) error {
		return tx.QueryRow(ctx, `SELECT coalesce(max(tries), 0) FROM robots WHERE host_id = $1`, h.id).Scan(&tries)
	})
	return tries, err
}

// robots is what a fetch of robots.txt gave.
type robots struct {
	text       string
	class      dyncrawl.Class
	tries      int
	validUntil int64         // zero: fetch it again
	pause      time.Duration // before the host's next fetch; zero: the usual delay
}

func (f *Frontier) keepRobots(ctx context.Context, h *host, r robots) error {
	err := f.store.Update(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO robots (host_id, valid_until, tries, class, text) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (host_id) DO UPDATE SET valid_until = excluded.valid_until, tries = excluded.tries,
				class = excluded.class, text = excluded.text`, h.id, r.validUntil, r.tries, string(r.class), r.text)
		return err
	})
	if err != nil {
		return err
	}
	return f.free(ctx, h, r.pause)
}

// free ends the reservation. The fetch of robots.txt counts for the delay,
// unless the host asked for a longer pause meanwhile.
func (f *Frontier) free(ctx context.Context, h *host, pause time.Duration) error {
	next := max(h.reserved+f.cfg.Delay.Milliseconds(), f.now()+pause.Milliseconds())
	return f.store.Update(ctx, func(tx *store.Tx) error {
		tx.OnCommit(f.wake)
		_, err := tx.Exec(ctx, `UPDATE hosts SET next_at = CASE WHEN next_at > robots_lease THEN next_at ELSE $1 END, robots_lease = 0
			WHERE id = $2`, next, h.id)
		return err
	})
}

// forbid ends a URL that robots.txt forbids.
func forbid(ctx context.Context, tx *store.Tx, u candidate, now int64) error {
	_, err := tx.Exec(ctx, `UPDATE urls SET state = 'skipped', class = $1, changed = $2 WHERE id = $3`,
		string(dyncrawl.ClassRobots), now, u.ID)
	if err != nil {
		return err
	}
	return move(ctx, tx, u.host.id, ready, skipped, 1)
}

// failHost ends the ready URLs of a host whose robots.txt cannot be had.
func failHost(ctx context.Context, tx *store.Tx, h host, now int64) error {
	res, err := tx.Exec(ctx, `UPDATE urls SET state = 'failed', class = $1, changed = $2
		WHERE host_id = $3 AND state = 'queued' AND due = 0`, string(h.class), now, h.id)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	return move(ctx, tx, h.id, ready, failed, int(n))
}

// rulesOf returns the rules of a host whose robots.txt is in the store.
func (f *Frontier) rulesOf(ctx context.Context, tx *store.Tx, h host) (*robotstxt.Group, error) {
	if g := f.rules.get(h); g != nil {
		return g, nil
	}
	var text string
	if err := tx.QueryRow(ctx, `SELECT text FROM robots WHERE host_id = $1`, h.id).Scan(&text); err != nil {
		return nil, err
	}
	data, err := robotstxt.FromString(text)
	if err != nil {
		return nil, err
	}
	g := &robotstxt.Group{}
	if found := data.FindGroup(robotsName); found != nil {
		g = found
	}
	f.rules.put(h, g)
	return g, nil
}

// robotsPath is what the rules are matched with: the URL behind its origin.
func robotsPath(normal string) string {
	u, err := url.NewParser().Parse(normal)
	if err != nil {
		return "/"
	}
	return u.Pathname() + u.Search()
}

// ruleLines keeps the lines that say something about fetching. One bad line
// would otherwise make the parser refuse the file, and then nothing would be
// forbidden.
func ruleLines(text string) string {
	var b strings.Builder
	inGroup := false
	for line := range strings.Lines(strings.ReplaceAll(text, "\r", "\n")) {
		line, _, _ = strings.Cut(line, "#")
		key, value, ok := strings.Cut(line, ":")
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
		inGroup = inGroup || key == "user-agent"
		if key == "disallow" && value == "" {
			key, value = "allow", "/" // the parser would take the group for one without rules and join it with the next
		}
		if ok && inGroup && value != "" && isRule(key, value) {
			b.WriteString(key + ": " + value + "\n")
		}
	}
	return b.String()
}

func isRule(key, value string) bool {
	switch key {
	case "user-agent", "allow", "disallow":
		return true
	case "crawl-delay":
		d, err := time.ParseDuration(value + "s")
		return err == nil && d >= 0
	}
	return false
}
