package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"dyncrawl"
)

// ErrNotFound says that the store holds no such page or item type.
var ErrNotFound = errors.New("not in the store")

// StoredPage is a page as the store holds it. Header and Values are nil.
type StoredPage struct {
	dyncrawl.Page
	ID    int64
	Hash  string // SHA-256 of the HTML, hex
	Links []dyncrawl.Link
}

// Page returns the page of the URL, given as the frontier normalised it, with
// its HTML, exchanges and links; ErrNotFound if none is stored. It reads every
// URL of the store.
func (s *Store) Page(ctx context.Context, url string) (p *StoredPage, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		if p, err = tx.page(ctx, url); err != nil {
			return err
		}
		if err = tx.exchanges(ctx, p); err != nil {
			return err
		}
		return tx.links(ctx, p)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read page %s: %w", url, err)
	}
	return p, nil
}

func (t *Tx) page(ctx context.Context, url string) (*StoredPage, error) {
	p := &StoredPage{}
	var fetched, response, load, settled, total int64
	var html []byte
	err := t.QueryRow(ctx, `SELECT p.id, u.url, p.final_url, p.status, p.content_type, p.title, p.partial, p.fetched_at,
			p.response_ms, p.load_ms, p.settled_ms, p.total_ms, p.html_hash, p.html
		FROM urls u JOIN pages p ON p.url_id = u.id WHERE u.url = $1 ORDER BY u.id LIMIT 1`, url).
		Scan(&p.ID, &p.URL, &p.FinalURL, &p.Status, &p.ContentType, &p.Title, &p.Partial, &fetched,
			&response, &load, &settled, &total, &p.Hash, &html)
	if err != nil {
		return nil, err
	}
	p.FetchedAt = time.UnixMilli(fetched)
	p.Timing = dyncrawl.Timing{Response: ms(response), Load: ms(load), Settled: ms(settled), Total: ms(total)}
	html, err = t.codec.unpack(html)
	p.HTML = string(html)
	return p, err
}

func (t *Tx) exchanges(ctx context.Context, p *StoredPage) error {
	return t.each(ctx, func(rows *sql.Rows) error {
		var x dyncrawl.Exchange
		var request, body []byte
		var started, took int64
		err := rows.Scan(&x.Kind, &x.Method, &x.URL, &request, &x.Status, &x.ContentType, &body, &x.Truncated, &started, &took)
		if err != nil {
			return err
		}
		x.Started, x.Took = time.UnixMilli(started), ms(took)
		if x.RequestBody, err = t.codec.unpack(request); err != nil {
			return err
		}
		if x.Body, err = t.codec.unpack(body); err != nil {
			return err
		}
		p.Exchanges = append(p.Exchanges, x)
		return nil
	}, `SELECT kind, method, url, request_body, status, content_type, body, truncated, started, took_ms
		FROM exchanges WHERE page_id = $1 ORDER BY ordinal`, p.ID)
}

func (t *Tx) links(ctx context.Context, p *StoredPage) error {
	return t.each(ctx, func(rows *sql.Rows) error {
		var l dyncrawl.Link
		err := rows.Scan(&l.URL, &l.Source, &l.Text)
		p.Links = append(p.Links, l)
		return err
	}, `SELECT url, source, text FROM links WHERE page_id = $1 ORDER BY id`, p.ID)
}

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// Counts says how much the store holds.
type Counts struct {
	Pages, Exchanges, Links int64
	Items                   []ItemCount // by name of the type
}

// ItemCount is the number of items of one type.
type ItemCount struct {
	Type     string
	Stored   int64
	Rejected int64
}

// Counts counts what the store holds.
func (s *Store) Counts(ctx context.Context) (c Counts, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		err := tx.QueryRow(ctx, `SELECT (SELECT count(*) FROM pages), (SELECT count(*) FROM exchanges), (SELECT count(*) FROM links)`).
			Scan(&c.Pages, &c.Exchanges, &c.Links)
		if err != nil {
			return err
		}
		c.Items, err = tx.itemCounts(ctx)
		return err
	})
	if err != nil {
		return Counts{}, fmt.Errorf("count the store: %w", err)
	}
	return c, nil
}

func (t *Tx) itemCounts(ctx context.Context) (counts []ItemCount, err error) {
	types, err := t.itemTypes(ctx)
	for _, typ := range types {
		n := ItemCount{Type: typ.Name}
		err := t.QueryRow(ctx, `SELECT (SELECT count(*) FROM `+table(typ)+`), (SELECT count(*) FROM item_rejects WHERE type = $1)`,
			typ.Name).Scan(&n.Stored, &n.Rejected)
		if err != nil {
			return nil, err
		}
		counts = append(counts, n)
	}
	return counts, err
}

// Failure is a group of URLs that were not crawled for the same reason.
type Failure struct {
	State   string // "failed" or "skipped"
	Class   dyncrawl.Class
	URLs    int64
	Example string // the first of the URLs
	Error   string // message of the example's last attempt; empty when there was none
}

// Copies returns how many stored pages have HTML that an earlier one has.
func (s *Store) Copies(ctx context.Context) (n int, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		return tx.QueryRow(ctx, `SELECT count(*) - count(DISTINCT html_hash) FROM pages`).Scan(&n)
	})
	if err != nil {
		return 0, fmt.Errorf("count the copies among the pages: %w", err)
	}
	return n, nil
}

// Failures groups what was not crawled by state and class, the largest group first.
func (s *Store) Failures(ctx context.Context) (failures []Failure, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		return tx.each(ctx, func(rows *sql.Rows) error {
			var f Failure
			err := rows.Scan(&f.State, &f.Class, &f.URLs, &f.Example, &f.Error)
			failures = append(failures, f)
			return err
		}, `SELECT g.state, g.class, g.n, u.url,
				coalesce((SELECT error FROM attempts a WHERE a.url_id = u.id ORDER BY a.id DESC LIMIT 1), '')
			FROM (SELECT state, class, count(*) AS n, min(id) AS first FROM urls
				WHERE state IN ('failed', 'skipped') GROUP BY state, class) g
			JOIN urls u ON u.id = g.first ORDER BY g.n DESC, g.state, g.class`)
	})
	if err != nil {
		return nil, fmt.Errorf("group the failures: %w", err)
	}
	return failures, nil
}
