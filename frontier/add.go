package frontier

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dyncrawl"
	"dyncrawl/store"
)

//go:embed sql/insert.sql
var insertSQL string

// entry is a request on its way into the table.
type entry struct {
	dyncrawl.Request
	key    []byte
	origin string
	place  int64
	state  state
	class  dyncrawl.Class
}

// Add queues the requests whose URL, method and body are new and returns their
// number. One that is queued already rises to the higher priority and the
// lower depth. URLs that cannot be crawled are dropped, those of a start list
// (depth 0, no referrer) are kept as skipped with their class.
func (f *Frontier) Add(ctx context.Context, tx *store.Tx, reqs []dyncrawl.Request) (added int, err error) {
	hosts := make(map[string]int64)
	fresh := make(map[int64]map[state]int)
	for _, e := range f.entries(reqs) {
		host, err := hostID(ctx, tx, hosts, e.origin)
		if err != nil {
			return 0, fmt.Errorf("add host %s: %w", e.origin, err)
		}
		isNew, err := f.put(ctx, tx, host, e)
		if err != nil {
			return 0, fmt.Errorf("add %s: %w", e.URL, err)
		}
		if !isNew {
			continue
		}
		if fresh[host] == nil {
			fresh[host] = make(map[state]int)
		}
		fresh[host][e.state]++
		if e.state == ready {
			added++
		}
	}
	tx.OnCommit(f.wake)
	return added, count(ctx, tx, fresh)
}

// entries normalises the requests and sorts them by key: writers that add
// overlapping sets then never wait for each other in a circle.
func (f *Frontier) entries(reqs []dyncrawl.Request) []entry {
	entries := make([]entry, 0, len(reqs))
	for _, r := range reqs {
		e := f.entry(r)
		if e.state == skipped && (r.Depth > 0 || r.Referrer != "") {
			continue
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b entry) int { return bytes.Compare(a.key, b.key) })
	return entries
}

func (f *Frontier) entry(r dyncrawl.Request) entry {
	e := entry{Request: r, state: ready, place: f.place.Add(1)}
	e.Method = strings.ToUpper(cmp.Or(r.Method, "GET"))
	if u, err := f.norm.parse(r.URL); err != nil {
		e.state, e.class = skipped, dyncrawl.ClassOf(err)
		e.URL = strings.ToValidUTF8(r.URL, "\uFFFD")
	} else {
		e.URL, e.origin = u.Href(false), origin(u)
	}
	e.key = requestKey(e.Method, e.URL, e.Body)
	return e
}

// hostID returns the id of the origin's row, made when absent; known saves the way to the store.
func hostID(ctx context.Context, tx *store.Tx, known map[string]int64, origin string) (int64, error) {
	if id, ok := known[origin]; ok {
		return id, nil
	}
	if _, err := tx.Exec(ctx, `INSERT INTO hosts (origin) VALUES ($1) ON CONFLICT (origin) DO NOTHING`, origin); err != nil {
		return 0, err
	}
	var id int64
	err := tx.QueryRow(ctx, `SELECT id FROM hosts WHERE origin = $1`, origin).Scan(&id)
	known[origin] = id
	return id, err
}

// put inserts the entry or raises the queued URL that has its key.
func (f *Frontier) put(ctx context.Context, tx *store.Tx, host int64, e entry) (isNew bool, err error) {
	header, err := encodeHeader(e.Header)
	if err != nil {
		return false, err
	}
	column := "queued"
	if e.state == skipped {
		column = "skipped"
	}
	res, err := tx.Exec(ctx, insertSQL, e.key, host, e.URL, e.Method, header, e.Body, e.Referrer,
		e.Priority, e.Depth, e.place, column, string(e.class), f.now())
	if err != nil {
		return false, err
	}
	if n, err := res.RowsAffected(); n > 0 || err != nil {
		return n > 0, err
	}
	_, err = tx.Exec(ctx, `UPDATE urls SET priority = CASE WHEN priority < $1 THEN $1 ELSE priority END,
			depth = CASE WHEN depth > $2 THEN $2 ELSE depth END
		WHERE key = $3 AND state = 'queued' AND (priority < $1 OR depth > $2)`, e.Priority, e.Depth, e.key)
	return false, err
}

// count adds new URLs to the counters of their hosts.
func count(ctx context.Context, tx *store.Tx, fresh map[int64]map[state]int) error {
	for host, n := range fresh {
		_, err := tx.Exec(ctx, `UPDATE hosts SET ready = ready + $1, skipped = skipped + $2 WHERE id = $3`,
			n[ready], n[skipped], host)
		if err != nil {
			return fmt.Errorf("count new URLs: %w", err)
		}
	}
	return nil
}

func encodeHeader(h map[string][]string) (string, error) {
	if len(h) == 0 {
		return "", nil
	}
	b, err := json.Marshal(h)
	return string(b), err
}
