package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"dyncrawl"
)

// SavePage stores the page of the URL in place of an older one, together with
// its exchanges, and returns the page's id, which stays the same. The links of
// the older page are removed; SaveLinks brings the new ones. Header and Values
// of the page are not kept.
func (t *Tx) SavePage(ctx context.Context, urlID int64, p *dyncrawl.Page, by Way) (pageID int64, err error) {
	hash := sha256.Sum256([]byte(p.HTML))
	err = t.QueryRow(ctx, `INSERT INTO pages (url_id, final_url, status, content_type, title, partial, fetched_at,
			response_ms, load_ms, settled_ms, total_ms, html_hash, html_bytes, html, tier, shape)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
		ON CONFLICT (url_id) DO UPDATE SET final_url = excluded.final_url, status = excluded.status,
			content_type = excluded.content_type, title = excluded.title, partial = excluded.partial,
			fetched_at = excluded.fetched_at, response_ms = excluded.response_ms, load_ms = excluded.load_ms,
			settled_ms = excluded.settled_ms, total_ms = excluded.total_ms, html_hash = excluded.html_hash,
			html_bytes = excluded.html_bytes, html = excluded.html, tier = excluded.tier, shape = excluded.shape
		RETURNING id`,
		urlID, clean(p.FinalURL), p.Status, clean(p.ContentType), clean(p.Title), p.Partial, p.FetchedAt.UnixMilli(),
		p.Timing.Response.Milliseconds(), p.Timing.Load.Milliseconds(), p.Timing.Settled.Milliseconds(),
		p.Timing.Total.Milliseconds(), hex.EncodeToString(hash[:]), len(p.HTML), blob(t.codec.pack([]byte(p.HTML))),
		cmp.Or(by.Tier, "browser"), clean(by.Shape),
	).Scan(&pageID)
	if err != nil {
		return 0, fmt.Errorf("save page of URL %d: %w", urlID, err)
	}
	if err := t.clearPage(ctx, pageID); err != nil {
		return 0, fmt.Errorf("save page of URL %d: %w", urlID, err)
	}
	for i := range p.Exchanges {
		if err := t.saveExchange(ctx, pageID, i, &p.Exchanges[i]); err != nil {
			return 0, fmt.Errorf("save exchange %d of URL %d: %w", i, urlID, err)
		}
	}
	return pageID, nil
}

// blob keeps an empty value from being NULL.
func blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// DropPage removes the page of the URL with all that was taken from it.
func (t *Tx) DropPage(ctx context.Context, urlID int64) error {
	if err := t.DropItems(ctx, urlID); err != nil {
		return err
	}
	if _, err := t.Exec(ctx, `DELETE FROM doubts WHERE url_id = $1`, urlID); err != nil {
		return fmt.Errorf("drop page of URL %d: %w", urlID, err)
	}
	var pageID int64
	err := t.QueryRow(ctx, `SELECT id FROM pages WHERE url_id = $1`, urlID).Scan(&pageID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = t.clearPage(ctx, pageID)
	}
	if err == nil {
		_, err = t.Exec(ctx, `DELETE FROM item_rejects WHERE page_id = $1`, pageID)
	}
	if err == nil {
		_, err = t.Exec(ctx, `DELETE FROM pages WHERE id = $1`, pageID)
	}
	if err != nil {
		return fmt.Errorf("drop page of URL %d: %w", urlID, err)
	}
	return nil
}

func (t *Tx) clearPage(ctx context.Context, pageID int64) error {
	if _, err := t.Exec(ctx, `DELETE FROM exchanges WHERE page_id = $1`, pageID); err != nil {
		return err
	}
	if _, err := t.Exec(ctx, `DELETE FROM links WHERE page_id = $1`, pageID); err != nil {
		return err
	}
	return t.clearExploration(ctx, pageID)
}

func (t *Tx) saveExchange(ctx context.Context, pageID int64, ordinal int, x *dyncrawl.Exchange) error {
	truncated := 0
	if x.Truncated {
		truncated = 1
	}
	_, err := t.Exec(ctx, `INSERT INTO exchanges (page_id, ordinal, kind, method, url, request_body, status, content_type,
			body, truncated, started, took_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		pageID, ordinal, x.Kind, clean(x.Method), clean(x.URL), t.codec.pack(x.RequestBody), x.Status, clean(x.ContentType),
		t.codec.pack(x.Body), truncated, x.Started.UnixMilli(), x.Took.Milliseconds())
	return err
}

// SaveLinks stores the links of a page that SavePage has just stored. A link
// that stands on the page twice is kept once.
func (t *Tx) SaveLinks(ctx context.Context, pageID int64, links []dyncrawl.Link) error {
	for _, l := range links {
		_, err := t.Exec(ctx, `INSERT INTO links (page_id, url, source, text) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
			pageID, clean(l.URL), clean(l.Source), clean(l.Text))
		if err != nil {
			return fmt.Errorf("save link %s of page %d: %w", l.URL, pageID, err)
		}
	}
	return nil
}
